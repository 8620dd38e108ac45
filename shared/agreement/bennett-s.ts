import { type Coefficient, undefinedCoefficient } from './coefficient.ts'
import type { ContingencyTable } from './contingency-table.ts'
import { percentAgreement } from './percent-agreement.ts'

/**
 * Bennett's S of two raters, (k po - 1)/(k - 1): chance is a fair draw from the k declared categories, used or not.
 * Range -1/(k-1)..1; SE = k/(k-1) sqrt(po (1-po)/n). Undefined with fewer than two categories.
 * Source: Bennett, Alpert & Goldstein (1954) Public Opin. Q. 18:303-308.
 */
export function bennettS(table: ContingencyTable): Coefficient {
  const { k } = table
  const raw = percentAgreement(table)
  if (raw.kind === 'undefined') return raw
  if (k < 2) return undefinedCoefficient('single-category', raw.n, raw.value, 1)
  const factor = k / (k - 1)
  return { kind: 'value', value: 1 - (1 - raw.value) * factor, n: raw.n, observed: raw.value, expected: 1 / k, se: raw.se * factor }
}
