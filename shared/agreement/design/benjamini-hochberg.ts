/**
 * Adjusted p values (false discovery rate) in the order given: q_(i) = min over j >= i of p_(j) m/j, at most 1.
 * For tests over the modes of a codebook. Source: Benjamini & Hochberg (1995) J. R. Stat. Soc. B 57:289-300.
 */
export function benjaminiHochberg(p: readonly number[]): number[] {
  const order = p.map((_, index) => index).sort((a, b) => (p[b] ?? 0) - (p[a] ?? 0))
  const adjusted = new Array<number>(p.length)
  let least = 1
  order.forEach((index, fromTop) => {
    least = Math.min(least, ((p[index] ?? 0) * p.length) / (p.length - fromTop))
    adjusted[index] = least
  })
  return adjusted
}
