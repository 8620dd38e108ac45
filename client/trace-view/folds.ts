/** What is open, raw or shown in full, kept outside of the rows, which come and go while one scrolls. */
import { createStore } from 'solid-js/store'
import type { SegmentView } from '../../shared/http/api.ts'
import { CLAMPED_LINES, MORE_LINES } from './output.ts'

export type Folds = {
  /** Undefined: nobody chose, so the part's own default holds. */
  readonly isOpen: (key: string) => boolean | undefined
  readonly setOpen: (key: string, open: boolean) => void
  readonly isRaw: (key: string) => boolean
  readonly setRaw: (key: string, raw: boolean) => void
  /** How many lines of an output to draw before its fold. */
  readonly lines: (key: string) => number
  readonly showMore: (key: string) => void
  readonly showLess: (key: string) => void
}

type Kept = { open?: boolean; raw?: boolean; lines?: number }

export function createFolds(): Folds {
  const [kept, setKept] = createStore<Record<string, Kept>>({})
  const set = (key: string, change: Kept) => setKept(key, (before) => ({ ...before, ...change }))
  const lines = (key: string) => kept[key]?.lines ?? CLAMPED_LINES
  return {
    isOpen: (key) => kept[key]?.open,
    setOpen: (key, open) => set(key, { open }),
    isRaw: (key) => kept[key]?.raw ?? false,
    setRaw: (key, raw) => set(key, { raw }),
    lines,
    showMore: (key) => set(key, { open: true, lines: lines(key) < MORE_LINES ? MORE_LINES : lines(key) + MORE_LINES }),
    showLess: (key) => set(key, { lines: CLAMPED_LINES }),
  }
}

/** The place of a part in a segment, as a key of `Folds`. */
export function foldKey(segmentId: string, partIndex: number): string {
  return `${segmentId}/${partIndex}`
}

const OUTPUTS: ReadonlySet<string> = new Set(['tool_result', 'terminal', 'diff', 'unknown'])

/** Opens every reasoning of the segment, or closes all when all are open. */
export function toggleReasoning(folds: Folds, segment: SegmentView): void {
  const keys = keysOf(segment, (kind) => kind === 'reasoning')
  const open = !keys.every((key) => folds.isOpen(key))
  for (const key of keys) folds.setOpen(key, open)
}

/** Shows every output of the segment in full, or clamps all when all are. */
export function toggleOutputs(folds: Folds, segment: SegmentView): void {
  const keys = keysOf(segment, (kind) => OUTPUTS.has(kind))
  const isFull = keys.every((key) => folds.lines(key) > CLAMPED_LINES)
  for (const key of keys) {
    if (isFull) folds.showLess(key)
    else folds.showMore(key)
  }
}

function keysOf(segment: SegmentView, wanted: (kind: string) => boolean): string[] {
  return segment.parts.flatMap((view, index) => (wanted(view.part.kind) ? [foldKey(segment.id, index)] : []))
}

/** Opens whatever hides the place, so that a quote can be shown. */
export function reveal(folds: Folds, segment: SegmentView, at: number): void {
  const index = segment.parts.findIndex((view) => view.start <= at && at < view.end)
  if (index === -1) return
  const key = foldKey(segment.id, index)
  folds.setOpen(key, true)
  if (OUTPUTS.has(segment.parts[index]?.part.kind ?? '')) folds.showMore(key)
}
