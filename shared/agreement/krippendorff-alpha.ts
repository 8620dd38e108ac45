import { at } from './at.ts'
import { type PointCoefficient, undefinedCoefficient } from './coefficient.ts'
import type { CoincidenceMatrix } from './coincidence-matrix.ts'
import type { ContingencyTable } from './contingency-table.ts'
import type { ItemCounts } from './item-counts.ts'
import { scottPi } from './scott-pi.ts'

/** Distance between categories c and k; symmetric, 0 for c = k. */
export type Distance = (c: number, k: number) => number

/** Nominal distance: 1 for different values. */
export const nominalDistance: Distance = (c, k) => (c === k ? 0 : 1)

/**
 * Ordinal distance (sum_{g=c..k} n_g - (n_c + n_k)/2)^2 in the order of the categories, n_g pairable values only;
 * computed as the squared difference of mid-ranks. Source: Krippendorff (2011) Computing Krippendorff's Alpha-Reliability, p. 6.
 */
export function ordinalDistance(totals: ArrayLike<number>): Distance {
  const ranks = new Float64Array(totals.length)
  let below = 0
  for (let c = 0; c < totals.length; c++) {
    ranks[c] = below + at(totals, c) / 2
    below += at(totals, c)
  }
  return (c, k) => (at(ranks, c) - at(ranks, k)) ** 2
}

/** Interval distance (v_c - v_k)^2 of the categories' numbers. */
export function intervalDistance(values: ArrayLike<number>): Distance {
  return (c, k) => (at(values, c) - at(values, k)) ** 2
}

/** Ratio distance ((v_c - v_k)/(v_c + v_k))^2 of the categories' numbers, none negative. */
export function ratioDistance(values: ArrayLike<number>): Distance {
  return (c, k) => (c === k ? 0 : ((at(values, c) - at(values, k)) / (at(values, c) + at(values, k))) ** 2)
}

/**
 * Krippendorff's alpha = 1 - Do/De for any number of raters, missing labels and any distance; at most 1, may be below -1 for odd distances.
 * `observed` is Do, `expected` is De (disagreement, not agreement), `n` the number of units with two labels and more.
 * Undefined without such a unit, and when all pairable values are equal.
 * Source: Krippendorff (2004) Content Analysis, 2nd ed., ch. 11; Krippendorff (2011).
 */
export function krippendorffAlpha(coincidences: CoincidenceMatrix, distance: Distance = nominalDistance): PointCoefficient {
  const { k, n, units, totals, cells } = coincidences
  if (units === 0) return undefinedCoefficient('no-pairable-items', 0)
  let observed = 0
  let expected = 0
  for (let c = 0; c < k; c++) {
    if (at(totals, c) === 0) continue
    for (let l = c + 1; l < k; l++) {
      if (at(totals, l) === 0) continue
      const d = distance(c, l)
      observed += 2 * at(cells, c * k + l) * d
      expected += 2 * at(totals, c) * at(totals, l) * d
    }
  }
  observed /= n
  expected /= n * (n - 1)
  if (expected === 0) return undefinedCoefficient('no-expected-disagreement', units, observed, expected)
  return { kind: 'value', value: 1 - observed / expected, n: units, observed, expected }
}

/**
 * Krippendorff's nominal alpha of two raters without missing labels, from their table: 1 - (1 - pi_Scott)(2n - 1)/(2n).
 * `observed` and `expected` are disagreement, Do and De. Source: Krippendorff (2004), pp. 222-228.
 */
export function alphaOfTable(table: ContingencyTable): PointCoefficient {
  const { n } = table
  const pi = scottPi(table)
  if (pi.kind === 'undefined') return n === 0 ? pi : undefinedCoefficient('no-expected-disagreement', n, 0, 0)
  const expected = ((1 - pi.expected) * 2 * n) / (2 * n - 1)
  return { kind: 'value', value: 1 - (1 - pi.value) * ((2 * n - 1) / (2 * n)), n, observed: 1 - pi.observed, expected }
}

/**
 * SE of nominal alpha from linearised item values over the units with two labels and more, divisor n(n-1); null where alpha is undefined
 * or there is one unit. Source: Gwet (2014) Handbook of Inter-Rater Reliability, 4th ed., ch. 5 (as in R irrCAC `krippen.alpha.raw`).
 */
export function alphaStandardError({ items, k, counts }: ItemCounts): number | null {
  const labels = new Float64Array(items)
  const differing = new Float64Array(items)
  const totals = new Float64Array(k)
  let units = 0
  let values = 0
  for (let item = 0; item < items; item++) {
    let own = 0
    let same = 0
    for (let c = 0; c < k; c++) {
      const count = at(counts, item * k + c)
      own += count
      same += count * count
    }
    if (own < 2) continue
    labels[item] = own
    differing[item] = own * own - same
    units += 1
    values += own
    for (let c = 0; c < k; c++) totals[c] = at(totals, c) + at(counts, item * k + c)
  }
  const used = totals.reduce((total, count) => total + (count > 0 ? 1 : 0), 0)
  if (units < 2 || used < 2) return null
  const meanLabels = values / units
  const shares = totals.map((total) => total / values)
  const expected = shares.reduce((total, share) => total + share * share, 0)
  // Every label has m - 1 partners and weighs 1/mean labels: pa' of the paper is 1 - the mean of this.
  const differs = (item: number) => at(differing, item) / (meanLabels * (at(labels, item) - 1))
  let observed = 1
  for (let item = 0; item < items; item++) if (at(labels, item) > 0) observed -= differs(item) / units
  const value = (observed - expected) / (1 - expected)
  let squares = 0
  for (let item = 0; item < items; item++) {
    const own = at(labels, item)
    if (own === 0) continue
    const excess = (own - meanLabels) / meanLabels
    const agreeing = own / meanLabels - differs(item) - observed * excess
    let chance = -expected * excess
    for (let c = 0; c < k; c++) chance += (at(counts, item * k + c) * at(shares, c)) / meanLabels
    const x = (agreeing - expected) / (1 - expected) - (2 * (1 - value) * (chance - expected)) / (1 - expected)
    squares += (x - value) ** 2
  }
  return Math.sqrt(squares / (units * (units - 1)))
}
