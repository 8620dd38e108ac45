import { type DisagreementWeights, disagreementWeights, type WeightScheme } from './agreement-weights.ts'
import { at } from './at.ts'
import type { ItemCounts } from './item-counts.ts'

/**
 * What Gwet's family of coefficients (AC1, Fleiss, Brennan-Prediger, Conger) shares: how far raters differ on each item, and how often
 * each category was used. Items without a label are no items here. Source: Gwet (2014) Handbook of Inter-Rater Reliability, 4th ed., ch. 2-5.
 */
export interface RatingProfile {
  readonly k: number
  readonly weights: DisagreementWeights
  /** Items with at least one label. */
  readonly items: number
  /** Items with at least two labels. */
  readonly pairable: number
  /** Mean over pairable items of the share of disagreeing pairs, 1 - pa; null without one. */
  readonly observedDisagreement: number | null
  /** Mean share of each category over the items, pi_j = mean r_ij/r_i. */
  readonly shares: Float64Array
  readonly usedCategories: number
  /** Per labelled item: its row in the counts, number of labels, and share of disagreeing pairs (0 when there is one label). */
  readonly row: Int32Array
  readonly labels: Float64Array
  readonly disagreement: Float64Array
  readonly counts: ItemCounts
}

/** The profile of category counts, nominal unless weights are given. */
export function ratingProfile(counts: ItemCounts, scheme: WeightScheme = 'nominal'): RatingProfile {
  const { k } = counts
  const weights = disagreementWeights(scheme, k)
  const row = new Int32Array(counts.items)
  const labels = new Float64Array(counts.items)
  const disagreement = new Float64Array(counts.items)
  const shares = new Float64Array(k)
  let items = 0
  let pairable = 0
  let differing = 0
  for (let item = 0; item < counts.items; item++) {
    const start = item * k
    let total = 0
    for (let c = 0; c < k; c++) total += at(counts.counts, start + c)
    if (total === 0) continue
    row[items] = item
    labels[items] = total
    for (let c = 0; c < k; c++) shares[c] = at(shares, c) + at(counts.counts, start + c) / total
    if (total >= 2) {
      const share = differingPairs(counts, item, weights) / (total * (total - 1))
      disagreement[items] = share
      differing += share
      pairable += 1
    }
    items += 1
  }
  for (let c = 0; c < k; c++) shares[c] = items === 0 ? 0 : at(shares, c) / items
  return {
    k,
    weights,
    items,
    pairable,
    observedDisagreement: pairable === 0 ? null : differing / pairable,
    shares,
    usedCategories: shares.reduce((used, share) => used + (share > 0 ? 1 : 0), 0),
    row: row.subarray(0, items),
    labels: labels.subarray(0, items),
    disagreement: disagreement.subarray(0, items),
    counts,
  }
}

/** Weighted number of ordered pairs of one item's labels that differ: sum d_cl n_c n_l. */
function differingPairs({ counts, k }: ItemCounts, item: number, weights: DisagreementWeights): number {
  const start = item * k
  let pairs = 0
  for (let c = 0; c < k; c++) {
    const count = at(counts, start + c)
    if (count === 0) continue
    for (let l = 0; l < k; l++) pairs += at(weights, c * k + l) * count * at(counts, start + l)
  }
  return pairs
}
