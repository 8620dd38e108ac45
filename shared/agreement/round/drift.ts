import { groupBy } from '../../group-by.ts'
import { ewma } from '../design/ewma.ts'
import type { ItemVote } from './round-ratings.ts'

/** A week of a control chart. */
export type Week = {
  readonly week: string
  readonly value: number
  readonly n: number
  readonly z: number
  readonly lower: number
  readonly upper: number
  readonly isSignal: boolean
}

const LEAST_WEEKS = 3
const LAMBDA = 0.2
const LIMITS = 3
const DAY_MS = 86_400_000
/** Mean moving range of two over standard deviation, for a normal variable (Montgomery, table VI). */
const D2 = 1.128

/** Raw agreement by the week in which the later of two values came, over all pairs of raters and modes. */
export function agreementByWeek(votes: readonly ItemVote[]): Week[] {
  const weeks = new Map<string, { hits: number; n: number }>()
  for (const own of groupBy(votes, (vote) => vote.item).values()) {
    for (const [index, one] of own.entries()) {
      for (const other of own.slice(index + 1)) {
        const held = open(weeks, [one.at, other.at].toSorted()[1] ?? one.at)
        for (let mode = 0; mode < one.vector.length; mode++) {
          const [x, y] = [one.vector[mode], other.vector[mode]]
          if (!takesSide(x) || !takesSide(y)) continue
          held.n += 1
          if (x === y) held.hits += 1
        }
      }
    }
  }
  return chart(weeks)
}

/** The share of one rater's values that are present, by week. */
export function positivesByWeek(votes: readonly ItemVote[], rater: string): Week[] {
  const weeks = new Map<string, { hits: number; n: number }>()
  for (const { vector, at, rater: own } of votes) {
    if (own !== rater) continue
    const held = open(weeks, at)
    for (const letter of vector) {
      if (!takesSide(letter)) continue
      held.n += 1
      if (letter === 'p') held.hits += 1
    }
  }
  return chart(weeks)
}

function takesSide(letter: string | undefined): boolean {
  return letter === 'p' || letter === 'a'
}

function open(weeks: Map<string, { hits: number; n: number }>, at: string): { hits: number; n: number } {
  const week = mondayOf(at)
  const held = weeks.get(week) ?? { hits: 0, n: 0 }
  weeks.set(week, held)
  return held
}

/** The Monday (UTC) of a time in ISO 8601. */
export function mondayOf(at: string): string {
  const time = Date.parse(at)
  const weekday = (new Date(time).getUTCDay() + 6) % 7
  return new Date(time - weekday * DAY_MS).toISOString().slice(0, 10)
}

/**
 * EWMA with lambda 0.2 and limits at 3 sigma around the mean over all weeks. Sigma comes from how far neighbouring weeks differ (mean
 * moving range / 1.128) and not from the counts: labels of one trace resemble each other, so counts promise too much.
 */
function chart(weeks: ReadonlyMap<string, { hits: number; n: number }>): Week[] {
  const points = [...weeks]
    .filter(([, { n }]) => n > 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([week, { hits, n }]) => ({ week, value: hits / n, n, hits }))
  if (points.length < LEAST_WEEKS) return []
  const target = points.reduce((sum, { hits }) => sum + hits, 0) / points.reduce((sum, { n }) => sum + n, 0)
  const ranges = points.slice(1).map(({ value }, index) => Math.abs(value - (points[index]?.value ?? value)))
  const sigma = ranges.reduce((sum, range) => sum + range, 0) / ranges.length / D2
  const smoothed = ewma(
    points.map(({ value }) => value),
    { lambda: LAMBDA, target, sigma, limits: LIMITS },
  )
  return points.map(({ week, value, n }, index) => {
    const { z, lower, upper, isSignal } = smoothed[index] ?? { z: value, lower: value, upper: value, isSignal: false }
    // Where no week differs from the next there is no spread to judge by, and nothing has moved.
    return { week, value, n, z, lower, upper, isSignal: sigma > 0 && isSignal }
  })
}
