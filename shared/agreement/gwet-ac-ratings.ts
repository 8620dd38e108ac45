import { at } from './at.ts'
import { undefinedCoefficient } from './coefficient.ts'
import { type Linearised, linearised, meanOverLabels, missingItems } from './linearised.ts'
import type { RatingProfile } from './rating-profile.ts'

/**
 * Gwet's AC1 for any number of raters and missing labels (AC2 with the weights of the profile):
 * pe = T_w sum pi(1-pi)/(k(k-1)). Range -1..1. SE in Gwet's raw form, divisor n(n-1). Defined also when one of k >= 2 categories was used.
 * With many singly labelled items the SE also counts which items happen to be pairable: prefer alpha or the cluster bootstrap there.
 * Source: Gwet (2008) Br. J. Math. Stat. Psychol. 61:29-48; Gwet (2014) ch. 4-5.
 */
export function gwetAcOfRatings(profile: RatingProfile): Linearised {
  const { k, shares, weights } = profile
  if (k < 2) {
    const reason = missingItems(profile)
    const coefficient = reason === null ? undefinedCoefficient('single-category', profile.pairable, 1, 1) : undefinedCoefficient(reason, 0)
    return { coefficient, itemValues: null }
  }
  let weightTotal = k * k
  for (const distance of weights) weightTotal -= distance
  const scale = weightTotal / (k * (k - 1))
  let expected = 0
  const chance = new Float64Array(k)
  for (let c = 0; c < k; c++) {
    const share = at(shares, c)
    expected += scale * share * (1 - share)
    chance[c] = scale * (1 - share)
  }
  return linearised(profile, 1 - expected, false, (item) => meanOverLabels(profile, item, chance))
}
