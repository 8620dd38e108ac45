/** Handing out work: which traces, how many annotators each, how blind. */
import { createMemo, createSignal, Show } from 'solid-js'
import type { RoundPolicy } from '../../../shared/assignments/seat.ts'
import { type ProjectId, RoundId, type TraceId } from '../../../shared/ids.ts'
import { createRound, getTraces } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { formatMany, inWords } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import { TracePicker } from './trace-picker.tsx'

const overlaps = ['1', '2', '3', '4'] as const

const blindness: readonly { value: RoundPolicy['blind']; label: string; about: string }[] = [
  { value: 'until_submit', label: 'Until they submit', about: 'Nobody sees a peer’s labels of a trace before submitting the whole of it.' },
  { value: 'until_reveal', label: 'Until revealed', about: 'Nobody sees a peer’s labels before you reveal the round.' },
]

export function NewRound(props: { project: ProjectId; number: number; onClose: () => void; onMade: (round: RoundId) => void }) {
  const traces = createFetched(() => props.project, getTraces)
  const [name, setName] = createSignal(`Round ${props.number}`)
  const [chosen, setChosen] = createSignal<ReadonlySet<TraceId>>(new Set())
  const [overlap, setOverlap] = createSignal<(typeof overlaps)[number]>('2')
  const [blind, setBlind] = createSignal<RoundPolicy['blind']>('until_submit')
  const [isSending, setSending] = createSignal(false)
  const [problem, setProblem] = createSignal<string | null>(null)

  const segments = createMemo(() =>
    (traces.value() ?? []).filter((trace) => chosen().has(trace.id)).reduce((sum, trace) => sum + trace.segments, 0),
  )
  const missing = () =>
    name().trim() === '' ? 'Give the round a name first' : chosen().size === 0 ? 'Choose at least one trace first' : undefined

  const make = async () => {
    if (isSending() || missing()) return
    setSending(true)
    setProblem(null)
    try {
      const made = await createRound(props.project, {
        name: name().trim(),
        traces: [...chosen()],
        overlap: Number(overlap()),
        segments: {},
        policy: { blind: blind(), kind: 'normal', quota: null, order: 'given', repeats: 0 },
      })
      props.onMade(RoundId.parse(made.id))
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The round could not be made.')
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      wide
      title="New round"
      about="Annotators are offered its traces at once; who takes which is left to them."
      onClose={props.onClose}
    >
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault()
          void make()
        }}
      >
        <label class="field">
          <span class="lab">Name</span>
          <input class="inp" value={name()} maxLength={120} onInput={(event) => setName(event.currentTarget.value)} />
        </label>
        <div class="field">
          <span class="lab">Traces</span>
          <Show
            when={traces.value()}
            fallback={
              <Show when={traces.error()} fallback={<LoadingRows rows={5} label="Loading the traces" />}>
                {(error) => <LoadError what="The list of traces" error={error()} onRetry={traces.refetch} />}
              </Show>
            }
          >
            {(rows) => <TracePicker traces={rows()} chosen={chosen()} onChange={setChosen} />}
          </Show>
        </div>
        <div class="two-col">
          <div class="field">
            <span class="lab">Annotators per trace</span>
            <Segmented
              label="Annotators per trace"
              value={overlap()}
              options={overlaps.map((value) => ({ value, label: value }))}
              onChange={setOverlap}
            />
            <span class="hint">
              {overlap() === '1' ? 'With one there is no agreement to measure.' : 'Never more than this many, whoever comes.'}
            </span>
          </div>
          <div class="field">
            <span class="lab">Blind</span>
            <Segmented label="Blind" value={blind()} options={blindness} onChange={setBlind} />
            <span class="hint">{blindness.find((one) => one.value === blind())?.about}</span>
          </div>
        </div>
        <Show when={problem()}>
          {(message) => (
            <Note tone="danger">
              <b>The round was not made.</b> {message()}
            </Note>
          )}
        </Show>
        <p class="small t2">
          {formatMany(chosen().size, 'trace')}, {formatMany(segments(), 'segment')}, {inWords(Number(overlap()))}{' '}
          {overlap() === '1' ? 'seat' : 'seats'} each: {formatMany(chosen().size * Number(overlap()), 'seat')} to hand out.
        </p>
        <div class="acts">
          <Button type="submit" kind="primary" off={missing()}>
            {isSending() ? 'Making the round' : 'Make the round'}
          </Button>
          <Button keys="Esc" onPress={props.onClose}>
            Cancel
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
