import { at } from './at.ts'
import { collapseTo, type ItemCounts } from './item-counts.ts'
import { type Linearised, linearised, meanOverLabels } from './linearised.ts'
import { type RatingProfile, ratingProfile } from './rating-profile.ts'

/**
 * Fleiss' kappa for any number of raters, in Gwet's generalisation to missing labels: pe = sum pi_j^2 with pi_j = mean of r_ij/r_i over
 * items with a label; equals Fleiss (1971) when every item has as many raters. Weighted with the weights of the profile. Range -1..1.
 * SE by linearisation, for intervals.
 * Undefined when one category was used throughout. Source: Fleiss (1971) Psychol. Bull. 76:378-382; Gwet (2014) ch. 2.
 */
export function fleissKappa(profile: RatingProfile): Linearised {
  const { k, shares, weights, usedCategories } = profile
  // How far a label of each category is from a draw of the mean shares; 1 - share without weights.
  const distance = new Float64Array(k)
  let expectedDisagreement = 0
  for (let c = 0; c < k; c++) {
    for (let l = 0; l < k; l++) distance[c] = at(distance, c) + at(weights, c * k + l) * at(shares, l)
    expectedDisagreement += at(shares, c) * at(distance, c)
  }
  return linearised(profile, expectedDisagreement, usedCategories < 2, (item) => 1 - meanOverLabels(profile, item, distance))
}

/** 1 - pe of Fleiss without weights: two draws from the mean category shares differ. */
export function fleissExpectedDisagreement(shares: Float64Array): number {
  let expected = 0
  for (const share of shares) expected += share * (1 - share)
  return expected
}

/**
 * Fleiss' kappa of each category against the rest, in category order; null where it is undefined.
 * Equals 1 - sum n_ij(m - n_ij)/(N m(m-1) p_j q_j) for equal raters. Source: Fleiss (1971), eq. 18-19.
 */
export function categoryKappa(counts: ItemCounts): (number | null)[] {
  return Array.from({ length: counts.k }, (_, category) => {
    const { coefficient } = fleissKappa(ratingProfile(collapseTo(counts, category)))
    return coefficient.kind === 'value' ? coefficient.value : null
  })
}

/**
 * SE of Fleiss' kappa under no agreement, only for the z test, never for an interval; null unless all items have the same number of raters.
 * SE0^2 = 2 (S^2 - sum p_j q_j (q_j - p_j))/(N m (m-1) S^2), S = sum p_j q_j; per category 2/(N m (m-1)).
 * Source: Fleiss, Nee & Landis (1979) Psychol. Bull. 86:974-977.
 */
export function fleissNullSe(profile: RatingProfile): { overall: number; perCategory: number } | null {
  const m = profile.labels[0]
  if (m === undefined || m < 2 || profile.usedCategories < 2 || profile.labels.some((labels) => labels !== m)) return null
  let s = 0
  let skew = 0
  for (let c = 0; c < profile.k; c++) {
    const p = at(profile.shares, c)
    s += p * (1 - p)
    skew += p * (1 - p) * (1 - 2 * p)
  }
  const perCategory = Math.sqrt(2 / (profile.items * m * (m - 1)))
  return { overall: (perCategory * Math.sqrt(Math.max(0, s * s - skew))) / s, perCategory }
}
