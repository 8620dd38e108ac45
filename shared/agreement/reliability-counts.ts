/**
 * The sufficient statistics of a round: who said what of each segment, for every pair of raters the 2 x 2 counts by trace and mode, and for
 * all raters together how many said present and how many absent. One value put in, changed or taken out touches only its own segment, so
 * that a fresh figure costs the same however many labels are stored; a rebuild from the rows gives exactly the same counts.
 */
import { type ClusteredTables, clusteredTables } from './clustered-tables.ts'
import { makeProfileCounts, type ProfileCounts } from './profile-counts.ts'

/** Letters of a stored vector that enter a table; every other letter takes no side. */
const PRESENT = 'p'
const ABSENT = 'a'

/** Cells of a 2 x 2 table in row-major order: present first, rater A in the rows. */
const CELLS = 4

/** What one rater said of one segment: a letter per mode, in codebook order. A null vector takes the value out. */
export type ReliabilityEntry = { readonly segment: string; readonly trace: string; readonly rater: string; readonly vector: string | null }

export type PairCounts = {
  /** In the order of their ids. */
  readonly raters: readonly [string, string]
  /** 2 x 2 counts of each trace, one table per mode. */
  readonly byTrace: ReadonlyMap<string, Float64Array>
  /** Per mode: segments both submitted where one of them took no side. */
  readonly setAside: Int32Array
  /** Per mode: segments in which at least one of them said present. */
  readonly seen: Int32Array
}

type OpenPair = PairCounts & { readonly byTrace: Map<string, Float64Array> }
type Segment = { readonly trace: string; readonly votes: Map<string, string> }

export type ReliabilityCounts = {
  readonly put: (entry: ReliabilityEntry) => void
  /** All pairs that share or shared a segment, in the order of their raters. */
  readonly pairs: () => PairCounts[]
  readonly raters: () => string[]
  /** Segments submitted by at least two, and by one only. */
  readonly segments: () => { used: number; incomplete: number }
  /** Over all raters: present and absent values of each segment, by trace. */
  readonly profiles: ProfileCounts
  /** Values of a rater that took a side, per mode: present, and either. */
  readonly answersOf: (rater: string) => Answers
  /** Traces with a value in them, in the order of their ids. */
  readonly traces: () => readonly string[]
}

export type Answers = { readonly present: Int32Array; readonly either: Int32Array }

export function makeReliabilityCounts(modes: number): ReliabilityCounts {
  const segments = new Map<string, Segment>()
  const pairs = new Map<string, OpenPair>()
  const votesOf = new Map<string, number>()
  const answers = new Map<string, Answers>()
  const traces = new Set<string>()
  let ordered: readonly string[] | null = null
  const profiles = makeProfileCounts(modes)
  let used = 0
  let incomplete = 0

  function pairOf(a: string, b: string): OpenPair {
    const key = `${a}\n${b}`
    const held = pairs.get(key)
    if (held) return held
    const made: OpenPair = { raters: [a, b], byTrace: new Map(), setAside: new Int32Array(modes), seen: new Int32Array(modes) }
    pairs.set(key, made)
    return made
  }

  function tally(trace: string, one: readonly [string, string], other: readonly [string, string], by: 1 | -1): void {
    const [a, b] = one[0] < other[0] ? [one, other] : [other, one]
    const pair = pairOf(a[0], b[0])
    let counts = pair.byTrace.get(trace)
    if (!counts) {
      counts = new Float64Array(modes * CELLS)
      pair.byTrace.set(trace, counts)
    }
    for (let mode = 0; mode < modes; mode++) {
      const x = a[1][mode]
      const y = b[1][mode]
      if (x === PRESENT || y === PRESENT) pair.seen[mode] = (pair.seen[mode] ?? 0) + by
      const isPairable = (x === PRESENT || x === ABSENT) && (y === PRESENT || y === ABSENT)
      if (!isPairable) {
        pair.setAside[mode] = (pair.setAside[mode] ?? 0) + by
        continue
      }
      const cell = mode * CELLS + (x === PRESENT ? 0 : 2) + (y === PRESENT ? 0 : 1)
      counts[cell] = (counts[cell] ?? 0) + by
    }
  }

  function answersOf(rater: string): Answers {
    const held = answers.get(rater)
    if (held) return held
    const made = { present: new Int32Array(modes), either: new Int32Array(modes) }
    answers.set(rater, made)
    return made
  }

  function count(rater: string, vector: string, by: 1 | -1): void {
    const { present, either } = answersOf(rater)
    for (let mode = 0; mode < modes; mode++) {
      const letter = vector[mode]
      if (letter === PRESENT) present[mode] = (present[mode] ?? 0) + by
      if (letter === PRESENT || letter === ABSENT) either[mode] = (either[mode] ?? 0) + by
    }
  }

  function resize(before: number, after: number): void {
    used += Number(after > 1) - Number(before > 1)
    incomplete += Number(after === 1) - Number(before === 1)
  }

  function open(segment: string, trace: string): Segment {
    const held = segments.get(segment)
    if (held) return held
    const made = { trace, votes: new Map<string, string>() }
    segments.set(segment, made)
    if (!traces.has(trace)) ordered = null
    traces.add(trace)
    return made
  }

  return {
    put({ segment, trace, rater, vector }) {
      const held = open(segment, trace)
      const before = held.votes.get(rater)
      if (before === (vector ?? undefined)) return
      const size = held.votes.size
      for (const [other, value] of held.votes) {
        if (other === rater) continue
        if (before !== undefined) tally(held.trace, [rater, before], [other, value], -1)
        if (vector !== null) tally(held.trace, [rater, vector], [other, value], 1)
      }
      profiles.change(held.trace, held.votes, rater, vector)
      if (before !== undefined) count(rater, before, -1)
      if (vector !== null) count(rater, vector, 1)
      if (vector === null) held.votes.delete(rater)
      else held.votes.set(rater, vector)
      votesOf.set(rater, (votesOf.get(rater) ?? 0) + held.votes.size - size)
      resize(size, held.votes.size)
    },
    pairs: () => [...pairs.values()].toSorted((p, q) => order(p.raters[0], q.raters[0]) || order(p.raters[1], q.raters[1])),
    raters: () =>
      [...votesOf]
        .filter(([, votes]) => votes > 0)
        .map(([rater]) => rater)
        .toSorted(order),
    segments: () => ({ used, incomplete }),
    profiles,
    answersOf,
    traces() {
      ordered ??= [...traces].toSorted(order)
      return ordered
    },
  }
}

function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** The tables of one mode by trace. */
export function tablesOfMode(pair: PairCounts, mode: number): ClusteredTables {
  return clusteredTables(
    2,
    [...pair.byTrace.values()].map((counts) => counts.subarray(mode * CELLS, (mode + 1) * CELLS)),
  )
}
