/** From what is selected on the screen to code points in the segment's text, and the quote that stands there. */

import type { PartView } from '../../shared/http/api.ts'
import { partText } from '../../shared/segments/segment-text.ts'

export type Quote = { readonly start: number; readonly end: number; readonly quote: string }

/** Elements of runs say where they stand; see run-list.tsx. */
export const START = 'data-a'
export const END = 'data-b'
export const SIGN = 'data-sign'

/** The segment's text again, as the offsets of its parts were counted. */
export function textOf(parts: readonly PartView[]): string {
  return parts
    .map((view) => partText(view.part))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** Widens a range to whole graphemes, so that a quote never holds half an emoji or a letter without its accent. */
export function snapToGraphemes(text: string, start: number, end: number): Quote | null {
  const points = Array.from(text)
  if (start < 0 || end > points.length || end <= start) return null
  // Only around the edges: splitting a whole book for a quote would take longer than a key press may.
  const from = Math.max(0, start - REACH)
  const until = Math.min(points.length, end + REACH)
  const bounds = graphemeBounds(points.slice(from, until).join(''), from)
  const snappedStart = bounds.findLast((bound) => bound <= start) ?? start
  const snappedEnd = bounds.find((bound) => bound >= end) ?? end
  const trimmed = trim(points, snappedStart, snappedEnd)
  return trimmed && { ...trimmed, quote: points.slice(trimmed.start, trimmed.end).join('') }
}

const REACH = 64

function graphemeBounds(text: string, offset: number): number[] {
  const bounds = [offset]
  let at = offset
  for (const { segment } of new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)) {
    at += Array.from(segment).length
    bounds.push(at)
  }
  return bounds
}

/** A quote neither begins nor ends with blanks: a double click often takes one too many. */
function trim(points: readonly string[], start: number, end: number): { start: number; end: number } | null {
  let from = start
  let until = end
  while (from < until && /\s/u.test(points[from] ?? '')) from += 1
  while (until > from && /\s/u.test(points[until - 1] ?? '')) until -= 1
  return until > from ? { start: from, end: until } : null
}

/** Where the selection stands inside `root`, in code points; null when it is empty or lies elsewhere. */
export function selectedRange(root: HTMLElement, selection: Selection | null): { start: number; end: number } | null {
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const drawn = [...root.querySelectorAll<HTMLElement>(`[${START}]`)].filter((element) => range.intersectsNode(element))
  const first = drawn.find((element) => reaches(range, element, 'start'))
  const last = drawn.findLast((element) => reaches(range, element, 'end'))
  if (!first || !last) return null
  const start = offsetIn(first, range.startContainer, range.startOffset, 'start')
  const end = offsetIn(last, range.endContainer, range.endOffset, 'end')
  return end > start ? { start, end } : null
}

/** A range that only touches the edge of a run has nothing of it. */
function reaches(range: Range, element: HTMLElement, edge: 'start' | 'end'): boolean {
  if (edge === 'start') return !(element.contains(range.startContainer) && range.startOffset === textLength(range.startContainer))
  return !(element.contains(range.endContainer) && range.endOffset === 0)
}

function textLength(node: Node): number {
  return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').length : node.childNodes.length
}

function offsetIn(element: HTMLElement, node: Node, offset: number, edge: 'start' | 'end'): number {
  const [start, end] = [Number(element.getAttribute(START)), Number(element.getAttribute(END))]
  const whole = edge === 'start' ? start : end
  // A sign stands for its stored text as a whole.
  if (!element.contains(node) || node.nodeType !== Node.TEXT_NODE || element.hasAttribute(SIGN)) return whole
  return start + Array.from((node.textContent ?? '').slice(0, offset)).length
}
