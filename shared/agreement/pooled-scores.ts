import { at } from './at.ts'
import type { ContingencyTable } from './contingency-table.ts'
import { makeTraceScores, type TraceScores } from './trace-scores.ts'

/** A binary table of a pair and a mode, with its cells in each trace (a, b, c, d) and the number of the trace. */
export type TableByTrace = {
  readonly total: ContingencyTable
  readonly cells: readonly { readonly trace: number; readonly counts: ArrayLike<number> }[]
}

/**
 * How far each trace moves pooled kappa 1 - sum Qo / sum Qe over tables: (dQo - q dQe) / sum Qe with q = sum Qo / sum Qe, where in a table
 * dQo = (off - n Qo)/N and dQe = (1 - 2c) dr + (1 - 2r) dc, r and c the two raters' shares of present. With one table it is the
 * linearisation of Cohen's kappa. Tables without a common item are left out, as in `pooledKappa`; null where that is undefined.
 */
export function pooledScores(tables: readonly TableByTrace[], traces: number): TraceScores | null {
  let observed = 0
  let expected = 0
  const parts = tables
    .filter(({ total }) => total.n > 0)
    .map(({ total, cells }) => {
      const { n, counts, rowTotals, columnTotals } = total
      const r = at(rowTotals, 0) / n
      const c = at(columnTotals, 0) / n
      const off = (at(counts, 1) + at(counts, 2)) / n
      observed += off
      expected += r + c - 2 * r * c
      return { n, r, c, off, cells }
    })
  if (expected === 0) return null
  const q = observed / expected
  const scores = makeTraceScores(traces)
  for (const { n, r, c, off, cells } of parts) {
    for (const { trace, counts } of cells) {
      const [both, onlyA, onlyB, neither] = [at(counts, 0), at(counts, 1), at(counts, 2), at(counts, 3)]
      const own = both + onlyA + onlyB + neither
      if (own === 0) continue
      const differs = onlyA + onlyB - own * off
      const chance = (1 - 2 * c) * (both + onlyA - own * r) + (1 - 2 * r) * (both + onlyB - own * c)
      scores.add(trace, (differs - q * chance) / (n * expected))
    }
  }
  return scores
}
