import { type ClusteredTables, clusteredTables } from '../../../shared/agreement/clustered-tables.ts'
import type { Interval, PointCoefficient } from '../../../shared/agreement/coefficient.ts'
import { cohenKappa } from '../../../shared/agreement/cohen-kappa.ts'
import type { ContingencyTable } from '../../../shared/agreement/contingency-table.ts'
import { gofIntervalByCluster } from '../../../shared/agreement/gof-interval.ts'
import { gwetAc } from '../../../shared/agreement/gwet-ac.ts'
import { pooledKappa } from '../../../shared/agreement/pooled-kappa.ts'
import { type PairCounts, type ReliabilityCounts, tablesOfMode } from '../../../shared/agreement/reliability-counts.ts'
import type { AgreementSummary, Figure, ModeFigure, PairFigure } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { type RoundId, UserId } from '../../../shared/ids.ts'

type Rater = AgreementSummary['raters'][number]

export type Reliability = {
  readonly roundId: RoundId
  readonly codebook: Codebook
  readonly raters: readonly Rater[]
  readonly totalSegments: number
  readonly counts: ReliabilityCounts
}

/**
 * The live figures of a round from its counts. A pair of values enters a mode's table only when both are present or absent; unsure and
 * not applicable are set aside and counted; a segment only one rater submitted is missing.
 */
export function summarise({ roundId, codebook, raters, totalSegments, counts }: Reliability): AgreementSummary {
  const pairs = counts.pairs()
  const tables = codebook.modes.map((_mode, index) => pairs.map((pair) => tablesOfMode(pair, index)))
  return {
    roundId,
    raters: [...raters],
    segments: { total: totalSegments, ...counts.segments() },
    pooled: toFigure(pooledKappa(tables.flat().map((table) => table.total)), null),
    modes: codebook.modes.map((mode, index) => modeFigure(mode.id, index, pairs, tables[index] ?? [])),
  }
}

function modeFigure(
  mode: ModeFigure['mode'],
  index: number,
  pairs: readonly PairCounts[],
  clusters: readonly ClusteredTables[],
): ModeFigure {
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
