import { createSignal, createUniqueId, For, type JSX, Show } from 'solid-js'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

type ConfirmDialogProps = {
  readonly title: string
  /** What will happen, one sentence per line. */
  readonly says: readonly string[]
  readonly verb: string
  /** Destroys something, or cannot be taken back. */
  readonly isGrave?: boolean
  /** A name to be typed first, for what cannot be taken back. */
  readonly typed?: string | undefined
  /** Asks for a few words, under this label. */
  readonly noteLabel?: string | undefined
  /** Why it cannot be done now. */
  readonly off?: string | undefined
  readonly onConfirm: (note: string) => void
  readonly onClose: () => void
  /** What else there is to choose. */
  readonly children?: JSX.Element
}

/** Says what an act will do before it is done. Enter in the note or the name confirms, Esc leaves all as it is. */
export function ConfirmDialog(props: ConfirmDialogProps): JSX.Element {
  const [note, setNote] = createSignal('')
  const [name, setName] = createSignal('')
  const hintId = createUniqueId()
  const off = () => props.off ?? (props.typed !== undefined && name().trim() !== props.typed ? `Type "${props.typed}" first` : undefined)
  const confirm = (event: SubmitEvent) => {
    event.preventDefault()
    if (!off()) props.onConfirm(note().trim())
  }
  return (
    <Dialog open onClose={props.onClose} title={props.title}>
      <form class="form" onSubmit={confirm}>
        <div class="says">
          <For each={props.says}>{(sentence) => <p>{sentence}</p>}</For>
        </div>
        {props.children}
        <Show when={props.noteLabel}>
          {(label) => (
            <label class="field">
              <span class="lab">{label()}</span>
              <input class="inp" dir="auto" maxLength={4000} value={note()} onInput={(event) => setNote(event.currentTarget.value)} />
            </label>
          )}
        </Show>
        <Show when={props.typed}>
          {(typed) => (
            <label class="field">
              <span class="lab" id={hintId}>
                Type <b>{typed()}</b> to confirm
              </span>
              <input
                class="inp"
                autocomplete="off"
                spellcheck={false}
                aria-labelledby={hintId}
                value={name()}
                onInput={(event) => setName(event.currentTarget.value)}
              />
            </label>
          )}
        </Show>
        <div class="acts">
          <Button type="submit" kind={props.isGrave ? 'danger' : 'primary'} off={off()}>
            {props.verb}
          </Button>
          <Button keys="Esc" onPress={props.onClose}>
            Leave it
          </Button>
        </div>
        <Show when={props.off}>{(why) => <p class="small t3">{why()}</p>}</Show>
      </form>
    </Dialog>
  )
}
