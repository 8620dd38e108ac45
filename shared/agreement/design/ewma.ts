/** One point of a control chart: the smoothed value, its limits, and whether it left them. */
export interface EwmaPoint {
  readonly z: number
  readonly lower: number
  readonly upper: number
  readonly isSignal: boolean
}

/**
 * Exponentially weighted moving average of a rate over time, z_t = lambda x_t + (1 - lambda) z_{t-1}, z_0 = target, with exact limits
 * target -/+ L sigma sqrt(lambda/(2 - lambda) (1 - (1 - lambda)^(2t))). Lambda 0.2 and L 3 are usual.
 * Source: Roberts (1959) Technometrics 1:239-250; Montgomery, Introduction to Statistical Quality Control.
 */
export function ewma(
  values: readonly number[],
  chart: { readonly lambda: number; readonly target: number; readonly sigma: number; readonly limits: number },
): EwmaPoint[] {
  const { lambda, target, sigma, limits } = chart
  let z = target
  return values.map((value, index) => {
    z = lambda * value + (1 - lambda) * z
    const half = limits * sigma * Math.sqrt((lambda / (2 - lambda)) * (1 - (1 - lambda) ** (2 * (index + 1))))
    return { z, lower: target - half, upper: target + half, isSignal: z < target - half || z > target + half }
  })
}
