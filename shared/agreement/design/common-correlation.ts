import { normalQuantile } from '../normal.ts'

/** A study in which every item gets a binary label from the same number of raters. */
export interface PlannedStudy {
  /** Share of present labels, 0..1 exclusive. */
  readonly prevalence: number
  /** Raters per item, at least 2. */
  readonly raters: number
}

/**
 * P(j of R raters say present), j = 0..R, in the common-correlation model with intraclass kappa k:
 * (1 - k) C(R,j) p^j q^(R-j), plus k p for j = R and k q for j = 0. Source: Donner & Eliasziw (1992) Stat. Med. 11:1511-1519.
 */
export function presentCountProbabilities(kappa: number, { prevalence, raters }: PlannedStudy): number[] {
  const absence = 1 - prevalence
  let choose = 1
  return Array.from({ length: raters + 1 }, (_, j) => {
    const independent = (1 - kappa) * choose * prevalence ** j * absence ** (raters - j)
    choose = (choose * (raters - j)) / (j + 1)
    const together = j === raters ? kappa * prevalence : j === 0 ? kappa * absence : 0
    return independent + together
  })
}

/** Chi-square distance per item of the alternative from the planned model: sum (P_j(k1) - P_j(k0))^2 / P_j(k0). */
export function distancePerItem(kappa0: number, kappa1: number, study: PlannedStudy): number {
  const planned = presentCountProbabilities(kappa0, study)
  const alternative = presentCountProbabilities(kappa1, study)
  return planned.reduce((total, p0, j) => total + ((alternative[j] ?? 0) - p0) ** 2 / p0, 0)
}

/** Items needed: `exact` as a real number, `items` the next whole one. */
export interface ItemsNeeded {
  readonly exact: number
  readonly items: number
}

/** Rounds up. */
export function itemsNeeded(exact: number): ItemsNeeded {
  return { exact, items: Math.ceil(exact) }
}

/** Upper quantile of chi-square with one degree of freedom at level alpha. */
export function chiSquareQuantileOne(alpha: number): number {
  return normalQuantile(1 - alpha / 2) ** 2
}
