import { at } from './at.ts'
import type { Interval } from './coefficient.ts'
import { normalCdf, normalQuantile, Z_975 } from './normal.ts'
import { quantile, spread } from './quantile.ts'

/** The percentile interval: the 0.025 and 0.975 quantiles (type 7) of the sorted replicates. Source: Efron (1979) Ann. Stat. 7:1-26. */
export function percentileInterval(sorted: ArrayLike<number>): Interval {
  return [quantile(sorted, 0.025), quantile(sorted, 0.975)]
}

/** The bias-corrected and accelerated interval, with the two numbers that made it. */
export interface BcaInterval {
  readonly z0: number
  readonly acceleration: number
  readonly levels: readonly [number, number]
  readonly interval: Interval
}

/**
 * BCa interval at 95 %. z0 takes ties at half weight, (#{t* < t} + #{t* <= t})/2B, since ties are common with counts;
 * the acceleration is sum (m - t_i)^3/(6 (sum (m - t_i)^2)^1.5) over the delete-one jackknife (delete-one-trace when resampling traces).
 * Null when the estimate lies outside of all replicates. Source: Efron (1987) JASA 82:171-185; ties as scipy.stats.bootstrap.
 */
export function bcaInterval(estimate: number, sorted: ArrayLike<number>, jackknife: ArrayLike<number>): BcaInterval | null {
  let below = 0
  let notAbove = 0
  for (let i = 0; i < sorted.length; i++) {
    if (at(sorted, i) < estimate) below += 1
    if (at(sorted, i) <= estimate) notAbove += 1
  }
  const z0 = normalQuantile((below + notAbove) / (2 * sorted.length))
  if (!Number.isFinite(z0)) return null
  const acceleration = jackknifeAcceleration(jackknife)
  const level = (z: number) => normalCdf(z0 + (z0 + z) / (1 - acceleration * (z0 + z)))
  const levels = [level(-Z_975), level(Z_975)] as const
  return { z0, acceleration, levels, interval: [quantile(sorted, levels[0]), quantile(sorted, levels[1])] }
}

/** 0 when the jackknife values do not vary. */
function jackknifeAcceleration(jackknife: ArrayLike<number>): number {
  if (jackknife.length < 2) return 0
  const { mean } = spread(jackknife)
  let squares = 0
  let cubes = 0
  for (let i = 0; i < jackknife.length; i++) {
    const difference = mean - at(jackknife, i)
    squares += difference ** 2
    cubes += difference ** 3
  }
  return squares === 0 ? 0 : cubes / (6 * squares ** 1.5)
}

/** Jackknife standard error, sqrt((G - 1)/G sum (t_i - m)^2) over G delete-one values. Source: Tukey (1958). */
export function jackknifeSe(jackknife: ArrayLike<number>): number {
  const { deviation } = spread(jackknife)
  return (deviation * (jackknife.length - 1)) / Math.sqrt(jackknife.length)
}
