import { normalCdf, normalQuantile } from '../normal.ts'
import { chiSquareQuantileOne, distancePerItem, type ItemsNeeded, itemsNeeded, type PlannedStudy } from './common-correlation.ts'

/**
 * Items needed to tell kappa1 from kappa0 by the two-sided goodness-of-fit test at level alpha with the given power:
 * n = noncentrality / sum (P_j(k1) - P_j(k0))^2 / P_j(k0). Multiply by the design effect for segments of traces.
 * Source: Donner & Eliasziw (1992); the formula of R kappaSize::PowerBinary.
 */
export function itemsForPower(
  kappas: { readonly null: number; readonly alternative: number },
  study: PlannedStudy,
  alpha: number,
  power: number,
): ItemsNeeded & { readonly noncentrality: number } {
  const noncentrality = noncentralityFor(alpha, power)
  return { noncentrality, ...itemsNeeded(noncentrality / distancePerItem(kappas.null, kappas.alternative, study)) }
}

/** The noncentrality of chi-square (1 df) at which the test of level alpha has this power, from the normal distribution by bisection. */
function noncentralityFor(alpha: number, power: number): number {
  const critical = Math.sqrt(chiSquareQuantileOne(alpha))
  const reached = (shift: number) => normalCdf(shift - critical) + normalCdf(-shift - critical)
  let low = 0
  let high = critical + normalQuantile(power) + 1
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle * middle
    if (reached(middle) < power) low = middle
    else high = middle
  }
}
