import { type PointCoefficient, undefinedCoefficient } from './coefficient.ts'
import type { ContingencyTable } from './contingency-table.ts'
import { scottPi } from './scott-pi.ts'

/**
 * Krippendorff's nominal alpha of two raters without missing labels, from their table: 1 - (1 - pi_Scott)(2n - 1)/(2n).
 * `observed` and `expected` are disagreement, Do and De. Source: Krippendorff (2004) Content Analysis, 2nd ed., pp. 222-228.
 */
export function alphaOfTable(table: ContingencyTable): PointCoefficient {
  const { n } = table
  const pi = scottPi(table)
  if (pi.kind === 'undefined') {
    if (n === 0) return pi
    return undefinedCoefficient('no-expected-disagreement', n, 0, 0)
  }
  const expected = ((1 - pi.expected) * 2 * n) / (2 * n - 1)
  return { kind: 'value', value: 1 - (1 - pi.value) * ((2 * n - 1) / (2 * n)), n, observed: 1 - pi.observed, expected }
}
