import { at } from './at.ts'
import { codeAt, MISSING, type RatingMatrix } from './rating-matrix.ts'

/**
 * Krippendorff's coincidences: how often values c and k meet within a unit, each unit's pairs weighted by 1/(m_u - 1).
 * Only units with two labels and more enter ("pairable values").
 */
export interface CoincidenceMatrix {
  readonly k: number
  /** Number of pairable values, and of units that hold them. */
  readonly n: number
  readonly units: number
  /** n_c: pairable values of each category. */
  readonly totals: Float64Array
  /** o_ck, k x k row by row, symmetric; its row sums are n_c. */
  readonly cells: Float64Array
}

/** Coincidences of a rating matrix; O(labels), never O(labels^2). */
export function coincidenceMatrix(matrix: RatingMatrix): CoincidenceMatrix {
  const { k, raters } = matrix
  const totals = new Float64Array(k)
  const cells = new Float64Array(k * k)
  const codes = new Uint16Array(raters)
  let n = 0
  let units = 0
  for (let item = 0; item < matrix.items; item++) {
    const m = addUnit(matrix, item, codes, totals, cells)
    if (m === 0) continue
    n += m
    units += 1
  }
  return { k, n, units, totals, cells }
}

/** Adds one unit's coincidences; answers how many pairable values it holds (0 or at least 2). */
export function addUnit(matrix: RatingMatrix, item: number, codes: Uint16Array, totals: Float64Array, cells: Float64Array): number {
  const { k, raters } = matrix
  let m = 0
  for (let rater = 0; rater < raters; rater++) {
    const code = codeAt(matrix, item, rater)
    if (code !== MISSING) codes[m++] = code
  }
  if (m < 2) return 0
  const share = 1 / (m - 1)
  for (let i = 0; i < m; i++) {
    const own = at(codes, i)
    totals[own] = at(totals, own) + 1
    for (let j = 0; j < m; j++) {
      if (i === j) continue
      const cell = own * k + at(codes, j)
      cells[cell] = at(cells, cell) + share
    }
  }
  return m
}
