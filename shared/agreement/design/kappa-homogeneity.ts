import { chiSquareUpperTail } from '../chi-square.ts'

/**
 * Are several kappas (weeks, annotator pairs) one kappa? Inverse-variance pooled value and chi2 = sum ((k_i - pooled)/se_i)^2 on one degree
 * of freedom less than kappas. Null with fewer than two, or an SE of 0. Source: Fleiss (1981) Statistical Methods, 2nd ed., p. 221.
 */
export function kappaHomogeneity(
  kappas: readonly { readonly value: number; readonly se: number }[],
): { pooled: number; pooledSe: number; chi2: number; df: number; p: number } | null {
  if (kappas.length < 2 || kappas.some(({ se }) => !(se > 0))) return null
  const precision = kappas.reduce((total, { se }) => total + 1 / se ** 2, 0)
  const pooled = kappas.reduce((total, { value, se }) => total + value / se ** 2, 0) / precision
  const chi2 = kappas.reduce((total, { value, se }) => total + ((value - pooled) / se) ** 2, 0)
  const df = kappas.length - 1
  return { pooled, pooledSe: Math.sqrt(1 / precision), chi2, df, p: chiSquareUpperTail(chi2, df) }
}
