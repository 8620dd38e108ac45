import { at } from './at.ts'
import { type CellInfluence, cellInfluence, seOfInfluence } from './cell-influence.ts'
import { type Coefficient, undefinedCoefficient } from './coefficient.ts'
import { type ContingencyTable, disagreements } from './contingency-table.ts'

/**
 * Scott's pi of two raters: chance is agreement of two draws from the raters' common distribution, pe = sum ((p_i. + p_.i)/2)^2.
 * Range -1..1. SE by linearisation (divisor n). Undefined when only one category was used, and without a common item.
 * Source: Scott (1955) Public Opin. Q. 19:321-325.
 */
export function scottPi(table: ContingencyTable): Coefficient {
  const { n } = table
  if (n === 0) return undefinedCoefficient('no-pairable-items', 0)
  const { observedDisagreement, expectedDisagreement } = scottParts(table)
  if (expectedDisagreement === 0) return undefinedCoefficient('single-category', n, 1 - observedDisagreement, 1)
  return {
    kind: 'value',
    value: 1 - observedDisagreement / expectedDisagreement,
    n,
    observed: 1 - observedDisagreement,
    expected: 1 - expectedDisagreement,
    se: seOfInfluence(table, scottInfluence(table)),
  }
}

/** Influence of each cell on Scott's pi, where it is defined. */
export function scottInfluence(table: ContingencyTable): CellInfluence {
  const { shares, observedDisagreement, expectedDisagreement } = scottParts(table)
  const ratio = observedDisagreement / expectedDisagreement
  return cellInfluence(table.k, (i, j) => {
    const u = (i === j ? 0 : 1) - (2 - at(shares, i) - at(shares, j)) * ratio + observedDisagreement
    return -u / expectedDisagreement
  })
}

function scottParts(table: ContingencyTable): { shares: Float64Array; observedDisagreement: number; expectedDisagreement: number } {
  const shares = commonShares(table)
  let expectedDisagreement = 0
  for (let i = 0; i < table.k; i++) expectedDisagreement += at(shares, i) * otherShare(table, i)
  return { shares, observedDisagreement: disagreements(table) / table.n, expectedDisagreement }
}

/** Share of each category among the 2n labels of both raters. */
export function commonShares(table: ContingencyTable): Float64Array {
  const shares = new Float64Array(table.k)
  for (let i = 0; i < table.k; i++) shares[i] = (at(table.rowTotals, i) + at(table.columnTotals, i)) / (2 * table.n)
  return shares
}

/** Share of all other categories among the 2n labels; from the counts, since 1 - share loses digits when a category is common. */
export function otherShare(table: ContingencyTable, category: number): number {
  const labels = at(table.rowTotals, category) + at(table.columnTotals, category)
  return (2 * table.n - labels) / (2 * table.n)
}

/**
 * Standard error of the intraclass kappa (Scott's pi) of n binary pairs with prevalence p in the common-correlation model:
 * sqrt((1-k)/n {(1-k)(1-2k) + k(2-k)/(2p(1-p))}). Source: Bloch & Kraemer (1989) Biometrics 45:269-287.
 */
export function blochKraemerSe(kappa: number, prevalence: number, n: number): number {
  const off = 1 - kappa
  const spread = (kappa * (2 - kappa)) / (2 * prevalence * (1 - prevalence))
  return Math.sqrt(Math.max(0, (off / n) * (off * (1 - 2 * kappa) + spread)))
}
