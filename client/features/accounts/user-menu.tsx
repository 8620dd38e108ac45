import { A } from '@solidjs/router'
import { For, type JSX, Show } from 'solid-js'
import type { Role } from '../../../shared/accounts/role.ts'
import { initials } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { chooseTheme, currentTheme } from './theme.ts'
import './accounts.css'

type UserMenuProps = {
  readonly name: string
  readonly role: Role
  /** Other projects this person may go to. */
  readonly links?: readonly { readonly href: string; readonly name: string }[]
  readonly onSignOut: () => void
}

/** A native popover: it closes with Esc and a click elsewhere, and costs no script. */
export function UserMenu(props: UserMenuProps): JSX.Element {
  let panel: HTMLDivElement | undefined
  const other = () => (currentTheme() === 'dark' ? 'light' : 'dark')
  const close = () => panel?.hidePopover()
  return (
    <>
      <button
        type="button"
        class="avatar me"
        popovertarget="user-menu"
        aria-label={`${props.name}, ${props.role}: menu`}
        title={props.name}
      >
        {initials(props.name)}
      </button>
      <div id="user-menu" class="pop user-menu" popover="auto" ref={panel}>
        <p>
          <b>
            <bdi>{props.name}</bdi>
          </b>
          <span class="t3 small">{props.role}</span>
        </p>
        <Show when={props.links?.length}>
          <For each={props.links}>
            {(link) => (
              <A class="opt" href={link.href} onClick={close}>
                <Icon name="folder" size={14} />
                <bdi>{link.name}</bdi>
              </A>
            )}
          </For>
        </Show>
        <button type="button" class="opt" onClick={() => chooseTheme(other())}>
          <Icon name="sun" size={14} />
          {other() === 'dark' ? 'Dark colours' : 'Light colours'}
        </button>
        <button type="button" class="opt" onClick={() => props.onSignOut()}>
          <Icon name="x" size={14} />
          Sign out
        </button>
      </div>
    </>
  )
}
