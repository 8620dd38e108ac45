import { Show } from 'solid-js'

/** The icons of `styles/icons.css`; masks, so they take the colour of the text around them. */
export type IconName =
  | 'present'
  | 'absent'
  | 'unsure'
  | 'na'
  | 'unset'
  | 'agree'
  | 'disagree'
  | 'incomplete'
  | 'settled'
  | 'reopened'
  | 'conflict'
  | 'saved'
  | 'saving'
  | 'offline'
  | 'ring'
  | 'disc'
  | 'half'
  | 'stuck'
  | 'search'
  | 'down'
  | 'right'
  | 'left'
  | 'up'
  | 'arrow'
  | 'plus'
  | 'x'
  | 'check'
  | 'more'
  | 'flag'
  | 'note'
  | 'quote'
  | 'blind'
  | 'eye'
  | 'lock'
  | 'user'
  | 'users'
  | 'download'
  | 'upload'
  | 'file'
  | 'folder'
  | 'warn'
  | 'info'
  | 'error'
  | 'terminal'
  | 'braces'
  | 'diff'
  | 'thought'
  | 'tool'
  | 'undo'
  | 'filter'
  | 'target'
  | 'link'
  | 'bolt'
  | 'granted'
  | 'refused'
  | 'nocert'
  | 'fatal'
  | 'recover'
  | 'friction'
  | 'undecided'
  | 'chat'
  | 'bulk'
  | 'live'
  | 'stone'
  | 'menu'
  | 'sheet'
  | 'sun'
  | 'key'

type IconProps = {
  name: IconName
  /** Edge in px; 16 when left out. */
  size?: 12 | 14 | 20
  class?: string
  /** Said by screen readers; without it the icon is silent and a word must stand beside it. */
  label?: string
}

export function Icon(props: IconProps) {
  const classes = () => `i i-${props.name}${props.size ? ` s${props.size}` : ''}${props.class ? ` ${props.class}` : ''}`
  return (
    <Show when={props.label} fallback={<i class={classes()} aria-hidden="true" />}>
      {(label) => <i class={classes()} role="img" aria-label={label()} />}
    </Show>
  )
}
