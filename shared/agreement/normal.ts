/** The standard normal distribution. */

/** z with P(|Z| <= z) = 0.95. */
export const Z_975 = 1.959963984540054

/**
 * P(Z <= z). Relative error near 1e-15 over the whole line, also far in the tails.
 * By the error function's series near 0 and its continued fraction beyond (Abramowitz & Stegun 7.1.6, 7.1.14).
 */
export function normalCdf(z: number): number {
  if (z > 0) return 1 - normalCdf(-z)
  return 0.5 * erfc(-z * Math.SQRT1_2)
}

/** Complementary error function for x >= 0. */
function erfc(x: number): number {
  if (x > 27.3) return 0
  const gauss = Math.exp(-x * x)
  if (x < 2) {
    let term = x
    let total = x
    for (let k = 1; Math.abs(term) > 1e-18 * total; k++) {
      term *= (2 * x * x) / (2 * k + 1)
      total += term
    }
    return 1 - (2 / Math.sqrt(Math.PI)) * gauss * total
  }
  // erfc(x) = exp(-x^2)/sqrt(pi) * 1/(x + (1/2)/(x + 1/(x + (3/2)/(x + ...)))), from the far end.
  let fraction = x
  for (let k = 120; k >= 1; k--) fraction = x + k / 2 / fraction
  return gauss / (Math.sqrt(Math.PI) * fraction)
}

/**
 * z with P(Z <= z) = p, 0 < p < 1; -Infinity at 0 and Infinity at 1. Relative error about 1e-16.
 * Source: Wichura (1988) Algorithm AS 241 (PPND16), Appl. Stat. 37:477-484.
 */
export function normalQuantile(p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`A probability lies in 0..1, not ${p}.`)
  if (p === 0) return -Infinity
  if (p === 1) return Infinity
  const q = p - 0.5
  if (Math.abs(q) <= 0.425) return q * ratio(CENTRE, 0.180625 - q * q)
  const r = Math.sqrt(-Math.log(q < 0 ? p : 1 - p))
  const z = r <= 5 ? ratio(MIDDLE, r - 1.6) : ratio(TAIL, r - 5)
  return q < 0 ? -z : z
}

type Rational = { readonly over: readonly number[]; readonly under: readonly number[] }

function ratio({ over, under }: Rational, r: number): number {
  return polynomial(over, r) / polynomial(under, r)
}

function polynomial(coefficients: readonly number[], r: number): number {
  return coefficients.reduceRight((value, coefficient) => value * r + coefficient, 0)
}

const CENTRE: Rational = {
  over: [
    3.3871328727963665, 133.14166789178438, 1971.5909503065513, 13731.69376550946, 45921.95393154987, 67265.7709270087, 33430.57558358813,
    2509.0809287301227,
  ],
  under: [
    1, 42.31333070160091, 687.1870074920579, 5394.196021424751, 21213.794301586597, 39307.89580009271, 28729.085735721943,
    5226.495278852854,
  ],
}

const MIDDLE: Rational = {
  over: [
    1.4234371107496835, 4.630337846156546, 5.769497221460691, 3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
    0.022723844989269184, 0.0007745450142783414,
  ],
  under: [
    1, 2.053191626637759, 1.6763848301838038, 0.6897673349851, 0.14810397642748008, 0.015198666563616457, 0.0005475938084995345,
    1.0507500716444169e-9,
  ],
}

const TAIL: Rational = {
  over: [
    6.657904643501103, 5.463784911164114, 1.7848265399172913, 0.29656057182850487, 0.026532189526576124, 0.0012426609473880784,
    2.7115555687434876e-5, 2.0103343992922881e-7,
  ],
  under: [
    1, 0.599832206555888, 0.1369298809227358, 0.014875361290850615, 0.0007868691311456133, 1.8463183175100548e-5, 1.421511758316446e-7,
    2.0442631033899397e-15,
  ],
}
