import { type PointCoefficient, undefinedCoefficient } from './coefficient.ts'
import { makeTraceScores, type TraceScores } from './trace-scores.ts'

/** What AC1 and alpha over any number of raters are made of, for a binary label: sums over segments that add up over traces and modes. */
export type ProfileSums = {
  /** Segments with a value, and with at least two. */
  items: number
  pairable: number
  /** Sum over segments of the share of values that are present, and over pairable ones of the share of pairs that differ. */
  presentShare: number
  differing: number
  /** Krippendorff's: pairable values that are present and absent, coincidences that differ, and those of two presents. */
  present: number
  absent: number
  differingValues: number
  bothPresent: number
  /** Pairable segments that at least one marked present. */
  seen: number
}

export function noSums(): ProfileSums {
  return { items: 0, pairable: 0, presentShare: 0, differing: 0, present: 0, absent: 0, differingValues: 0, bothPresent: 0, seen: 0 }
}

/** Adds `count` segments of which each has so many present and absent values. */
export function addSegments(sums: ProfileSums, present: number, absent: number, count: number): void {
  const values = present + absent
  if (count === 0 || values === 0) return
  sums.items += count
  sums.presentShare += (count * present) / values
  if (values < 2) return
  sums.pairable += count
  if (present > 0) sums.seen += count
  sums.differing += (count * 2 * present * absent) / (values * (values - 1))
  sums.present += count * present
  sums.absent += count * absent
  sums.differingValues += (count * 2 * present * absent) / (values - 1)
  sums.bothPresent += (count * present * (present - 1)) / (values - 1)
}

export function addSums(into: ProfileSums, more: ProfileSums): void {
  into.items += more.items
  into.pairable += more.pairable
  into.presentShare += more.presentShare
  into.differing += more.differing
  into.present += more.present
  into.absent += more.absent
  into.differingValues += more.differingValues
  into.bothPresent += more.bothPresent
  into.seen += more.seen
}

export type ScoredFigure = { readonly coefficient: PointCoefficient; readonly scores: TraceScores | null }

/** Gwet's AC1 over all raters from sums by trace: the same figure and the same linearisation by trace as `gwetAcOfRatings`. */
export function ac1OfSums(byTrace: readonly ProfileSums[]): ScoredFigure {
  const total = totalOf(byTrace)
  const { items, pairable } = total
  if (items === 0) return { coefficient: undefinedCoefficient('no-items', 0), scores: null }
  if (pairable === 0) return { coefficient: undefinedCoefficient('no-pairable-items', 0), scores: null }
  const share = total.presentShare / items
  const chance = 2 * share * (1 - share)
  const room = 1 - chance
  const observed = total.differing / pairable
  const ratio = observed / room
  const scores = makeTraceScores(byTrace.length)
  for (const [trace, own] of byTrace.entries()) {
    if (own.items === 0) continue
    const agreement = (items / pairable) * (own.pairable * ratio - own.differing / room)
    const expected = own.presentShare * (1 - share) + (own.items - own.presentShare) * share - own.items * chance
    scores.add(trace, (agreement - (2 * ratio * expected) / room) / items)
  }
  return { coefficient: { kind: 'value', value: 1 - ratio, n: pairable, observed: 1 - observed, expected: chance }, scores }
}

/**
 * Krippendorff's nominal alpha from sums by trace, 1 - D (n - 1)/(2 n_p n_a), with its linearisation by trace: a trace moves ln(1 - alpha)
 * by D_g/D + n_g/(n - 1) - p_g/n_p - a_g/n_a. `observed` and `expected` are agreement, 1 - Do and 1 - De.
 */
export function alphaOfSums(byTrace: readonly ProfileSums[]): ScoredFigure {
  const total = totalOf(byTrace)
  const { pairable, present, absent, differingValues } = total
  if (pairable === 0) return { coefficient: undefinedCoefficient('no-pairable-items', 0), scores: null }
  const values = present + absent
  if (present === 0 || absent === 0) return { coefficient: undefinedCoefficient('no-expected-disagreement', pairable, 1, 1), scores: null }
  const observed = differingValues / values
  const expected = (2 * present * absent) / (values * (values - 1))
  const ratio = observed / expected
  const scores = makeTraceScores(byTrace.length)
  for (const [trace, own] of byTrace.entries()) {
    if (own.pairable === 0) continue
    const margins = (own.present + own.absent) / (values - 1) - own.present / present - own.absent / absent
    // With no disagreement at all the figure does not move with the margins: ratio is 0 then.
    scores.add(trace, own.differingValues / (values * expected) + ratio * margins)
  }
  return {
    coefficient: { kind: 'value', value: 1 - ratio, n: pairable, observed: 1 - observed, expected: 1 - expected },
    scores,
  }
}

export function totalOf(byTrace: readonly ProfileSums[]): ProfileSums {
  const total = noSums()
  for (const own of byTrace) addSums(total, own)
  return total
}
