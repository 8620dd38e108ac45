import { type PointCoefficient, undefinedCoefficient } from './coefficient.ts'
import { cohenKappa } from './cohen-kappa.ts'
import type { ContingencyTable } from './contingency-table.ts'

/**
 * Pooled kappa, (mean po - mean pe)/(1 - mean pe) over tables (pairs of raters, or modes): defined also where single tables are 0/0.
 * Tables without a common item are left out; each other table counts the same. `n` is the sum of the tables' items.
 * Source: De Vries, Elliott, Kanouse & Teleki (2008) Field Methods 20:272-282.
 */
export function pooledKappa(tables: readonly ContingencyTable[]): PointCoefficient {
  let observed = 0
  let expected = 0
  let n = 0
  let used = 0
  for (const table of tables) {
    if (table.n === 0) continue
    // Agreement is defined for every table with items, kappa itself may not be.
    const kappa = cohenKappa(table)
    observed += 1 - (kappa.observed ?? 0)
    expected += 1 - (kappa.expected ?? 0)
    n += table.n
    used += 1
  }
  if (used === 0) return undefinedCoefficient('no-pairable-items', 0)
  const meanObserved = 1 - observed / used
  const meanExpected = 1 - expected / used
  if (expected === 0) return undefinedCoefficient('single-category', n, meanObserved, meanExpected)
  return { kind: 'value', value: 1 - observed / expected, n, observed: meanObserved, expected: meanExpected }
}
