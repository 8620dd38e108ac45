import { For } from 'solid-js'

type Piece = { value: number; tone?: 'done' | 'alt' | 'gold' }

/** A progress bar of one or more pieces; `label` says it in words. */
export function Bar(props: { pieces: readonly Piece[]; of: number; label: string; class?: string }) {
  const width = (value: number) => (props.of > 0 ? `${Math.min(100, (value / props.of) * 100)}%` : '0%')
  const tone = (piece: Piece) => (piece.tone === 'alt' ? 'alt' : piece.tone === 'gold' ? 'g' : '')
  return (
    <span class={props.class ? `bar ${props.class}` : 'bar'} role="img" aria-label={props.label}>
      <For each={props.pieces}>{(piece) => <i class={tone(piece)} style={{ width: width(piece.value) }} />}</For>
    </span>
  )
}
