import { at } from './at.ts'

/** Quantile of sorted numbers by linear interpolation between order statistics: type 7 of Hyndman & Fan (1996), the default of R and numpy. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p
  const lower = Math.floor(position)
  const upper = Math.min(lower + 1, sorted.length - 1)
  return at(sorted, lower) + (at(sorted, upper) - at(sorted, lower)) * (position - lower)
}

/** Mean and standard deviation (divisor n - 1) of at least two numbers. */
export function spread(values: ArrayLike<number>): { mean: number; deviation: number } {
  let total = 0
  for (let i = 0; i < values.length; i++) total += at(values, i)
  const mean = total / values.length
  let squares = 0
  for (let i = 0; i < values.length; i++) squares += (at(values, i) - mean) ** 2
  return { mean, deviation: Math.sqrt(squares / (values.length - 1)) }
}
