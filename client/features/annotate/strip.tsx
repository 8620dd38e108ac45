import type { JSX } from 'solid-js'
import { Icon, type IconName } from '../../ui/icon.tsx'

/** One notice above the next decision. */
export function Strip(props: {
  readonly tone: 'plain' | 'warn' | 'danger'
  readonly icon: IconName
  readonly children: JSX.Element
}): JSX.Element {
  return (
    <div class={props.tone === 'plain' ? 'note strip' : `note ${props.tone} strip`}>
      <Icon name={props.icon} />
      <div class="grow">{props.children}</div>
    </div>
  )
}
