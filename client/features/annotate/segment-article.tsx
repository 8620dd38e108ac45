/** One segment of the trace: a head that stays in sight, and its parts with my evidence. */
import { createMemo, type JSX, Show } from 'solid-js'
import type { OutlineRow } from '../../../shared/http/api.ts'
import type { Highlight } from '../../trace-view/runs.ts'
import { SegmentParts } from '../../trace-view/segment-parts.tsx'
import { IconButton } from '../../ui/button.tsx'
import { formatClock, formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { LoadError } from '../../ui/states.tsx'
import { shortOf } from './draft.ts'
import { useLabelling } from './labelling.tsx'
import { laneLetters } from './lanes.ts'

export function SegmentArticle(props: { readonly row: OutlineRow }): JSX.Element {
  const { acts, codebook, find, place, segments, folds } = useLabelling()
  const isHere = () => place.at() === props.row.index
  const view = () => segments.get(props.row.index)
  const codeOf = createMemo(() => new Map<string, string>(codebook.modes.map((mode) => [mode.id, mode.code])))
  const highlights = createMemo<Highlight[]>(() => [
    ...acts.draft(props.row.id).evidence.map(({ mode, start, end }) => ({ start, end, tag: codeOf().get(mode) ?? mode })),
    ...find.inSegment(props.row.index).map(({ start, end }) => ({ start, end, tag: '', tone: 'found' })),
  ])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the outline and the keys j and k do the same
    <article
      class="sg"
      classList={{ here: isHere() }}
      aria-label={`Segment ${props.row.index + 1}, ${props.row.actor}`}
      aria-current={isHere() ? 'true' : undefined}
      onClick={() => {
        // A click that selects text, or that a control inside has used, moves nothing.
        if (!isHere() && (window.getSelection()?.isCollapsed ?? true)) acts.goTo(props.row.index)
      }}
    >
      <Head row={props.row} isHere={isHere()} />
      <Show when={view()} fallback={<Loading row={props.row} isHere={isHere()} />}>
        {(segment) => <SegmentParts segment={segment()} folds={folds} highlights={highlights()} />}
      </Show>
    </article>
  )
}

function Head(props: { readonly row: OutlineRow; readonly isHere: boolean }): JSX.Element {
  const { acts, place, segments, trace } = useLabelling()
  const letters = createMemo(() => laneLetters(trace.lanes))
  const view = () => segments.get(props.row.index)
  const about = () => {
    const segment = view()
    return [
      props.row.at ? timeOf(props.row.at) : '',
      segment?.tokens ? formatMany(segment.tokens, 'token') : '',
      segment && segment.calls > 0 ? formatMany(segment.calls, 'call') : '',
    ]
      .filter(Boolean)
      .join(' · ')
  }
  return (
    <h2 class="sg-h">
      <span class="no">{props.row.index + 1}</span>
      <span class="lane" aria-hidden="true">
        {letters().get(props.row.lane) ?? '?'}
      </span>
      <span class="who">
        <bdi>{props.row.actor}</bdi>
      </span>
      <span class="wide">{about()}</span>
      <Show when={props.isHere} fallback={<Mine row={props.row} />}>
        <span class="end row only-narrow narrow-nav">
          <IconButton icon="left" name="Previous segment" onPress={() => acts.go(() => place.step(-1))} />
          <span class="num">
            {props.row.index + 1} of {trace.segments.length}
          </span>
          <IconButton icon="right" name="Next segment" onPress={() => acts.go(() => place.step(1))} />
        </span>
        <span class="end row wide among">
          <Kbd>[</Kbd>
          <span class="mid">
            {place.among().nth} of {place.among().of} by <bdi>{props.row.actor}</bdi>
          </span>
          <Kbd>]</Kbd>
        </span>
      </Show>
    </h2>
  )
}

function Mine(props: { readonly row: OutlineRow }): JSX.Element {
  const { acts, codebook } = useLabelling()
  const record = () => acts.record(props.row.id)
  const codes = () => {
    const labels = record()?.labels
    return labels ? shortOf(labels.values, codebook) : ''
  }
  return (
    <Show
      when={record()}
      fallback={
        <Show when={!acts.isAsked(props.row.id)}>
          <span class="end mine">to be read only</span>
        </Show>
      }
    >
      {(held) => (
        <span class="end mine">
          <Show
            when={held().state === 'submitted'}
            fallback={
              <>
                <Icon name="stuck" size={14} />
                later
              </>
            }
          >
            <Icon name="saved" size={14} />
            submitted <span class="code mine-codes">{codes()}</span>
          </Show>
        </span>
      )}
    </Show>
  )
}

/** A still block of about the final size. */
function Loading(props: { readonly row: OutlineRow; readonly isHere: boolean }): JSX.Element {
  const { segments } = useLabelling()
  return (
    <Show
      when={props.isHere && segments.error() !== undefined}
      fallback={<div class="sg-wait late" style={{ height: `${estimate(props.row) - 46}px` }} role="status" aria-label="Loading" />}
    >
      <LoadError what="This segment" error={segments.error()} onRetry={segments.retry} />
    </Show>
  )
}

/** About how high a segment will be, from how much there is to read. */
export function estimate(row: OutlineRow): number {
  return 60 + Math.min(520, Math.ceil(row.textLength / 95) * 22)
}

function timeOf(iso: string): string {
  return Number.isNaN(Date.parse(iso)) ? iso : formatClock(iso)
}
