import { at } from '../at.ts'
import { codeAt, MISSING, type RatingMatrix } from '../rating-matrix.ts'

/** Everything a report needs to know about a study: who labelled what, with or without modes and clusters. */
export interface RatingData {
  readonly items: readonly string[]
  readonly raters: readonly string[]
  /** Category 0 is *present*. */
  readonly categories: readonly string[]
  /** Whether the order of the categories means something; only then are weighted and ordinal coefficients given. */
  readonly isOrdered: boolean
  /** The categories as numbers, or null when some are not. */
  readonly numbers: readonly number[] | null
  /** Null when the labels have no mode; then there is one matrix. */
  readonly modes: readonly string[] | null
  /** One matrix of items x raters per mode. */
  readonly matrices: readonly RatingMatrix[]
  readonly clusters: Clusters | null
}

/** Which cluster (trace) each item belongs to. */
export interface Clusters {
  readonly count: number
  readonly ofItem: Int32Array
}

/** A matrix with the cluster of each of its rows: one mode, or all (item, mode) cells. */
export interface Block {
  readonly matrix: RatingMatrix
  readonly clusterOfRow: Int32Array | null
  readonly clusters: number | null
}

/** One mode, or the only matrix. */
export function blockOfMatrix(data: RatingData, matrix: RatingMatrix): Block {
  return { matrix, clusterOfRow: data.clusters?.ofItem ?? null, clusters: data.clusters?.count ?? null }
}

/** All (item, mode) cells as items, mode after mode; a cell belongs to the cluster of its item. */
export function blockOfCells(data: RatingData): Block {
  const [first] = data.matrices
  if (first !== undefined && data.matrices.length === 1) return blockOfMatrix(data, first)
  const items = data.items.length
  const raters = data.raters.length
  const codes = new Uint16Array(data.matrices.length * items * raters)
  data.matrices.forEach((matrix, mode) => {
    codes.set(matrix.codes, mode * items * raters)
  })
  const rows = data.matrices.length * items
  const ofItem = data.clusters?.ofItem
  return {
    matrix: { items: rows, raters, k: data.categories.length, codes },
    clusterOfRow: ofItem === undefined ? null : Int32Array.from({ length: rows }, (_, row) => at(ofItem, row % items)),
    clusters: data.clusters?.count ?? null,
  }
}

/** Items by how completely they were labelled, over all modes, and the number of labels that are not there. */
export function completeness(data: RatingData): { used: number; incomplete: number; missing: number } {
  let used = 0
  let incomplete = 0
  let missing = 0
  for (let item = 0; item < data.items.length; item++) {
    let isUsed = false
    let gaps = 0
    for (const matrix of data.matrices) {
      let labels = 0
      for (let rater = 0; rater < matrix.raters; rater++) if (codeAt(matrix, item, rater) !== MISSING) labels += 1
      if (labels >= 2) isUsed = true
      gaps += matrix.raters - labels
    }
    if (isUsed) used += 1
    if (gaps > 0) incomplete += 1
    missing += gaps
  }
  return { used, incomplete, missing }
}
