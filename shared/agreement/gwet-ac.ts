import { type DisagreementWeights, disagreementWeights, type WeightScheme } from './agreement-weights.ts'
import { at } from './at.ts'
import { type CellInfluence, cellInfluence, seOfInfluence } from './cell-influence.ts'
import { type Coefficient, undefinedCoefficient } from './coefficient.ts'
import type { ContingencyTable } from './contingency-table.ts'
import { gwetScale } from './gwet-ac-ratings.ts'
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
  const { observed, expected } = gwetParts(table, weights)
  return {
    kind: 'value',
    value: 1 - (1 - observed) / (1 - expected),
    n,
    observed,
    expected,
    se: seOfInfluence(table, gwetInfluence(table, weights)),
  }
}

/** Influence of each cell on AC1 (AC2): an item in (i, j) moves po by w_ij and pe by scale (2 - pi_i - pi_j)/2, both less their means. */
export function gwetInfluence(table: ContingencyTable, weights: WeightScheme = 'nominal'): CellInfluence {
  const { d, shares, scale, observed, expected } = gwetParts(table, weights)
  const ratio = (1 - observed) / (1 - expected)
  return cellInfluence(table.k, (i, j) => {
    const chance = (scale * (2 - at(shares, i) - at(shares, j))) / 2
    return (1 - at(d, i * table.k + j) - observed - 2 * ratio * (chance - expected)) / (1 - expected)
  })
}

interface GwetParts {
  readonly d: DisagreementWeights
  readonly shares: Float64Array
  /** T_w / (k (k - 1)). */
  readonly scale: number
  readonly observed: number
  readonly expected: number
}

function gwetParts(table: ContingencyTable, weights: WeightScheme): GwetParts {
  const { k, n } = table
  const d = disagreementWeights(weights, k)
  const shares = commonShares(table)
  let disagreement = 0
  for (let cell = 0; cell < k * k; cell++) disagreement += (at(d, cell) * at(table.counts, cell)) / n
  const scale = gwetScale(d, k)
  let expected = 0
  for (let i = 0; i < k; i++) expected += scale * at(shares, i) * otherShare(table, i)
  return { d, shares, scale, observed: 1 - disagreement, expected }
}
