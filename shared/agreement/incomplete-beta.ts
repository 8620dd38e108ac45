import { logGamma } from './log-gamma.ts'

/**
 * Regularised incomplete beta function I_x(a, b), a, b > 0, 0 <= x <= 1; absolute error about 1e-14 for a, b up to some thousands.
 * Continued fraction by Lentz's method (Abramowitz & Stegun 26.5.8; Press et al., Numerical Recipes, section 6.4).
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(x >= 0 && x <= 1)) throw new RangeError(`The incomplete beta function is defined on 0..1, not at ${x}.`)
  if (x === 0 || x === 1) return x
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  // The fraction converges fast below the mean; above it use the mirror image.
  if (x < (a + 1) / (a + b + 2)) return (front * continuedFraction(x, a, b)) / a
  return 1 - (front * continuedFraction(1 - x, b, a)) / b
}

const TINY = 1e-300

function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / guarded(1 - ((a + b) * x) / (a + 1))
  let h = d
  for (let m = 1; m < 10_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / guarded(1 + even * d)
    c = guarded(1 + even / c)
    h *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / guarded(1 + odd * d)
    c = guarded(1 + odd / c)
    const step = d * c
    h *= step
    if (Math.abs(step - 1) < 1e-16) break
  }
  return h
}

function guarded(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
