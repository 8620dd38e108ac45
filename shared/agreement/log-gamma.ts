/**
 * ln Gamma(x) for x > 0; relative error about 1e-15 (near 1 and 2, where it vanishes, absolute).
 * Shifts x above 15 and uses Stirling's series (Abramowitz & Stegun 6.1.41).
 */
export function logGamma(x: number): number {
  if (!(x > 0)) throw new RangeError(`ln Gamma is used here for positive numbers, not ${x}.`)
  let product = 1
  let y = x
  while (y < 15) {
    product *= y
    y += 1
  }
  return (y - 0.5) * Math.log(y) - y + HALF_LOG_TWO_PI + stirlingTail(y) - Math.log(product)
}

/** The part of ln Gamma(y) beyond (y - 1/2) ln y - y + ln sqrt(2 pi), for y >= 15. */
function stirlingTail(y: number): number {
  const s = 1 / (y * y)
  return (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - (s * 691) / 360360))))) / y
}

const HALF_LOG_TWO_PI = 0.9189385332046728
