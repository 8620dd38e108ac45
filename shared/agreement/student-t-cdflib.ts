import { normalQuantile } from './normal.ts'
import { cornishFisher, studentUpperTail } from './student-t.ts'

const RELATIVE_TOLERANCE = 1e-8

/**
 * Student's quantile as CDFLIB (and with it scipy before 1.12) gives it: its root finder stops at a relative 1e-8, which leaves an error of
 * up to 2e-9. Only for figures that must equal others computed that way; `studentQuantile` is exact to 1e-13. For 0.5 < p < 1, df >= 1.
 * Source: Brown, Lovato & Russell (1994) CDFLIB, routines cdft, dinvr, dzror; Bus & Dekker (1975) ACM TOMS 1:330-345, algorithm R.
 */
export function cdflibStudentQuantile(p: number, df: number): number {
  if (!(p > 0.5 && p < 1)) throw new RangeError(`A probability above 0.5 and below 1, not ${p}.`)
  const excess = (t: number) => studentUpperTail(t, df) - (1 - p)
  const start = cornishFisher(normalQuantile(p), df)
  const atStart = excess(start)
  if (atStart === 0) return start
  // The tail falls with t: while there is too much of it, search upwards, else downwards.
  let step = Math.max(0.5, 0.5 * start)
  if (atStart > 0) {
    let low = start
    let high = low + step
    while (excess(high) > 0) {
      step *= 5
      low = high
      high = low + step
    }
    return busDekker(excess, low, high)
  }
  let high = start
  let low = high - step
  while (excess(low) < 0) {
    step *= 5
    high = low
    low = high - step
  }
  return busDekker(excess, low, high)
}

/** A point of a function: where, and its value. */
interface Point {
  readonly x: number
  readonly f: number
}

/** Algorithm R: rational and linear interpolation guarded by bisection, until the bracket is narrower than the tolerance. */
function busDekker(f: (x: number) => number, low: number, high: number): number {
  let best: Point = { x: low, f: f(low) }
  let previous: Point = { x: high, f: f(high) }
  let older: Point | null = null
  let opposite = previous
  let withoutBisection = 0
  for (;;) {
    if (Math.abs(opposite.f) < Math.abs(best.f)) {
      if (opposite.x !== previous.x) older = previous
      previous = best
      best = opposite
      opposite = previous
    }
    const tolerance = 0.5 * RELATIVE_TOLERANCE * Math.abs(best.x)
    const toMiddle = (opposite.x + best.x) / 2 - best.x
    if (Math.abs(toMiddle) <= tolerance) return best.x
    const move = withoutBisection > 3 ? toMiddle : interpolated(best, previous, older, toMiddle, tolerance, withoutBisection === 3)
    older = previous
    previous = best
    const x = best.x + move
    best = { x, f: f(x) }
    if (opposite.f * best.f >= 0) {
      opposite = previous
      withoutBisection = 0
    } else {
      withoutBisection = move === toMiddle ? 0 : withoutBisection + 1
    }
  }
}

function interpolated(best: Point, previous: Point, older: Point | null, toMiddle: number, tolerance: number, isDoubled: boolean): number {
  let over = (best.x - previous.x) * best.f
  let under = previous.f - best.f
  if (older !== null) {
    const slopeOfBest = (older.f - best.f) / (older.x - best.x)
    const slopeOfPrevious = (older.f - previous.f) / (older.x - previous.x)
    over *= slopeOfPrevious
    under = slopeOfBest * previous.f - slopeOfPrevious * best.f
  }
  // Towards the middle counts as forwards, as in the original, which flips both signs together.
  if (over < 0) {
    over = -over
    under = -under
  }
  if (isDoubled) over *= 2
  const least = Math.sign(toMiddle) * tolerance
  if (over === 0 || over <= under * least) return least
  return over < toMiddle * under ? over / under : toMiddle
}
