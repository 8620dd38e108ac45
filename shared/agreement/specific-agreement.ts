import { at } from './at.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'

/**
 * Specific agreement of each category, 2 n_ii/(n_i. + n_.i), in category order; null where neither rater used it. Range 0..1.
 * For a binary label the two are positive and negative agreement; positive agreement is the F1 (Dice) of either rater against the other.
 * Source: Cicchetti & Feinstein (1990) J. Clin. Epidemiol. 43:551-558; Dice (1945).
 */
export function specificAgreement(table: ContingencyTable): (number | null)[] {
  return Array.from({ length: table.k }, (_, i) => {
    const labels = at(table.rowTotals, i) + at(table.columnTotals, i)
    return labels === 0 ? null : (2 * cell(table, i, i)) / labels
  })
}
