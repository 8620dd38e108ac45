import { createMemo, For, type JSX, Show } from 'solid-js'
import { type Highlight, type Piece, piecesOf, type Run } from './runs.ts'

type RunListProps = { readonly runs: readonly Run[]; readonly highlights: readonly Highlight[] }

/** Runs as spans that say where they stand in the segment's text, with the evidence that lies on them. */
export function RunList(props: RunListProps): JSX.Element {
  const pieces = createMemo(() => piecesOf(props.runs, props.highlights))
  return (
    <For each={pieces()}>
      {(piece) => (
        <Show when={piece.on.length > 0} fallback={<RunSpan run={piece.run} />}>
          <Marked piece={piece} />
        </Show>
      )}
    </For>
  )
}

function RunSpan(props: { readonly run: Run }): JSX.Element {
  return (
    <span
      class={props.run.tone}
      data-a={props.run.start}
      data-b={props.run.end}
      data-sign={props.run.kind === 'sign' ? '' : undefined}
      title={props.run.title}
      style={props.run.colour && { color: props.run.colour.ink, 'background-color': props.run.colour.ground }}
    >
      {props.run.text}
    </span>
  )
}

function Marked(props: { readonly piece: Piece }): JSX.Element {
  const evidence = () => props.piece.on.filter((highlight) => highlight.tag !== '').length
  const classes = () => [
    evidence() > 0 ? 'ev' : '',
    evidence() > 1 ? 'two' : '',
    ...props.piece.on.map((highlight) => highlight.tone ?? ''),
  ]
  return (
    <>
      <mark class={classes().filter(Boolean).join(' ')}>
        <RunSpan run={props.piece.run} />
      </mark>
      <For each={props.piece.ending.filter((highlight) => highlight.tag !== '')}>
        {(highlight) => (
          <span class="evtag" title={`Evidence for ${highlight.tag}`}>
            {highlight.tag}
          </span>
        )}
      </For>
    </>
  )
}
