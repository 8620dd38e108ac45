import { at } from './at.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'

/**
 * Matthews correlation (phi) of a binary table, -1..1; null when a rater is constant.
 * Source: Matthews (1975) Biochim. Biophys. Acta 405:442-451.
 */
export function matthewsCorrelation(table: ContingencyTable): number | null {
  binaryOnly(table)
  const [a, b] = [cell(table, 0, 0), cell(table, 0, 1)]
  const [c, d] = [cell(table, 1, 0), cell(table, 1, 1)]
  const margins = [at(table.rowTotals, 0), at(table.rowTotals, 1), at(table.columnTotals, 0), at(table.columnTotals, 1)]
  if (margins.includes(0)) return null
  return (a * d - b * c) / margins.reduce((product, margin) => product * Math.sqrt(margin), 1)
}

/** Jaccard index of the two raters' present labels, a/(a + b + c), 0..1; null when nothing was marked present. Source: Jaccard (1912). */
export function jaccardPositive(table: ContingencyTable): number | null {
  binaryOnly(table)
  const union = cell(table, 0, 0) + cell(table, 0, 1) + cell(table, 1, 0)
  return union === 0 ? null : cell(table, 0, 0) / union
}

function binaryOnly(table: ContingencyTable): void {
  if (table.k !== 2) throw new RangeError('Defined for two categories.')
}
