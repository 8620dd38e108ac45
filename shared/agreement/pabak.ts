import { type Coefficient, undefinedCoefficient } from './coefficient.ts'
import type { ContingencyTable } from './contingency-table.ts'
import { percentAgreement } from './percent-agreement.ts'

/**
 * Prevalence- and bias-adjusted kappa of a binary table, 2 po - 1; range -1..1.
 * It is Bennett's S for two categories; for more than two use `bennettS`. Throws on a table that is not 2 x 2.
 * Source: Byrt, Bishop & Carlin (1993) J. Clin. Epidemiol. 46:423-429.
 */
export function pabak(table: ContingencyTable): Coefficient {
  if (table.k !== 2) throw new RangeError('PABAK is for two categories; Bennett S is its form for more.')
  const raw = percentAgreement(table)
  if (raw.kind === 'undefined') return undefinedCoefficient(raw.reason, 0)
  return { kind: 'value', value: 2 * raw.value - 1, n: raw.n, observed: raw.value, expected: 0.5, se: 2 * raw.se }
}
