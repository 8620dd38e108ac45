import { undefinedCoefficient } from './coefficient.ts'
import { type Linearised, linearised, missingItems } from './linearised.ts'
import type { RatingProfile } from './rating-profile.ts'

/**
 * Brennan-Prediger coefficient (Randolph's free-marginal kappa, Bennett's S for many raters): pe = 1/k over the declared categories.
 * Range -1/(k-1)..1. SE by linearisation. Undefined with fewer than two categories.
 * Source: Brennan & Prediger (1981) EPM 41:687-699; Randolph (2005); Gwet (2014) ch. 2.
 */
export function brennanPrediger(profile: RatingProfile): Linearised {
  const { k } = profile
  if (k < 2) {
    const reason = missingItems(profile)
    const coefficient = reason === null ? undefinedCoefficient('single-category', profile.pairable, 1, 1) : undefinedCoefficient(reason, 0)
    return { coefficient, influence: null }
  }
  let expectedDisagreement = 0
  for (const distance of profile.weights) expectedDisagreement += distance / (k * k)
  return linearised(profile, expectedDisagreement, false, () => 1 - expectedDisagreement)
}

/** Raw agreement of any number of raters: mean over items with two labels and more of the share of agreeing pairs; `expected` is 0. */
export function percentAgreementOfRatings(profile: RatingProfile): Linearised {
  return linearised(profile, 1, false, () => 0)
}
