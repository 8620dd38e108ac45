import { type ContingencyTable, cell } from './contingency-table.ts'
import { logGamma } from './log-gamma.ts'

/**
 * McNemar's test of a binary table: does one rater mark the mode more often? `chi2` = (b - c)^2/(b + c) without continuity correction,
 * null when the raters never differ; `exactP` is the two-sided binomial p of (b, c), 1 when they never differ.
 * Counts must be whole numbers. Source: McNemar (1947) Psychometrika 12:153-157.
 */
export function mcnemar(table: ContingencyTable): { chi2: number | null; exactP: number } {
  if (table.k !== 2) throw new RangeError('McNemar is for two categories.')
  const onlyA = cell(table, 0, 1)
  const onlyB = cell(table, 1, 0)
  const differing = onlyA + onlyB
  if (differing === 0) return { chi2: null, exactP: 1 }
  return {
    chi2: (onlyA - onlyB) ** 2 / differing,
    exactP: Math.min(1, 2 * fairCoinLowerTail(Math.min(onlyA, onlyB), differing)),
  }
}

/** P(X <= m) for X ~ Binomial(n, 1/2), m <= n/2: the largest term first, then downwards until nothing is added. */
function fairCoinLowerTail(m: number, n: number): number {
  let term = Math.exp(logGamma(n + 1) - logGamma(m + 1) - logGamma(n - m + 1) - n * Math.LN2)
  let total = term
  for (let i = m; i > 0 && term > total * 1e-18; i--) {
    term *= i / (n - i + 1)
    total += term
  }
  return total
}
