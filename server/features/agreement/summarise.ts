import { clusteredTables } from '../../../shared/agreement/clustered-tables.ts'
import type { Interval, PointCoefficient } from '../../../shared/agreement/coefficient.ts'
import { cohenKappa } from '../../../shared/agreement/cohen-kappa.ts'
import type { ContingencyTable } from '../../../shared/agreement/contingency-table.ts'
import { gofIntervalByCluster } from '../../../shared/agreement/gof-interval.ts'
import { gwetAc } from '../../../shared/agreement/gwet-ac.ts'
import { pooledKappa } from '../../../shared/agreement/pooled-kappa.ts'
import type { AgreementSummary, Figure, ModeFigure, PairFigure } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { type RoundId, UserId } from '../../../shared/ids.ts'
import type { Vote } from '../labels/index.ts'

/** What agreement is computed from: the value as it stood when its author could first see a peer's. */
export type ReliabilityVote = Pick<Vote, 'traceId' | 'segmentId' | 'raterId' | 'vector'>

type Rater = AgreementSummary['raters'][number]

export type Reliability = {
  readonly roundId: RoundId
  readonly codebook: Codebook
  readonly raters: readonly Rater[]
  readonly totalSegments: number
  /** Blind values only. */
  readonly votes: readonly ReliabilityVote[]
}

/** Cells of a 2 x 2 table in row-major order: present first, rater A in the rows. */
const CELLS = 4

/** Per pair of raters: for each mode the 2 x 2 counts of each trace, and the segments set aside. */
type PairCounts = {
  readonly raters: readonly [string, string]
  readonly byTrace: Map<string, Float64Array>
  readonly setAside: Int32Array
  readonly seen: Int32Array
}

/**
 * The live figures of a round from its reliability data. A pair of values enters a mode's table only when both are present or
 * absent; unsure and not applicable are set aside and counted; a segment only one rater submitted is missing.
 */
export function summarise(data: Reliability): AgreementSummary {
  const modes = data.codebook.modes
  const pairs = countPairs(data)
  const figures = modes.map((mode, index) => modeFigure(mode.id, index, pairs))
  const tables = modes.flatMap((_mode, index) => pairs.map((pair) => clustersOf(pair, index).total))
  const bySegment = groupBy(data.votes, (vote) => vote.segmentId)
  const doubled = [...bySegment.values()].filter((votes) => votes.length > 1).length
  return {
    roundId: data.roundId,
    raters: [...data.raters],
    segments: { total: data.totalSegments, used: doubled, incomplete: bySegment.size - doubled },
    pooled: toFigure(pooledKappa(tables), null),
    modes: figures,
  }
}

function countPairs({ votes, raters, codebook }: Reliability): PairCounts[] {
  const order = raters.map((rater) => rater.id as string)
  const pairs = new Map<string, PairCounts>()
  const size = codebook.modes.length
  for (const group of groupBy(votes, (vote) => vote.segmentId).values()) {
    const sorted = group.toSorted((a, b) => order.indexOf(a.raterId) - order.indexOf(b.raterId))
    for (const [i, a] of sorted.entries()) {
      for (const b of sorted.slice(i + 1)) countSegment(pairOf(pairs, a.raterId, b.raterId, size), a, b, size)
    }
  }
  return [...pairs.values()].toSorted(
    (p, q) => order.indexOf(p.raters[0]) - order.indexOf(q.raters[0]) || order.indexOf(p.raters[1]) - order.indexOf(q.raters[1]),
  )
}

function pairOf(pairs: Map<string, PairCounts>, a: string, b: string, modes: number): PairCounts {
  const key = `${a}\n${b}`
  const held = pairs.get(key)
  if (held) return held
  const made: PairCounts = { raters: [a, b], byTrace: new Map(), setAside: new Int32Array(modes), seen: new Int32Array(modes) }
  pairs.set(key, made)
  return made
}

function countSegment(pair: PairCounts, a: ReliabilityVote, b: ReliabilityVote, modes: number): void {
  let counts = pair.byTrace.get(a.traceId)
  if (!counts) {
    counts = new Float64Array(modes * CELLS)
    pair.byTrace.set(a.traceId, counts)
  }
  for (let mode = 0; mode < modes; mode++) {
    const [x, y] = [a.vector[mode], b.vector[mode]]
    if (x === 'p' || y === 'p') pair.seen[mode] = (pair.seen[mode] ?? 0) + 1
    const isPair = (x === 'p' || x === 'a') && (y === 'p' || y === 'a')
    if (!isPair) {
      pair.setAside[mode] = (pair.setAside[mode] ?? 0) + 1
      continue
    }
    const cell = mode * CELLS + (x === 'p' ? 0 : 2) + (y === 'p' ? 0 : 1)
    counts[cell] = (counts[cell] ?? 0) + 1
  }
}

function clustersOf(pair: PairCounts, mode: number) {
  return clusteredTables(
    2,
    [...pair.byTrace.values()].map((counts) => counts.subarray(mode * CELLS, (mode + 1) * CELLS)),
  )
}

function modeFigure(mode: ModeFigure['mode'], index: number, pairs: readonly PairCounts[]): ModeFigure {
  const clusters = pairs.map((pair) => clustersOf(pair, index))
  const figures = pairs.map((pair, i): PairFigure => {
    const tables = clusters[i] ?? clusteredTables(2, [])
    const [bothPresent = 0, onlyA = 0, onlyB = 0, neither = 0] = tables.total.counts
    const interval = gofIntervalByCluster(tables)?.interval ?? null
    return {
      raters: [UserId.parse(pair.raters[0]), UserId.parse(pair.raters[1])],
      bothPresent,
      onlyA,
      onlyB,
      neither,
      setAside: pair.setAside[index] ?? 0,
      kappa: toFigure(cohenKappa(tables.total), interval),
    }
  })
  const totals = clusters.map((tables) => tables.total)
  const [only] = figures
  // With one pair the pooled kappa is that pair's Cohen's kappa, and its interval holds.
  const kappa = figures.length === 1 && only ? only.kappa : toFigure(pooledKappa(totals), null)
  return {
    mode,
    pairs: figures,
    kappa,
    ac1: toFigure(gwetAc(sumOf(totals)), null),
    seen: pairs.reduce((sum, pair) => sum + (pair.seen[index] ?? 0), 0),
  }
}

function sumOf(tables: readonly ContingencyTable[]): ContingencyTable {
  return clusteredTables(
    2,
    tables.map((table) => table.counts),
  ).total
}

function toFigure(coefficient: PointCoefficient, interval: Interval | null): Figure {
  if (coefficient.kind === 'undefined') {
    const { kind, reason, n, observed, expected } = coefficient
    return { kind, reason, n, observed, expected }
  }
  const { kind, value, n, observed, expected } = coefficient
  return { kind, value, n, observed, expected, ci95: interval ? [interval[0], interval[1]] : null }
}
