import { at } from './at.ts'
import type { ClusteredTables } from './clustered-tables.ts'
import type { ContingencyTable } from './contingency-table.ts'

/** How far one item in each cell moves a coefficient away from its value (its influence), k * k row by row; the mean over a table is 0. */
export type CellInfluence = Float64Array

/** Influences from a function of row and column. */
export function cellInfluence(k: number, of: (i: number, j: number) => number): CellInfluence {
  return Float64Array.from({ length: k * k }, (_, cell) => of(Math.floor(cell / k), cell % k))
}

/** Linearised SE for independent items, divisor n: sqrt(sum p_ij x_ij^2 / n). */
export function seOfInfluence(table: ContingencyTable, influence: CellInfluence): number {
  let squares = 0
  influence.forEach((x, cell) => {
    squares += (at(table.counts, cell) / table.n) * x * x
  })
  return Math.sqrt(squares / table.n)
}

/**
 * Linearised SE for items in clusters (traces), with the factor G/(G-1), for Student's t on G - 1 degrees of freedom:
 * sqrt(G/(G-1) sum_g (sum_{i in g} x_i)^2)/n. Null with fewer than two clusters.
 */
export function clusterSeOfInfluence(tables: ClusteredTables, influence: CellInfluence): number | null {
  const { clusters, counts, total } = tables
  if (clusters < 2) return null
  const cells = influence.length
  let squares = 0
  for (let g = 0; g < clusters; g++) {
    let inCluster = 0
    for (let cell = 0; cell < cells; cell++) inCluster += at(counts, g * cells + cell) * at(influence, cell)
    squares += inCluster * inCluster
  }
  return Math.sqrt((clusters / (clusters - 1)) * squares) / total.n
}
