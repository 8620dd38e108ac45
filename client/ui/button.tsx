import { type JSX, Show, splitProps } from 'solid-js'
import { Icon, type IconName } from './icon.tsx'
import { Kbd } from './kbd.tsx'

type ButtonProps = {
  /** `primary` once per view; `danger` in confirmations only. */
  kind?: 'rest' | 'primary' | 'quiet' | 'danger'
  small?: boolean
  icon?: IconName
  /** The key that does the same, shown as a cap. */
  keys?: string
  /** Why it cannot be used now. The button keeps its place and can still be reached, so that the reason can be read. */
  off?: string | undefined
  onPress?: (() => void) | undefined
  class?: string
  children: JSX.Element
} & Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, 'onClick' | 'disabled' | 'class' | 'children'>

export function Button(props: ButtonProps) {
  const [own, rest] = splitProps(props, ['kind', 'small', 'icon', 'keys', 'off', 'onPress', 'class', 'children'])
  return (
    <button
      type="button"
      {...rest}
      class={buttonClass(own.kind, own.small, own.class)}
      aria-disabled={own.off ? 'true' : undefined}
      title={own.off ?? rest.title}
      onClick={() => {
        if (!own.off) own.onPress?.()
      }}
    >
      <Show when={own.icon}>{(icon) => <Icon name={icon()} />}</Show>
      {own.children}
      <Show when={own.keys}>{(keys) => <Kbd>{keys()}</Kbd>}</Show>
    </button>
  )
}

/** A square button that holds an icon only; its name is read out and shown as a title. */
export function IconButton(props: { icon: IconName; name: string; off?: string | undefined; onPress: () => void }) {
  return (
    <button
      type="button"
      class="btn quiet icon"
      aria-label={props.name}
      title={props.off ?? props.name}
      aria-disabled={props.off ? 'true' : undefined}
      onClick={() => {
        if (!props.off) props.onPress()
      }}
    >
      <Icon name={props.icon} />
    </button>
  )
}

/** The classes of a button, for links that look like one. */
export function buttonClass(kind: ButtonProps['kind'] = 'rest', small = false, extra = ''): string {
  return ['btn', kind === 'rest' ? '' : kind, small ? 'sm' : '', extra].filter(Boolean).join(' ')
}
