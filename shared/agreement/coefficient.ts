import type { UndefinedReason } from './undefined-reason.ts'

/** A chance-corrected figure without a standard error: `observed` and `expected` are the two shares it was made from. */
export interface PointEstimate {
  readonly kind: 'value'
  readonly value: number
  /** Items (segments, cells) that entered. */
  readonly n: number
  readonly observed: number
  readonly expected: number
}

/** A figure with its non-null standard error, the one for intervals. */
export interface Estimate extends PointEstimate {
  readonly se: number
}

/** No number, and why; what could still be computed stands beside it. */
export interface UndefinedCoefficient {
  readonly kind: 'undefined'
  readonly reason: UndefinedReason
  readonly n: number
  readonly observed: number | null
  readonly expected: number | null
}

/** A coefficient with its standard error, or the reason why there is none. Never NaN. */
export type Coefficient = Estimate | UndefinedCoefficient

/** A coefficient without a standard error (Light, pooled kappa), or the reason why there is none. */
export type PointCoefficient = PointEstimate | UndefinedCoefficient

/** An interval, lower limit first; not clipped unless its maker says so. */
export type Interval = readonly [lower: number, upper: number]

/** The named absence of a coefficient. */
export function undefinedCoefficient(
  reason: UndefinedReason,
  n: number,
  observed: number | null = null,
  expected: number | null = null,
): UndefinedCoefficient {
  return { kind: 'undefined', reason, n, observed, expected }
}
