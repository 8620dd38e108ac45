import { at } from './at.ts'

/**
 * How two raters labelled the same items: k x k counts, rows = rater A, columns = rater B, both in category order.
 * For a binary label category 0 is *present*. Counts may be fractional (effective counts) and may exceed 2^31.
 */
export interface ContingencyTable {
  readonly k: number
  readonly n: number
  /** k * k counts, row by row. */
  readonly counts: Float64Array
  readonly rowTotals: Float64Array
  readonly columnTotals: Float64Array
}

/** A table from row-major counts. Throws on a length other than k * k, or a negative or non-finite count. */
export function contingencyTable(k: number, counts: ArrayLike<number>): ContingencyTable {
  if (counts.length !== k * k) throw new RangeError(`A table of ${k} categories has ${k * k} cells, not ${counts.length}.`)
  const cells = Float64Array.from(counts)
  const rowTotals = new Float64Array(k)
  const columnTotals = new Float64Array(k)
  let n = 0
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      const count = at(cells, i * k + j)
      if (!(count >= 0 && Number.isFinite(count))) throw new RangeError(`Cell ${i},${j} holds ${count}, not a count.`)
      rowTotals[i] = at(rowTotals, i) + count
      columnTotals[j] = at(columnTotals, j) + count
      n += count
    }
  }
  return { k, n, counts: cells, rowTotals, columnTotals }
}

/** A table from rows of counts. */
export function tableFromRows(rows: readonly (readonly number[])[]): ContingencyTable {
  for (const row of rows) {
    if (row.length !== rows.length) throw new RangeError('A table of two raters is square.')
  }
  return contingencyTable(rows.length, rows.flat())
}

/** The 2 x 2 table of one failure mode, category 0 = present: both present, only A, only B, neither. */
export function binaryTable(bothPresent: number, onlyA: number, onlyB: number, neither: number): ContingencyTable {
  return contingencyTable(2, [bothPresent, onlyA, onlyB, neither])
}

/** Counts pairs of category indices (0..k-1). Pairs with a missing label must be left out by the caller. */
export function tableFromPairs(pairs: Iterable<readonly [number, number]>, k: number): ContingencyTable {
  const counts = new Float64Array(k * k)
  for (const [a, b] of pairs) {
    if (!(a >= 0 && a < k && b >= 0 && b < k)) throw new RangeError(`Pair ${a},${b} is outside of ${k} categories.`)
    counts[a * k + b] = at(counts, a * k + b) + 1
  }
  return contingencyTable(k, counts)
}

/** The count in row i (rater A), column j (rater B). */
export function cell(table: ContingencyTable, i: number, j: number): number {
  return at(table.counts, i * table.k + j)
}

/** The same table with the raters exchanged. */
export function transposed(table: ContingencyTable): ContingencyTable {
  const { k } = table
  const counts = new Float64Array(k * k)
  for (let i = 0; i < k; i++) for (let j = 0; j < k; j++) counts[j * k + i] = cell(table, i, j)
  return contingencyTable(k, counts)
}

/** Number of items on which the two raters differ. */
export function disagreements(table: ContingencyTable): number {
  let off = 0
  for (let i = 0; i < table.k; i++) for (let j = 0; j < table.k; j++) if (i !== j) off += cell(table, i, j)
  return off
}
