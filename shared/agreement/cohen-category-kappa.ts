import { at } from './at.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'

/**
 * Kappa of each category against the rest, (p_ii - p_i. p_.i)/((p_i. + p_.i)/2 - p_i. p_.i), in category order; -1..1.
 * Null where neither rater used the category, or both used nothing else. For two categories both values are Cohen's kappa.
 * Source: Cohen (1960); Fleiss (1981) Statistical Methods for Rates and Proportions, 2nd ed., p. 218.
 */
export function cohenCategoryKappa(table: ContingencyTable): (number | null)[] {
  const { k, n } = table
  return Array.from({ length: k }, (_, i) => {
    const row = at(table.rowTotals, i)
    const column = at(table.columnTotals, i)
    if (row + column === 0 || (row === n && column === n)) return null
    // Disagreement form: exact at full agreement.
    const observed = (row + column - 2 * cell(table, i, i)) / n
    const expected = (row * (n - column) + column * (n - row)) / n / n
    return 1 - observed / expected
  })
}
