import type { Interval } from './coefficient.ts'
import { studentInterval } from './wald-interval.ts'

/**
 * How far each trace moves a figure (its linearised influence, summed over what the trace holds): the cluster-robust standard error is
 * sqrt(G/(G-1) sum_g s_g^2), for Student's t on G - 1 degrees of freedom. Source: Williams (2000) Biometrics 56:645-646.
 */
export type TraceScores = {
  readonly add: (trace: number, score: number) => void
  /** Traces that hold anything the figure is made of. */
  readonly traces: () => number
  /** Null with fewer than two traces, and where nothing varies: an interval of no width would promise too much. */
  readonly interval: (value: number) => Interval | null
}

/** Scores of traces numbered from 0. */
export function makeTraceScores(traces: number): TraceScores {
  const scores = new Float64Array(traces)
  const holds = new Uint8Array(traces)
  const count = () => holds.reduce((sum, flag) => sum + flag, 0)
  return {
    add(trace, score) {
      scores[trace] = (scores[trace] ?? 0) + score
      holds[trace] = 1
    },
    traces: count,
    interval(value) {
      const clusters = count()
      if (clusters < 2) return null
      const squares = scores.reduce((sum, score) => sum + score * score, 0)
      const se = Math.sqrt((clusters / (clusters - 1)) * squares)
      return se < 1e-12 ? null : studentInterval(value, se, clusters - 1)
    },
  }
}
