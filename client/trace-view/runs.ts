/**
 * What is drawn, and where it stands in the text of the segment. Offsets are code points, as in evidence; what is drawn may differ
 * from what is stored (an escape made visible, an indent added), but a run never forgets its place.
 */
import { codePointLength } from '../../shared/segments/segment-text.ts'

export type Run = {
  readonly text: string
  /** Half-open, in code points of the segment's text. A run that stands for nothing stored has `start === end`. */
  readonly start: number
  readonly end: number
  /** `verbatim`: the text is the stored text, character by character. `sign`: it stands for it as a whole. */
  readonly kind: 'verbatim' | 'sign'
  /** Classes, for colour. */
  readonly tone?: string
  /** A colour of the trace's own choosing (256 colours and more). */
  readonly colour?: { readonly ink?: string; readonly ground?: string }
  /** What a sign stands for, in words. */
  readonly title?: string
}

export type Line = { readonly runs: readonly Run[]; readonly tone?: 'add' | 'del' | 'm' }

/** Evidence to draw over a text. */
export type Highlight = {
  readonly start: number
  readonly end: number
  /** Printed behind it, for example the code of the mode; empty for what is no evidence. */
  readonly tag: string
  /** Extra class, for example how a vote went. */
  readonly tone?: string
}

/** A run, or the part of one, with the highlights that lie on it; `tags` of those that end here. */
export type Piece = { readonly run: Run; readonly on: readonly Highlight[]; readonly ending: readonly Highlight[] }

/** Cuts runs where highlights begin and end. */
export function piecesOf(runs: readonly Run[], highlights: readonly Highlight[]): Piece[] {
  return runs.flatMap((run) => {
    const on = highlights.filter((highlight) => highlight.start < run.end && highlight.end > run.start)
    if (on.length === 0) return [{ run, on: [], ending: [] }]
    const bounds = on.flatMap((highlight) => [highlight.start, highlight.end])
    return cut(run, bounds).map((piece) => ({
      run: piece,
      on: on.filter((highlight) => highlight.start < piece.end && highlight.end > piece.start),
      ending: on.filter((highlight) => highlight.end > piece.start && highlight.end <= piece.end),
    }))
  })
}

/** The run cut at the bounds that lie inside of it. A sign is never cut. */
function cut(run: Run, bounds: readonly number[]): Run[] {
  if (run.kind === 'sign') return [run]
  const inside = [...new Set(bounds)].filter((at) => at > run.start && at < run.end).toSorted((a, b) => a - b)
  if (inside.length === 0) return [run]
  const points = Array.from(run.text)
  const edges = [run.start, ...inside, run.end]
  return edges.slice(1).map((end, index) => {
    const start = edges[index] ?? run.start
    return { ...run, text: points.slice(start - run.start, end - run.start).join(''), start, end }
  })
}

export function verbatim(text: string, start: number, tone?: string): Run {
  const run: Run = { text, start, end: start + codePointLength(text), kind: 'verbatim' }
  return tone ? { ...run, tone } : run
}
