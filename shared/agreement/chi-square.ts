import { normalCdf } from './normal.ts'

/** P(X > x) of chi-square with a whole number of degrees of freedom >= 1: the closed sums of Abramowitz & Stegun 26.4.4-26.4.5. */
export function chiSquareUpperTail(x: number, degreesOfFreedom: number): number {
  if (!Number.isInteger(degreesOfFreedom) || degreesOfFreedom < 1) throw new RangeError('Degrees of freedom are whole numbers from 1 on.')
  if (x <= 0) return 1
  const isOdd = degreesOfFreedom % 2 === 1
  // Density-like terms x^(df/2) e^(-x/2) / (2^(df/2) Gamma(df/2 + 1)), two degrees at a time.
  let tail = isOdd ? 2 * normalCdf(-Math.sqrt(x)) : Math.exp(-x / 2)
  let term = isOdd ? Math.sqrt((2 * x) / Math.PI) * Math.exp(-x / 2) : (x / 2) * Math.exp(-x / 2)
  for (let df = isOdd ? 1 : 2; df < degreesOfFreedom; df += 2) {
    tail += term
    term *= x / (df + 2)
  }
  return tail
}
