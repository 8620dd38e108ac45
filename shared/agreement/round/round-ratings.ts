/**
 * The reliability data of a round: who said what of which item, by the rules that hold wherever agreement is computed. Values are those
 * from before their author could see a peer's; unsure and not applicable take no side; what was not submitted is missing.
 */
import { groupBy } from '../../group-by.ts'
import { MISSING } from '../rating-matrix.ts'
import { makeReliabilityCounts, type ReliabilityCounts } from '../reliability-counts.ts'
import type { RatingData } from '../report/rating-data.ts'
import { traceVote } from './trace-vote.ts'

/** Which of a round's labels a figure is about. */
export type RatingScope = {
  readonly level: 'segment' | 'trace'
  /** Leaves out answers of "nothing" that were given for many segments in one act. */
  readonly excludeBulk: boolean
  /** Only traces of this framework, of this model; null = any. */
  readonly framework: string | null
  readonly model: string | null
  /** Only these annotators; null = all. */
  readonly raters: readonly string[] | null
  /** Only segments at these places of their trace, first and last, from 0; null = all. */
  readonly positions: readonly [number, number] | null
}

export const WHOLE_ROUND: RatingScope = {
  level: 'segment',
  excludeBulk: false,
  framework: null,
  model: null,
  raters: null,
  positions: null,
}

/** A trace of the round with the segments that are asked for, in order. */
export type RoundTraceFacts = {
  readonly id: string
  readonly title: string
  readonly framework: string | null
  readonly model: string | null
  readonly segments: readonly { readonly id: string; readonly index: number }[]
}

/** One submitted segment: a letter per mode, in the order of the codebook. */
export type RoundVote = {
  readonly segmentId: string
  readonly traceId: string
  readonly raterId: string
  readonly vector: string
  readonly isBulk: boolean
  readonly at: string
}

/** One answer about an item; at the level of traces `-` stands for a mode on which the rater's vote is missing. */
export type ItemVote = {
  readonly item: string
  readonly trace: string
  readonly rater: string
  readonly vector: string
  readonly at: string
}

export type RoundRatings = {
  /** Everything that was asked, labelled or not, in the order of the round. */
  readonly items: readonly { readonly id: string; readonly trace: string }[]
  /** In the order of their ids. */
  readonly raters: readonly string[]
  readonly votes: readonly ItemVote[]
}

/** What of a round's votes is inside the scope, as answers about segments or about traces. */
export function scopedRatings(traces: readonly RoundTraceFacts[], votes: readonly RoundVote[], scope: RatingScope): RoundRatings {
  const inScope = traces
    .filter(
      (trace) => (scope.framework === null || trace.framework === scope.framework) && (scope.model === null || trace.model === scope.model),
    )
    .map((trace) => ({ ...trace, segments: trace.segments.filter(({ index }) => isWithin(index, scope.positions)) }))
  const segments = new Set(inScope.flatMap((trace) => trace.segments.map(({ id }) => id)))
  const counting = votes.filter(
    (vote) =>
      segments.has(vote.segmentId) && !(scope.excludeBulk && vote.isBulk) && (scope.raters === null || scope.raters.includes(vote.raterId)),
  )
  const raters = [...new Set(counting.map((vote) => vote.raterId))].toSorted()
  if (scope.level === 'trace') return { items: inScope.map(({ id }) => ({ id, trace: id })), raters, votes: traceVotes(inScope, counting) }
  return {
    items: inScope.flatMap((trace) => trace.segments.map(({ id }) => ({ id, trace: trace.id }))),
    raters,
    votes: counting.map(({ segmentId, traceId, raterId, vector, at }) => ({ item: segmentId, trace: traceId, rater: raterId, vector, at })),
  }
}

function isWithin(index: number, positions: RatingScope['positions']): boolean {
  return positions === null || (index >= positions[0] && index <= positions[1])
}

function traceVotes(traces: readonly RoundTraceFacts[], votes: readonly RoundVote[]): ItemVote[] {
  const askedOf = new Map(traces.map((trace) => [trace.id, trace.segments.length]))
  return [...groupBy(votes, (vote) => `${vote.traceId}\n${vote.raterId}`).values()].flatMap((own) => {
    const [first] = own
    if (first === undefined) return []
    const asked = askedOf.get(first.traceId) ?? 0
    const vector = Array.from(
      first.vector,
      (_, mode) =>
        traceVote(
          own.map((vote) => vote.vector[mode] ?? ''),
          asked,
        ) ?? MISSING_LETTER,
    ).join('')
    const at =
      own
        .map((vote) => vote.at)
        .toSorted()
        .at(-1) ?? ''
    return [{ item: first.traceId, trace: first.traceId, rater: first.raterId, vector, at }]
  })
}

/** Beside the letters of a stored vector: no vote on this mode. */
const MISSING_LETTER = '-'

/** The ratings counted. An answer that says nothing on any mode is no answer. */
export function countsOf({ votes }: RoundRatings, modes: number): ReliabilityCounts {
  const counts = makeReliabilityCounts(modes)
  for (const { item, trace, rater, vector } of votes) {
    if (!isSilent(vector)) counts.put({ segment: item, trace, rater, vector })
  }
  return counts
}

function isSilent(vector: string): boolean {
  for (const letter of vector) if (letter !== MISSING_LETTER) return false
  return true
}

const CODES: Readonly<Record<string, number>> = { p: 0, a: 1 }

/** The ratings as the study that a report is made of: present and absent, one matrix per mode, items within their traces. */
export function ratingDataOf({ items, raters, votes }: RoundRatings, modes: readonly string[]): RatingData {
  const itemOf = new Map(items.map(({ id }, index) => [id, index]))
  const raterOf = new Map(raters.map((rater, index) => [rater, index]))
  const traceOf = new Map<string, number>()
  for (const { trace } of items) if (!traceOf.has(trace)) traceOf.set(trace, traceOf.size)
  const matrices = modes.map(() => new Uint16Array(items.length * raters.length).fill(MISSING))
  for (const { item, rater, vector } of votes) {
    const cell = (itemOf.get(item) ?? 0) * raters.length + (raterOf.get(rater) ?? 0)
    for (const [mode, codes] of matrices.entries()) codes[cell] = CODES[vector[mode] ?? ''] ?? MISSING
  }
  return {
    items: items.map(({ id }) => id),
    raters,
    categories: ['present', 'absent'],
    isOrdered: false,
    numbers: null,
    modes,
    matrices: matrices.map((codes) => ({ items: items.length, raters: raters.length, k: 2, codes })),
    clusters: { count: traceOf.size, ofItem: Int32Array.from(items, ({ trace }) => traceOf.get(trace) ?? 0) },
  }
}

/** How many values took no side, of those given. */
export function valuesWithoutSide({ votes }: RoundRatings): number {
  let without = 0
  for (const { vector } of votes) for (const letter of vector) if (letter === 'u' || letter === 'n') without += 1
  return without
}
