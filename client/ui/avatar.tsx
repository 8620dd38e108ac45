import { Show } from 'solid-js'
import { initials } from './format.ts'

/** A person as two letters; the name is said and shown as a title. `named`: it stands beside, so it is not said twice. */
export function Avatar(props: { name: string; small?: boolean; me?: boolean; named?: boolean }) {
  const classes = () => `avatar${props.small ? ' s' : ''}${props.me ? ' me' : ''}`
  return (
    <Show
      when={props.named}
      fallback={
        <span class={classes()} role="img" aria-label={props.name} title={props.name}>
          {initials(props.name)}
        </span>
      }
    >
      <span class={classes()} aria-hidden="true" title={props.name}>
        {initials(props.name)}
      </span>
    </Show>
  )
}
