/** Connection, store and outbox of one user in one project, wired together. Without Solid, so that tests can play whole days. */
import { v7 as uuidv7 } from 'uuid'
import { unreachable } from '../../shared/assert.ts'
import { type ClientId, MutationId, type ProjectId, type SeatId, type UserId } from '../../shared/ids.ts'
import type { DownMessage, Welcome } from '../../shared/live/down.ts'
import type { LiveEvent } from '../../shared/live/events.ts'
import { Mutation } from '../../shared/live/mutations.ts'
import { PROTOCOL_VERSION } from '../../shared/live/protocol-version.ts'
import { MAX_UP_BYTES } from '../../shared/live/up.ts'
import type { Clock } from './clock.ts'
import { type ConnectionState, makeConnection, type OpenSocket } from './connection.ts'
import type { Outbox, OutboxEntry } from './outbox.ts'
import { makeSender } from './sender.ts'
import { type LiveStore, makeLiveStore, type Touched } from './store.ts'
import type { OpenTabs } from './tabs.ts'

export type Viewer = Welcome['viewer']
export type FigureMessage = Extract<DownMessage, { type: 'agreement.updated' | 'progress.updated' }>

export type SessionOptions = {
  readonly project: ProjectId
  readonly userId: UserId
  readonly clientId: ClientId
  readonly openSocket: OpenSocket
  readonly openTabs: OpenTabs
  readonly outbox: Outbox
  readonly clock: Clock
  readonly isHidden: () => boolean
  readonly isSignedIn?: () => Promise<boolean>
  readonly idleSeconds?: () => number
  /** UUIDv7; a test counts them. */
  readonly newMutationId?: () => MutationId
  /** What to draw anew. */
  readonly onTouched: (touched: Touched | 'everything') => void
  readonly onEvents: (events: readonly LiveEvent[]) => void
  readonly onFigures: (message: FigureMessage) => void
  /** Connection, viewer, what waits or what was rejected changed. */
  readonly onChange: () => void
}

export type LiveSession = {
  readonly store: LiveStore
  readonly connection: () => ConnectionState
  readonly viewer: () => Viewer | null
  readonly waiting: () => readonly OutboxEntry[]
  /** How many acts are on their way to the disk. */
  readonly unwritten: () => number
  readonly rejected: () => readonly OutboxEntry[]
  /** When the server last acknowledged something, by its clock. */
  readonly savedAt: () => string | null
  /** Another user is signed in on this browser now; nothing is sent until the page is loaded anew. */
  readonly isOtherUser: () => boolean
  readonly mutate: (mutation: Mutation) => Promise<MutationId>
  readonly dismiss: (mutationId: MutationId) => Promise<void>
  readonly holdSeat: (seatId: SeatId | null) => void
  readonly start: () => void
  readonly wake: () => void
  readonly close: () => void
}

/** What stands around a mutation in its message. */
const ENVELOPE_BYTES = 128

export class TooLargeError extends Error {}

