import { at } from './at.ts'
import { codeAt, MISSING, type RatingMatrix } from './rating-matrix.ts'

/** How many raters put each item into each category: items x k counts, row by row. Who said what is not kept. */
export interface ItemCounts {
  readonly items: number
  readonly k: number
  readonly counts: Float64Array
}

/** Counts from rows of a category count matrix, as Fleiss (1971) prints it. */
export function itemCounts(rows: readonly (readonly number[])[]): ItemCounts {
  const k = rows[0]?.length ?? 0
  if (rows.some((row) => row.length !== k)) throw new RangeError('Every item needs one count per category.')
  return { items: rows.length, k, counts: Float64Array.from(rows.flat()) }
}

/** Counts of a rating matrix; missing labels are left out. */
export function countCategories(matrix: RatingMatrix): ItemCounts {
  const { items, k } = matrix
  const counts = new Float64Array(items * k)
  for (let item = 0; item < items; item++) {
    for (let rater = 0; rater < matrix.raters; rater++) {
      const code = codeAt(matrix, item, rater)
      if (code !== MISSING) counts[item * k + code] = at(counts, item * k + code) + 1
    }
  }
  return { items, k, counts }
}

/** The same items with one category against all others; category 0 is the one. */
export function collapseTo(counts: ItemCounts, category: number): ItemCounts {
  const collapsed = new Float64Array(counts.items * 2)
  for (let item = 0; item < counts.items; item++) {
    let others = 0
    for (let c = 0; c < counts.k; c++) if (c !== category) others += at(counts.counts, item * counts.k + c)
    collapsed[item * 2] = at(counts.counts, item * counts.k + category)
    collapsed[item * 2 + 1] = others
  }
  return { items: counts.items, k: 2, counts: collapsed }
}
