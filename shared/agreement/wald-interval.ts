import type { Interval } from './coefficient.ts'
import { Z_975 } from './normal.ts'
import { studentQuantile } from './student-t.ts'

/** Wald's 95 % interval, value -/+ 1.96 se, not clipped. It covers far less than 95 % on rare modes; never the headline there. */
export function waldInterval(value: number, se: number): Interval {
  return [value - Z_975 * se, value + Z_975 * se]
}

/** 95 % interval with Student's t on the given degrees of freedom (>= 1), clipped to the range -1..1 of an agreement coefficient. */
export function studentInterval(value: number, se: number, degreesOfFreedom: number): Interval {
  const half = studentQuantile(0.975, degreesOfFreedom) * se
  return [Math.max(-1, value - half), Math.min(1, value + half)]
}
