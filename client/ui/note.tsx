import type { JSX } from 'solid-js'
import { Icon, type IconName } from './icon.tsx'

const icons: Record<'plain' | 'accent' | 'warn' | 'danger', IconName> = { plain: 'info', accent: 'info', warn: 'warn', danger: 'error' }

/** A sentence on the spot it is about. A danger note is announced at once. */
export function Note(props: { tone?: 'plain' | 'accent' | 'warn' | 'danger'; icon?: IconName; children: JSX.Element }) {
  const tone = () => props.tone ?? 'plain'
  return (
    <div class={tone() === 'plain' ? 'note' : `note ${tone()}`} role={tone() === 'danger' ? 'alert' : 'note'}>
      <Icon name={props.icon ?? icons[tone()]} />
      <div class="grow">{props.children}</div>
    </div>
  )
}
