/** Find over the data, not over what happens to be drawn: folded parts and segments out of sight too. */
import { type Accessor, createMemo, createSignal } from 'solid-js'
import type { SegmentView, TraceView } from '../../../shared/http/api.ts'
import { codePointLength } from '../../../shared/segments/segment-text.ts'
import { type Folds, reveal } from '../../trace-view/folds.ts'
import { textOf } from '../../trace-view/selection.ts'
import type { Acts } from './acts.ts'
import type { Place } from './place.ts'
import type { Segments } from './segments.ts'

/** A place in the text of a segment, in code points. */
export type Hit = { readonly segment: number; readonly start: number; readonly end: number }

/** More hits than anybody steps through; counting on costs time at every letter. */
export const MOST_HITS = 2_000

export type Find = {
  readonly isOpen: Accessor<boolean>
  readonly open: () => void
  readonly close: () => void
  readonly query: Accessor<string>
  readonly setQuery: (query: string) => void
  readonly hits: Accessor<readonly Hit[]>
  /** Which hit is shown; -1 before the first step. */
  readonly at: Accessor<number>
  readonly step: (by: 1 | -1) => void
  /** Segments are still on their way, so there may be more. */
  readonly isSearching: Accessor<boolean>
  readonly inSegment: (index: number) => readonly Hit[]
}

type FindInput = {
  readonly trace: TraceView
  readonly segments: Segments
  readonly folds: Folds
  readonly acts: Acts
  readonly place: Place
  readonly show: (at: number) => void
}

export function createFind(input: FindInput): Find {
  const { trace, segments, folds, acts, place, show } = input
  const [isOpen, setOpen] = createSignal(false)
  const [isSearching, setSearching] = createSignal(false)
  const [query, setQuery] = createSignal('')
  const [at, setAt] = createSignal(-1)

  const hits = createMemo<readonly Hit[]>(() => {
    if (!isOpen() || query() === '') return []
    const loaded = trace.segments.map((row) => segments.get(row.index)).filter((view) => view !== undefined)
    return hitsIn(loaded, query())
  })
  const bySegment = createMemo(() => grouped(hits()))

  async function open(): Promise<void> {
    setOpen(true)
    setSearching(true)
    await segments.fetchAll()
    setSearching(false)
  }

  function step(by: 1 | -1): void {
    const count = hits().length
    if (count === 0) return
    // The first step goes to what comes next from here.
    const from = at() === -1 ? hits().findIndex((hit) => hit.segment >= place.at()) - (by === 1 ? 1 : 0) : at()
    const next = (from + by + count) % count
    setAt(next)
    const hit = hits()[next]
    const view = hit && segments.get(hit.segment)
    if (!hit || !view) return
    if (hit.segment !== place.at()) acts.goTo(hit.segment)
    reveal(folds, view, hit.start)
    // After the segment has been scrolled to and its fold drawn.
    setTimeout(() => show(hit.start), 30)
  }

  return {
    isOpen,
    open: () => void open(),
    close: () => {
      setOpen(false)
      setAt(-1)
    },
    query,
    setQuery: (text) => {
      setQuery(text)
      setAt(-1)
    },
    hits,
    at,
    step,
    isSearching,
    inSegment: (index) => (isOpen() ? (bySegment().get(index) ?? []) : []),
  }
}

function grouped(hits: readonly Hit[]): Map<number, Hit[]> {
  const groups = new Map<number, Hit[]>()
  for (const hit of hits) {
    const group = groups.get(hit.segment)
    if (group) group.push(hit)
    else groups.set(hit.segment, [hit])
  }
  return groups
}

/** Every place where the words stand, whatever their case, in order. */
export function hitsIn(segments: readonly SegmentView[], words: string): Hit[] {
  const pattern = new RegExp(words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'giu')
  const hits: Hit[] = []
  for (const segment of segments) {
    const text = textOf(segment.parts)
    let read = 0
    let point = 0
    for (const match of text.matchAll(pattern)) {
      point += codePointLength(text.slice(read, match.index))
      const end = point + codePointLength(match[0])
      hits.push({ segment: segment.index, start: point, end })
      if (hits.length >= MOST_HITS) return hits
      read = match.index + match[0].length
      point = end
    }
  }
  return hits
}
