/** The live session as Solid sees it: accessors over one session per project. */
import { createContext, createSignal, type JSX, onCleanup, onMount, useContext } from 'solid-js'
import { createStore, produce, reconcile, type SetStoreFunction } from 'solid-js/store'
import type { AgreementSummary } from '../../shared/agreement/summary.ts'
import { must } from '../../shared/assert.ts'
import type { RoundProgress } from '../../shared/assignments/progress.ts'
import type { MutationId, ProjectId, RoundId, SeatId, UserId } from '../../shared/ids.ts'
import type { LiveEvent } from '../../shared/live/events.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import type { LiveState } from '../../shared/live/reduce.ts'
import { storageName } from './base.ts'
import { browserActivity, browserClientId, browserIsSignedIn, onWake, openBrowserSocket } from './browser.ts'
import { browserTabs } from './browser-tabs.ts'
import { browserClock } from './clock.ts'
import type { ConnectionState } from './connection.ts'
import { type OutboxEntry, openOutbox } from './outbox.ts'
import { type SaveState, saveState } from './save-state.ts'
import { type LiveSession, makeLiveSession, type Viewer } from './session.ts'
import type { LiveStore, Touched } from './store.ts'

export type Live = {
  /** Confirmed state with what is on its way laid over it; fine-grained per seat, record and decision. */
  readonly state: () => LiveState
  /** Null until the first welcome. */
  readonly viewer: () => Viewer | null
  readonly connection: () => ConnectionState
  readonly save: () => SaveState
  /** Resolves when the mutation is in the outbox; the answer shows in `save` and `rejections`. */
  readonly mutate: (mutation: Mutation) => Promise<MutationId>
  /** What the server refused, until it is dismissed. */
  readonly rejections: () => readonly OutboxEntry[]
  readonly dismiss: (mutationId: MutationId) => Promise<void>
  /** Latest pushed figures of a round (leads), or undefined before the first push. */
  readonly agreement: (roundId: RoundId) => AgreementSummary | undefined
  readonly progress: (roundId: RoundId) => RoundProgress | undefined
  /** Called with every event that arrives; returns the way to stop. */
  readonly onEvent: (listener: (event: LiveEvent) => void) => () => void
  /** Names the seat whose lease the pings keep alive. */
  readonly holdSeat: (seatId: SeatId | null) => void
}

const LiveContext = createContext<Live>()

export function useLive(): Live {
  return must(useContext(LiveContext), 'a LiveProvider above')
}

type ProviderProps = {
  readonly project: ProjectId
  readonly userId: UserId
  /** The session ended, or another user signed in on this browser. */
  readonly onSignedOut: () => void
  readonly children: JSX.Element
}

/** Key it by project and user: a session never changes its owner. */
export function LiveProvider(props: ProviderProps): JSX.Element {
  const [state, setState] = createStore<Drawn>({ seats: {}, records: {}, decisions: {} })
  const [figures, setFigures] = createStore<Figures>({ agreement: {}, progress: {} })
  const [changes, setChanges] = createSignal(0)
  const listeners = new Set<(event: LiveEvent) => void>()
  // eslint-disable-next-line solid/reactivity -- the routes make a new provider for every project
  const { project, userId } = props
  const outbox = openOutbox({ databaseName: storageName('outbox'), userId, project })

  const activity = browserActivity()
  onCleanup(activity.stop)
  const session: LiveSession = makeLiveSession({
    project,
    userId,
    outbox,
    clientId: browserClientId(),
    openSocket: openBrowserSocket,
    openTabs: browserTabs(storageName(JSON.stringify(['outbox', userId, project]))),
    clock: browserClock,
    isHidden: () => document.hidden,
    isSignedIn: browserIsSignedIn,
    idleSeconds: activity.idleSeconds,
    onTouched: (touched) => draw(session.store, setState, touched),
    onEvents: (events) => {
      for (const event of events) for (const listener of listeners) listener(event)
    },
    onFigures: (message) => {
      if (message.type === 'agreement.updated') setFigures('agreement', message.roundId, reconcile(message.agreement))
      else setFigures('progress', message.roundId, reconcile(message.progress))
    },
    onChange: () => {
      setChanges((count) => count + 1)
      if (session.connection().kind === 'signed-out' || session.isOtherUser()) props.onSignedOut()
    },
  })

  onMount(session.start)
  onCleanup(onWake(session.wake))
  onCleanup(warnBeforeLoss(() => !outbox.isDurable() && session.waiting().length > 0))
  onCleanup(session.close)

  /** Makes an accessor of something the session tells about through `onChange`. */
  const following =
    <T,>(read: () => T) =>
    // eslint-disable-next-line solid/reactivity -- it is itself an accessor
    (): T => {
      changes()
      return read()
    }

  const live: Live = {
    state: () => state,
    viewer: following(session.viewer),
    connection: following(session.connection),
    save: following(() => saveState(session)),
    mutate: session.mutate,
    rejections: following(session.rejected),
    dismiss: session.dismiss,
    agreement: (roundId) => figures.agreement[roundId],
    progress: (roundId) => figures.progress[roundId],
    onEvent: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    holdSeat: session.holdSeat,
  }
  return <LiveContext.Provider value={live}>{props.children}</LiveContext.Provider>
}

type Figures = { agreement: Record<string, AgreementSummary>; progress: Record<string, RoundProgress> }

/** Maps that only the screen holds; their records are shared with the session and never changed in place. */
type Drawn = {
  seats: Record<string, LiveState['seats'][string]>
  records: Record<string, LiveState['records'][string]>
  decisions: Record<string, LiveState['decisions'][string]>
}

// `produce` puts a value in the place of the old one. A plain set, or `reconcile`, would write into the old object,
// which the session still holds as confirmed: a rejected mark could then not be taken back.
function draw(store: LiveStore, setState: SetStoreFunction<Drawn>, touched: Touched | 'everything') {
  if (touched === 'everything') {
    const { seats, records, decisions } = store.view()
    return setState(
      produce((drawn) => {
        drawn.seats = { ...seats }
        drawn.records = { ...records }
        drawn.decisions = { ...decisions }
      }),
    )
  }
  const seen = store.look(touched)
  setState(
    produce((drawn) => {
      put(drawn.seats, touched.seat, seen.seats)
      put(drawn.records, touched.record, seen.records)
      put(drawn.decisions, touched.decision, seen.decisions)
    }),
  )
}

function put<T>(drawn: Record<string, T>, key: string | undefined, seen: Readonly<Record<string, T>>): void {
  if (key === undefined) return
  const value = seen[key]
  if (value === undefined) delete drawn[key]
  else drawn[key] = value
}

function warnBeforeLoss(wouldLose: () => boolean): () => void {
  const warn = (event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  return () => window.removeEventListener('beforeunload', warn)
}
