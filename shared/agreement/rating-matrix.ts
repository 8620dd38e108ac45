import { at } from './at.ts'
import { type ContingencyTable, contingencyTable } from './contingency-table.ts'

/**
 * Labels of several raters on the same items: items x raters category codes, row by row, `MISSING` where a rater gave none.
 * Codes are indices into the declared categories (at most 65,535); for a binary label 0 is *present*.
 */
export interface RatingMatrix {
  readonly items: number
  readonly raters: number
  /** Number of declared categories, used or not. */
  readonly k: number
  readonly codes: Uint16Array
}

/** Code of a label that was not given. It is not a category. */
export const MISSING = 0xffff

/** A matrix from rows of codes, null = missing. Throws on rows of unequal length and on codes outside of 0..k-1. */
export function ratingMatrix(rows: readonly (readonly (number | null)[])[], k: number): RatingMatrix {
  const raters = rows[0]?.length ?? 0
  const codes = new Uint16Array(rows.length * raters).fill(MISSING)
  rows.forEach((row, item) => {
    if (row.length !== raters) throw new RangeError(`Item ${item} has ${row.length} raters, the first has ${raters}.`)
    row.forEach((code, rater) => {
      if (code === null) return
      if (!Number.isInteger(code) || code < 0 || code >= k)
        throw new RangeError(`Item ${item} has the code ${code}, outside of 0..${k - 1}.`)
      codes[item * raters + rater] = code
    })
  })
  return { items: rows.length, raters, k, codes }
}

/** Codes of labels of any kind: the index of each among the categories, compared by value (===), null = missing. */
export function encodeLabels<Label>(rows: readonly (readonly (Label | null)[])[], categories: readonly Label[]): RatingMatrix {
  const codeOf = new Map(categories.map((category, code) => [category, code]))
  const coded = rows.map((row) =>
    row.map((label) => {
      if (label === null) return null
      const code = codeOf.get(label)
      if (code === undefined) throw new RangeError(`The label ${JSON.stringify(label)} is not among the categories.`)
      return code
    }),
  )
  return ratingMatrix(coded, categories.length)
}

/** The code a rater gave an item, or `MISSING`. */
export function codeAt(matrix: RatingMatrix, item: number, rater: number): number {
  return at(matrix.codes, item * matrix.raters + rater)
}

/** Table of two raters over the items both labelled. */
export function pairTable(matrix: RatingMatrix, a: number, b: number): ContingencyTable {
  const { k } = matrix
  const counts = new Float64Array(k * k)
  for (let item = 0; item < matrix.items; item++) {
    const row = codeAt(matrix, item, a)
    const column = codeAt(matrix, item, b)
    if (row !== MISSING && column !== MISSING) counts[row * k + column] = at(counts, row * k + column) + 1
  }
  return contingencyTable(k, counts)
}

/** All pairs of raters, (0,1), (0,2), (1,2) and so on in row order. */
export function raterPairs(raters: number): [number, number][] {
  const pairs: [number, number][] = []
  for (let a = 0; a < raters; a++) for (let b = a + 1; b < raters; b++) pairs.push([a, b])
  return pairs
}

/** One rater's codes in item order. */
export function codesOfRater(matrix: RatingMatrix, rater: number): Uint16Array {
  const codes = new Uint16Array(matrix.items)
  for (let item = 0; item < matrix.items; item++) codes[item] = codeAt(matrix, item, rater)
  return codes
}
