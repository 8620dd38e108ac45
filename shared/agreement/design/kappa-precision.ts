import { Z_975 } from '../normal.ts'
import { blochKraemerSe } from '../scott-pi.ts'
import { chiSquareQuantileOne, distancePerItem, type ItemsNeeded, itemsNeeded, type PlannedStudy } from './common-correlation.ts'

/**
 * Items needed so that the goodness-of-fit interval around the planned kappa stays between `lower` and `upper` (either may be null):
 * the larger of chi2_alpha / sum (P_j(k) - P_j(limit))^2 / P_j(limit). A limit the model does not admit is not asked for.
 * Source: Donner & Eliasziw (1992); R kappaSize::CIBinary without its fudge of 0.001.
 */
export function itemsForInterval(
  kappa: number,
  limits: { readonly lower: number | null; readonly upper: number | null },
  study: PlannedStudy,
  alpha = 0.05,
): ItemsNeeded {
  const critical = chiSquareQuantileOne(alpha)
  const wanted = [limits.lower, limits.upper].filter((limit) => limit !== null && limit < 1)
  return itemsNeeded(Math.max(0, ...wanted.map((limit) => critical / distancePerItem(limit ?? kappa, kappa, study))))
}

/** Items for which Wald's 95 % interval with the Bloch-Kraemer variance has the given half width; two raters. A lower bound on rare modes. */
export function itemsForHalfWidth(kappa: number, prevalence: number, halfWidth: number): ItemsNeeded {
  return itemsNeeded((blochKraemerSe(kappa, prevalence, 1) * Z_975 * (1 / halfWidth)) ** 2)
}

/** Variance inflation of m segments per trace with intraclass correlation ICC, 1 + (m - 1) ICC. Source: Kish (1965) Survey Sampling. */
export function designEffect(segmentsPerTrace: number, intraclassCorrelation: number): number {
  return 1 + (segmentsPerTrace - 1) * intraclassCorrelation
}
