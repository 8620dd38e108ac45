import { createSignal, type JSX, Show } from 'solid-js'
import { useLive } from '../../live/live.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import type { Question } from './questions.ts'

/** Asks before an act on a seat or a round, and sends it. What the server then refuses is said by `Refusals`. */
export function AskDialog(props: { readonly question: Question; readonly onClose: () => void }): JSX.Element {
  const live = useLive()
  const [overlap, setOverlap] = createSignal<string>()
  const chosen = () => overlap() ?? String(props.question.overlaps?.[0] ?? '')
  // An act that waits in the outbox would happen at a moment nobody chose.
  const off = () => (live.connection().kind === 'ready' ? undefined : 'Not connected: this is done only with the server.')
  const send = (note: string) => {
    void live.mutate(props.question.mutation({ note, overlap: Number(chosen()) }))
    props.onClose()
  }
  return (
    <ConfirmDialog {...props.question} off={off()} onConfirm={send} onClose={props.onClose}>
      <Show when={props.question.overlaps}>
        {(overlaps) => (
          <div class="field">
            <span class="lab">Annotators per trace</span>
            <Segmented
              label="Annotators per trace"
              value={chosen()}
              options={overlaps().map((value) => ({ value: String(value), label: String(value) }))}
              onChange={setOverlap}
            />
          </div>
        )}
      </Show>
    </ConfirmDialog>
  )
}
