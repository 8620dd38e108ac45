import { type JSX, Show } from 'solid-js'
import { Icon, type IconName } from './icon.tsx'

export type Tone = 'ok' | 'warn' | 'danger' | 'gold' | 'accent'

/** A short state in a pill. */
export function Tag(props: { tone?: Tone; icon?: IconName; title?: string; children: JSX.Element }) {
  return (
    <span class={props.tone ? `tag ${props.tone}` : 'tag'} title={props.title}>
      <Show when={props.icon}>{(icon) => <Icon name={icon()} />}</Show>
      {props.children}
    </span>
  )
}

/** Icon, word and colour, always together. */
export function StatusWord(props: { icon: IconName; tone?: Tone | undefined; small?: boolean; children: JSX.Element }) {
  return (
    <span class={`st${props.tone ? ` ${props.tone}` : ''}${props.small ? ' small' : ''}`}>
      <Icon name={props.icon} />
      {props.children}
    </span>
  )
}

/** A number beside a title. */
export function Count(props: { label?: string; children: JSX.Element }) {
  return (
    <span class="count">
      <Show when={props.label}>{(label) => <span class="sr">{label()}</span>}</Show>
      {props.children}
    </span>
  )
}
