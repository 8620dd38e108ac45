import { DropdownMenu as Kobalte } from '@kobalte/core/dropdown-menu'
import { For, type JSX, Show } from 'solid-js'
import { Icon, type IconName } from './icon.tsx'

export type MenuItem = {
  readonly icon?: IconName
  readonly word: string
  /** Said below the word: what the act does, or why it cannot be done. */
  readonly about?: string
  /** Without an act it is read only. */
  readonly run?: (() => void) | undefined
}

/** A button that opens a few acts. Arrow keys move, Enter acts, Esc closes. */
export function Menu(props: {
  /** Said of the button where its content is no word. */
  readonly label: string
  readonly class?: string
  readonly title?: string | undefined
  readonly heading?: string
  readonly items: readonly MenuItem[]
  readonly children: JSX.Element
}): JSX.Element {
  return (
    <Kobalte gutter={4} placement="bottom-start" modal={false}>
      <Kobalte.Trigger class={props.class ?? 'btn'} aria-label={props.label} title={props.title}>
        {props.children}
      </Kobalte.Trigger>
      {/* Inside of the page's main part, so that it belongs to a landmark. */}
      <Kobalte.Portal mount={document.querySelector('main') ?? document.body}>
        <Kobalte.Content class="pop menu" aria-label={props.label}>
          <Show when={props.heading}>{(heading) => <div class="menu-h">{heading()}</div>}</Show>
          <For each={props.items}>
            {(item) => (
              <Kobalte.Item class="opt" disabled={!item.run} textValue={item.word} onSelect={() => item.run?.()}>
                <Show when={item.icon}>{(icon) => <Icon name={icon()} size={14} />}</Show>
                <span class="grow">
                  {item.word}
                  <Show when={item.about}>{(about) => <span class="about">{about()}</span>}</Show>
                </span>
              </Kobalte.Item>
            )}
          </For>
        </Kobalte.Content>
      </Kobalte.Portal>
    </Kobalte>
  )
}
