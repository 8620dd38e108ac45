import { incompleteBeta } from './incomplete-beta.ts'
import { normalQuantile } from './normal.ts'

/** P(T > t) of Student's t with df > 0 degrees of freedom. */
export function studentUpperTail(t: number, df: number): number {
  const tail = 0.5 * incompleteBeta(df / (df + t * t), df / 2, 0.5)
  return t >= 0 ? tail : 1 - tail
}

/**
 * t with P(T <= t) = p, 0 < p < 1, df >= 1; relative error about 1e-13.
 * Bisection on the tail; from 1,000 degrees of freedom on the Cornish-Fisher expansion (Abramowitz & Stegun 26.7.5), which is exact there.
 */
export function studentQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`A probability strictly between 0 and 1, not ${p}.`)
  if (!(df >= 1)) throw new RangeError(`At least one degree of freedom, not ${df}.`)
  if (p < 0.5) return -studentQuantile(1 - p, df)
  if (p === 0.5) return 0
  if (df >= 1000) return cornishFisher(normalQuantile(p), df)
  const tail = 1 - p
  let low = 0
  let high = 1
  while (studentUpperTail(high, df) > tail) {
    low = high
    high *= 2
  }
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (studentUpperTail(middle, df) > tail) low = middle
    else high = middle
  }
}

/** Four terms of the Cornish-Fisher expansion of Student's quantile around the normal one. */
export function cornishFisher(z: number, df: number): number {
  const z2 = z * z
  const g1 = (z * (z2 + 1)) / 4
  const g2 = (z * ((5 * z2 + 16) * z2 + 3)) / 96
  const g3 = (z * (((3 * z2 + 19) * z2 + 17) * z2 - 15)) / 384
  const g4 = (z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945)) / 92160
  return z + (g1 + (g2 + (g3 + g4 / df) / df) / df) / df
}
