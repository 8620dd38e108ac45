import type { DisagreementWeights } from './agreement-weights.ts'
import { undefinedCoefficient } from './coefficient.ts'
import { fleissExpectedDisagreement } from './fleiss-kappa.ts'
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
    return { coefficient, influence: null }
  }
  const scale = gwetScale(weights, k)
  const chance = shares.map((share) => scale * (1 - share))
  return linearised(profile, 1 - scale * fleissExpectedDisagreement(shares), false, (item) => meanOverLabels(profile, item, chance))
}

/** T_w / (k(k-1)), T_w the sum of the agreement weights 1 - d; 1/(k-1) without weights. Gwet's pe is this times sum pi(1-pi). */
export function gwetScale(weights: DisagreementWeights, k: number): number {
  let weightTotal = k * k
  for (const distance of weights) weightTotal -= distance
  return weightTotal / (k * (k - 1))
}
