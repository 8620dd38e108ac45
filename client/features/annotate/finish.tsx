/** How a seat ends: the trace is submitted, or the seat is handed back. */
import { type Accessor, createContext, createSignal, type JSX, onCleanup, useContext } from 'solid-js'
import { must } from '../../../shared/assert.ts'
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

/** `onDone` is called when the server has confirmed that the seat is finished or handed back. */
export function FinishProvider(props: { readonly onDone: () => void; readonly children: JSX.Element }): JSX.Element {
  const { acts, live, seat } = useLabelling()
  const [completed, setCompleted] = createSignal<Completed | null>(null)
  const [sent, setSent] = createSignal<string | null>(null)

  onCleanup(
    // eslint-disable-next-line solid/reactivity -- a listener reads what holds when the event arrives
    live.onEvent((event) => {
      const isMine =
        (event.type === 'trace.submitted' && event.seat.id === seat.id) || (event.type === 'seat.released' && event.seatId === seat.id)
      const isWanted = event.type === 'trace.submitted' || (event.type === 'seat.released' && event.reason !== 'lapsed')
      if (isMine && isWanted) props.onDone()
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
