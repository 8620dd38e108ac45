import { at } from './at.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'

/**
 * Prevalence index (a - d)/n and bias index (b - c)/n of a binary table, category 0 = present; each -1..1, null without an item.
 * Prevalence near -1: nearly all absent. Bias above 0: rater A marks the mode more often than B.
 * Source: Byrt, Bishop & Carlin (1993) J. Clin. Epidemiol. 46:423-429.
 */
export function prevalenceBias(table: ContingencyTable): { prevalenceIndex: number; biasIndex: number } | null {
  if (table.k !== 2) throw new RangeError('Prevalence and bias indices are for two categories.')
  if (table.n === 0) return null
  return {
    prevalenceIndex: (cell(table, 0, 0) - cell(table, 1, 1)) / table.n,
    biasIndex: (at(table.rowTotals, 0) - at(table.columnTotals, 0)) / table.n,
  }
}
