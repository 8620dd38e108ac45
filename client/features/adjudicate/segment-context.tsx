/** The segment in its trace: one neighbour before, two after, each one press away. */
import { createMemo, For, type JSX, Show } from 'solid-js'
import { must } from '../../../shared/assert.ts'
import type { CellDetail, OutlineRow, SegmentView, TraceView } from '../../../shared/http/api.ts'
import type { ProjectId } from '../../../shared/ids.ts'
import { getSegments } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { useCommands } from '../../keyboard/keyboard.tsx'
import { createFolds, type Folds, toggleOutputs, toggleReasoning } from '../../trace-view/folds.ts'
import type { Highlight } from '../../trace-view/runs.ts'
import { SegmentParts } from '../../trace-view/segment-parts.tsx'
import { formatClock, formatCount, formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { LoadError, LoadingRows } from '../../ui/states.tsx'

type ContextProps = {
  project: ProjectId
  trace: TraceView
  index: number
  detail: CellDetail | undefined
  /** Indexes of neighbours that are open. */
  opened: ReadonlySet<number>
  onToggle: (index: number) => void
}

export function SegmentContext(props: ContextProps) {
  const folds = createFolds()
  const rows = (from: number, to: number) => props.trace.segments.slice(Math.max(0, from), Math.max(0, to))
  const here = () => props.trace.segments[props.index]
  const neighbour = (row: OutlineRow) => (
    <Neighbour
      project={props.project}
      trace={props.trace}
      row={row}
      folds={folds}
      isOpen={props.opened.has(row.index)}
      onToggle={() => props.onToggle(row.index)}
    />
  )
  return (
    <section class="ctx" aria-label="Segment in its trace">
      <div class="ctx-h">
        <b class="cut">{props.trace.title}</b>
        <span class="t3 small nowrap">{formatMany(props.trace.segments.length, 'segment')}</span>
        <Show when={props.trace.task}>
          {(task) => (
            <span class="end small t2 cut" title={task()}>
              Task: <span class="ink">{task()}</span>
            </span>
          )}
        </Show>
      </div>
      <div class="ctx-s" tabIndex={-1}>
        <For each={rows(props.index - 1, props.index)}>{neighbour}</For>
        <Show when={here()}>
          {(row) => <Here project={props.project} trace={props.trace} row={row()} detail={props.detail} folds={folds} />}
        </Show>
        <For each={rows(props.index + 1, props.index + 3)}>{neighbour}</For>
      </div>
    </section>
  )
}

type RowProps = { project: ProjectId; trace: TraceView; row: OutlineRow; folds: Folds }

function createSegment(props: RowProps, isWanted: () => boolean) {
  const key = () => (isWanted() ? ([props.project, props.trace.id, props.row.index] as const) : undefined)
  return createFetched(key, async ([project, trace, index]) =>
    must((await getSegments(project, trace, index, index + 1))[0], 'a segment at this place of the trace'),
  )
}

function Here(props: RowProps & { detail: CellDetail | undefined }) {
  const fetched = createSegment(props, () => true)
  useCommands(() => {
    const segment = fetched.value()
    const group = 'Trace'
    if (!segment) return []
    return [
      { id: 'trace.reasoning', keys: ['r'], title: 'Open or close reasoning', group, run: () => toggleReasoning(props.folds, segment) },
      { id: 'trace.outputs', keys: ['o'], title: 'Show outputs in full, or not', group, run: () => toggleOutputs(props.folds, segment) },
    ]
  })
  const highlights = createMemo<Highlight[]>(() =>
    (props.detail?.votes ?? []).flatMap((vote) =>
      vote.evidence.map(({ start, end }) => ({ start, end, tag: vote.letter, tone: vote.value === 'present' ? 'for' : 'against' })),
    ),
  )
  const letters = () => props.detail?.votes.filter((vote) => vote.evidence.length > 0).map((vote) => vote.letter) ?? []
  return (
    <div class="body">
      <h2 class="sgh">
        <span class="no">{props.row.index + 1}</span>
        <span class="lane" title={props.row.lane}>
          {props.row.lane.charAt(0).toUpperCase()}
        </span>
        <span class="who">{props.row.actor}</span>
        <span class="num">{aboutWords(props.row, fetched.value())}</span>
        <span class="end ev-of">
          <Show when={letters().length > 0} fallback={props.detail ? 'no evidence quoted' : ''}>
            evidence of <For each={letters()}>{(letter) => <span class="vt">{letter}</span>}</For>
          </Show>
        </span>
      </h2>
      <Parts fetched={fetched} highlights={highlights()} folds={props.folds} />
    </div>
  )
}

function Neighbour(props: RowProps & { isOpen: boolean; onToggle: () => void }) {
  const fetched = createSegment(props, () => props.isOpen)
  return (
    <div class="nb">
      <button type="button" class="one" aria-expanded={props.isOpen} onClick={() => props.onToggle()}>
        <span class="no">{props.row.index + 1}</span>
        <span class="lane" title={props.row.lane}>
          {props.row.lane.charAt(0).toUpperCase()}
        </span>
        <span>{props.row.actor}</span>
        <span class="cut grow">{props.row.title}</span>
        <Show when={props.row.hasError}>
          <Icon name="error" size={14} class="danger" label="tool error" />
        </Show>
        <Icon name={props.isOpen ? 'down' : 'right'} size={14} />
      </button>
      <Show when={props.isOpen}>
        <div class="body">
          <Parts fetched={fetched} highlights={[]} folds={props.folds} />
        </div>
      </Show>
    </div>
  )
}

function Parts(props: { fetched: ReturnType<typeof createSegment>; highlights: readonly Highlight[]; folds: Folds }): JSX.Element {
  return (
    <Show
      when={props.fetched.value()}
      fallback={
        <Show when={props.fetched.error()} fallback={<LoadingRows rows={6} label="Loading the segment" />}>
          {(error) => <LoadError what="This segment" error={error()} onRetry={props.fetched.refetch} />}
        </Show>
      }
    >
      {(segment) => <SegmentParts segment={segment()} folds={props.folds} highlights={props.highlights} />}
    </Show>
  )
}

/** "09:41:18 · 1,204 tokens · 2 calls" of what is known. */
function aboutWords(row: OutlineRow, segment: SegmentView | undefined): string {
  const known = [
    row.at === null ? null : formatClock(row.at),
    segment?.tokens === null || segment?.tokens === undefined ? null : `${formatCount(segment.tokens)} tokens`,
    segment && segment.calls > 0 ? formatMany(segment.calls, 'call') : null,
  ]
  return known.filter((part) => part !== null).join(' · ')
}
