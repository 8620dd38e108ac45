import type { JSX } from 'solid-js'

/** A key cap. */
export function Kbd(props: { children: JSX.Element }) {
  return <kbd>{props.children}</kbd>
}
