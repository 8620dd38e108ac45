/** How a seat ends: the trace is submitted, or the seat is handed back. */
import { type Accessor, createContext, createSignal, type JSX, onCleanup, useContext } from 'solid-js'
import { must } from '../../../shared/assert.ts'
import type { SeatView } from '../../../shared/assignments/seat.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import { useLabelling } from './labelling.tsx'

type Completed = 'yes' | 'no' | 'unknown'

export type Finish = {
  readonly choices: readonly { readonly value: Completed; readonly word: string; readonly keys: string }[]
  readonly completed: Accessor<Completed | null>
  readonly choose: (completed: Completed) => void
  readonly submit: () => void
  readonly skip: (note: string) => void
  /** It is in the outbox, and the server has not answered yet. */
  readonly isSent: Accessor<boolean>
}

const choices: Finish['choices'] = [
  { value: 'yes', word: 'yes', keys: 'y' },
  { value: 'no', word: 'no', keys: 'n' },
  { value: 'unknown', word: 'unknown', keys: 'u' },
]

const recorded: Readonly<Record<Completed, boolean | null>> = { yes: true, no: false, unknown: null }

const FinishContext = createContext<Finish>()

export function useFinish(): Finish {
  return must(useContext(FinishContext), 'a FinishProvider above')
}

type FinishProviderProps = {
  /** The server has confirmed that the trace is submitted, or that I skipped it (null). */
  readonly onDone: (finished: { readonly seat: SeatView; readonly round: RoundView } | null) => void
  readonly children: JSX.Element
}

export function FinishProvider(props: FinishProviderProps): JSX.Element {
  const { acts, live, round, seat } = useLabelling()
  const [completed, setCompleted] = createSignal<Completed | null>(null)
  const [sent, setSent] = createSignal<string | null>(null)

  onCleanup(
    // eslint-disable-next-line solid/reactivity -- a listener reads what holds when the event arrives
    live.onEvent((event) => {
      if (event.type === 'trace.submitted' && event.seat.id === seat.id) props.onDone({ seat: event.seat, round })
      // A seat that was taken from me says so on the screen first; see `ending.ts`.
      if (event.type === 'seat.released' && event.seatId === seat.id && event.reason === 'skipped') props.onDone(null)
    }),
  )

  const current = () => live.state().seats[seat.id] ?? seat
  const isRejected = () => live.rejections().some((entry) => entry.mutationId === sent())

  async function submit(): Promise<void> {
    const next = acts.openRows()[0]
    if (next) return acts.goTo(next.index)
    const answer = completed()
    if (answer === null) return void acts.say({ tone: 'warn', text: 'Say first whether the task was completed: y, n or u.' })
    if (sent() && !isRejected()) return
    setSent(await live.mutate({ type: 'trace.submit', seatId: seat.id, epoch: current().epoch, taskCompleted: recorded[answer] }))
  }

  const finish: Finish = {
    choices,
    completed,
    choose: (value) => {
      setCompleted(value)
      acts.say(null)
    },
    submit: () => void submit(),
    skip: (note) => void live.mutate({ type: 'seat.skip', seatId: seat.id, epoch: current().epoch, note }),
    isSent: () => sent() !== null && !isRejected(),
  }
  return <FinishContext.Provider value={finish}>{props.children}</FinishContext.Provider>
}
