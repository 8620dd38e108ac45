/** Some segments of a trace, as people write them: "1-10, 15". */

export type Ranges =
  /** Indices from 0, ascending, each once. */
  { readonly kind: 'some'; readonly indices: readonly number[] } | { readonly kind: 'all' } | { readonly kind: 'bad'; readonly why: string }

/** Numbers start at 1, as the screens count; empty means all. `count` is how many segments the trace has. */
export function parseRanges(text: string, count: number): Ranges {
  const pieces = text
    .split(/[,;]/u)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== '')
  if (pieces.length === 0) return { kind: 'all' }
  const chosen = new Set<number>()
  for (const piece of pieces) {
    const [, first, last = first] = /^(\d{1,6})(?:\s*[-–]\s*(\d{1,6}))?$/u.exec(piece) ?? []
    if (first === undefined) return { kind: 'bad', why: `"${piece}" is neither a number nor a range such as 1-10.` }
    const [from, to] = [Number(first), Number(last)]
    if (from < 1 || to > count) return { kind: 'bad', why: `This trace has segments 1 to ${count}; "${piece}" leaves them.` }
    if (from > to) return { kind: 'bad', why: `"${piece}" ends before it begins.` }
    for (let number = from; number <= to; number++) chosen.add(number - 1)
  }
  return { kind: 'some', indices: [...chosen].toSorted((a, b) => a - b) }
}