export function makeLiveSession(options: SessionOptions): LiveSession {
  let viewer: Viewer | null = null
  let savedAt: string | null = null
  let seatInHand: SeatId | null = null
  let isOtherUser = false
  let lacksRecords = false
  const newMutationId = options.newMutationId ?? (() => MutationId.parse(uuidv7()))

  const store = makeLiveStore(options.onTouched)
  const connection = makeConnection({
    openSocket: options.openSocket,
    clock: options.clock,
    isHidden: options.isHidden,
    ...(options.isSignedIn ? { isSignedIn: options.isSignedIn } : {}),
    ...(options.idleSeconds ? { idleSeconds: options.idleSeconds } : {}),
    seatInHand: () => seatInHand,
    hello: () => ({
      type: 'hello',
      protocolVersion: PROTOCOL_VERSION,
      clientId: options.clientId,
      project: options.project,
      cursor: store.cursor(),
    }),
    onMessage: receive,
    onState: (state) => {
      if (state.kind === 'ready') {
        if (lacksRecords) startOver()
        else sender.resume()
      }
      options.onChange()
    },
  })
  const sender = makeSender({
    outbox: options.outbox,
    openTabs: options.openTabs,
    clock: options.clock,
    send: connection.send,
    onFound: (entry) => store.put(toPending(entry)),
    onAccepted: (entry, at, by) => {
      savedAt = at
      if (by === 'server') store.drop(entry.mutationId)
      else store.accept(entry.mutationId)
    },
    onRejected: (entry) => store.drop(entry.mutationId),
    onUnanswered: connection.giveUp,
    onChange: options.onChange,
  })

  function receive(message: DownMessage) {
    switch (message.type) {
      case 'welcome':
        return welcome(message)
      case 'events':
        if (message.events.some(bringsBackSeat)) startOver()
        else if (store.deliver(message) === 'gap') return connection.greetAgain()
        return options.onEvents(message.events)
      case 'mutation.accepted':
        return sender.accepted(message.mutationId, message.at)
      case 'mutation.rejected':
        return sender.refused(message)
      case 'agreement.updated':
      case 'progress.updated':
        return options.onFigures(message)
      case 'reset':
        return startOver()
      case 'problem':
        // Answers to single mutations name them; a problem while one is in flight means that it could not even be read.
        return sender.refuseInFlight({ code: message.code, message: message.message, current: null }, isPassing(message.code))
      case 'pong':
        return store.answered()
      default:
        return unreachable(message)
    }
  }

  function welcome(message: Welcome) {
    if (message.viewer.userId !== options.userId) {
      isOtherUser = true
      return connection.stop()
    }
    viewer = message.viewer
    const missed = message.state.kind === 'delta' ? message.state.events : []
    lacksRecords = missed.some(bringsBackSeat)
    const events = lacksRecords ? missed : store.welcome(message)
    if (events.length > 0) options.onEvents(events)
  }

  function startOver() {
    store.forgetCursor()
    connection.greetAgain()
  }

  /**
   * A seat that was this user's before, with records that a snapshot taken in between did not bring. It is not shown without them:
   * what is answered on an incomplete screen is answered on the wrong revision.
   */
  function bringsBackSeat(event: LiveEvent): boolean {
    if (event.type !== 'trace.reopened' && event.type !== 'seat.leased') return false
    return event.seat.annotatorId === options.userId && (event.type === 'trace.reopened' || event.seat.epoch > 1)
  }

  async function mutate(asked: Mutation): Promise<MutationId> {
    const mutationId = newMutationId()
    const text = JSON.stringify(asked)
    const bytes = new TextEncoder().encode(text).length + ENVELOPE_BYTES
    if (bytes > MAX_UP_BYTES) {
      throw new TooLargeError('This is more than one message may carry (64 kB). Shorten the quotes or notes; nothing was recorded.')
    }
    // Read back from its text: what a screen hands over may be full of proxies, which no disk takes.
    const mutation = Mutation.parse(JSON.parse(text))
    const at = new Date(options.clock.now()).toISOString()
    const entry: OutboxEntry = { mutationId, userId: options.userId, project: options.project, mutation, at, rejection: null }
    // Drawn before it is written: the eye does not wait for the disk. "Saved" does.
    store.put(toPending(entry))
    await sender.add(entry)
    return mutationId
  }

  return {
    store,
    connection: connection.state,
    viewer: () => viewer,
    waiting: sender.waiting,
    unwritten: sender.unwritten,
    rejected: sender.rejected,
    savedAt: () => savedAt,
    isOtherUser: () => isOtherUser,
    mutate,
    dismiss: sender.dismiss,
    holdSeat: (seatId) => {
      seatInHand = seatId
    },
    start: connection.start,
    wake: connection.wake,
    close: () => {
      connection.stop()
      sender.close()
    },
  }
}

function toPending(entry: OutboxEntry) {
  return { mutationId: entry.mutationId, mutation: entry.mutation, at: entry.at, userId: entry.userId }
}

function isPassing(code: string): boolean {
  return code === 'too_many_requests' || code === 'database_busy' || code === 'storage_full' || code === 'internal'
}
