import { createSignal, type JSX } from 'solid-js'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

type SkipDialogProps = { readonly title: string; readonly onSkip: (note: string) => void; readonly onClose: () => void }

/** Asks before a seat is handed back, since it does not come again. */
export default function SkipDialog(props: SkipDialogProps): JSX.Element {
  const [note, setNote] = createSignal('')
  return (
    <Dialog
      open
      onClose={props.onClose}
      title="Skip this trace?"
      about={`"${props.title}" goes to somebody else and is not offered to you again in this round. What you submitted of it stays recorded.`}
    >
      <label class="field">
        <span class="lab">Why, for the lead (may stay empty)</span>
        <textarea class="inp" rows={3} maxLength={4000} dir="auto" value={note()} onInput={(event) => setNote(event.currentTarget.value)} />
      </label>
      <div class="acts">
        <Button kind="danger" onPress={() => props.onSkip(note().trim())}>
          Hand the seat back
        </Button>
        <Button keys="Esc" onPress={props.onClose}>
          Keep it
        </Button>
      </div>
    </Dialog>
  )
}
