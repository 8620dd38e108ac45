import { type CellInfluence, cellInfluence } from './cell-influence.ts'
import { type Coefficient, undefinedCoefficient } from './coefficient.ts'
import { type ContingencyTable, disagreements } from './contingency-table.ts'

/**
 * Raw (percent) agreement of two raters, po = sum p_ii: the share of items on which they said the same.
 * Range 0..1, no correction for chance (`expected` is 0); SE = sqrt(po (1 - po) / n). Undefined only without a common item.
 */
export function percentAgreement(table: ContingencyTable): Coefficient {
  const { n } = table
  if (n === 0) return undefinedCoefficient('no-pairable-items', 0)
  const off = disagreements(table) / n
  const value = 1 - off
  return { kind: 'value', value, n, observed: value, expected: 0, se: Math.sqrt((off * value) / n) }
}

/** Influence of each cell on raw agreement. */
export function percentInfluence(table: ContingencyTable): CellInfluence {
  const off = disagreements(table) / table.n
  return cellInfluence(table.k, (i, j) => (i === j ? off : off - 1))
}
