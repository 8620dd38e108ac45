import { Dialog as Kobalte } from '@kobalte/core/dialog'
import { type JSX, Show } from 'solid-js'

/** A dialog that holds the focus and closes with Esc; the caller keeps whether it is open. */
export function Dialog(props: {
  open: boolean
  onClose: () => void
  title: string
  /** One sentence below the title. */
  about?: string
  wide?: boolean
  children: JSX.Element
}) {
  return (
    <Kobalte open={props.open} onOpenChange={(open) => !open && props.onClose()}>
      <Kobalte.Portal>
        <Kobalte.Overlay class="dlg-back" />
        <div class="dlg-place">
          <Kobalte.Content class={props.wide ? 'dlg wide-dlg' : 'dlg'}>
            <Kobalte.Title>{props.title}</Kobalte.Title>
            <Show when={props.about}>{(about) => <Kobalte.Description class="t2">{about()}</Kobalte.Description>}</Show>
            {props.children}
          </Kobalte.Content>
        </div>
      </Kobalte.Portal>
    </Kobalte>
  )
}
