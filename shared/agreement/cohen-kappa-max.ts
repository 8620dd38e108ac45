import { at } from './at.ts'
import { type PointCoefficient, undefinedCoefficient } from './coefficient.ts'
import type { ContingencyTable } from './contingency-table.ts'

/**
 * The largest kappa these margins allow, (sum min(p_i., p_.i) - pe)/(1 - pe); 0..1. Well below 1 when the raters differ in how often
 * they use a category. Undefined where kappa is. Source: Cohen (1960) EPM 20:37-46, p. 42.
 */
export function cohenKappaMax(table: ContingencyTable): PointCoefficient {
  const { k, n } = table
  if (n === 0) return undefinedCoefficient('no-pairable-items', 0)
  let reachable = 0
  let expectedDisagreement = 0
  for (let i = 0; i < k; i++) {
    reachable += Math.min(at(table.rowTotals, i), at(table.columnTotals, i))
    expectedDisagreement += (at(table.rowTotals, i) / n) * ((n - at(table.columnTotals, i)) / n)
  }
  const observed = reachable / n
  const expected = 1 - expectedDisagreement
  if (expectedDisagreement === 0) return undefinedCoefficient('single-category', n, observed, 1)
  return { kind: 'value', value: 1 - (n - reachable) / n / expectedDisagreement, n, observed, expected }
}
