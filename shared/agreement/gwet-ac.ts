import { disagreementWeights, type WeightScheme } from './agreement-weights.ts'
import { at } from './at.ts'
import { type Coefficient, undefinedCoefficient } from './coefficient.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'
import { commonShares, otherShare } from './scott-pi.ts'

/**
 * Gwet's AC1 of two raters (AC2 with weights): pe = T_w sum pi(1-pi)/(k(k-1)), T_w the sum of the agreement weights (k when unweighted).
 * Range -1..1. SE in Gwet's table form, divisor n. Defined also when only one of k >= 2 declared categories was used (then 1).
 * It stays high on rare categories: show positive agreement beside it.
 * Source: Gwet (2008) Br. J. Math. Stat. Psychol. 61:29-48.
 */
export function gwetAc(table: ContingencyTable, weights: WeightScheme = 'nominal'): Coefficient {
  const { k, n } = table
  if (n === 0) return undefinedCoefficient('no-pairable-items', 0)
  if (k < 2) return undefinedCoefficient('single-category', n, 1, 1)
  const d = disagreementWeights(weights, k)
  const shares = commonShares(table)
  let weightTotal = 0
  let observedDisagreement = 0
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      weightTotal += 1 - at(d, i * k + j)
      observedDisagreement += (at(d, i * k + j) * cell(table, i, j)) / n
    }
  }
  const scale = weightTotal / (k * (k - 1))
  let expected = 0
  for (let i = 0; i < k; i++) expected += scale * at(shares, i) * otherShare(table, i)
  const observed = 1 - observedDisagreement
  const value = 1 - observedDisagreement / (1 - expected)
  // Delta method: an item in (i, j) moves po by w_ij and pe by scale (2 - pi_i - pi_j) / 2, both less their means.
  let squares = 0
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      const weight = 1 - at(d, i * k + j)
      const chance = (scale * (2 - at(shares, i) - at(shares, j))) / 2
      const u = weight - observed - 2 * (1 - value) * (chance - expected)
      squares += (cell(table, i, j) / n) * u * u
    }
  }
  return { kind: 'value', value, n, observed, expected, se: Math.sqrt(squares / n) / (1 - expected) }
}
