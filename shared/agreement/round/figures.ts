import { UserId } from '../../ids.ts'
import type { ClusteredTables } from '../clustered-tables.ts'
import type { Interval, PointCoefficient } from '../coefficient.ts'
import { cohenKappa } from '../cohen-kappa.ts'
import type { ContingencyTable } from '../contingency-table.ts'
import { gofIntervalByCluster } from '../gof-interval.ts'
import { pooledKappa } from '../pooled-kappa.ts'
import { pooledScores, type TableByTrace } from '../pooled-scores.ts'
import type { ScoredFigure } from '../profile-figures.ts'
import type { PairCounts } from '../reliability-counts.ts'
import type { Figure, PairFigure, RaterFigure } from '../summary.ts'

/** One pair and one mode: the table, and its cells by trace. */
export type PairTables = { readonly pair: PairCounts; readonly tables: ClusteredTables; readonly byTrace: TableByTrace }

export function pairFigure({ pair, tables }: PairTables, mode: number): PairFigure {
  const [bothPresent = 0, onlyA = 0, onlyB = 0, neither = 0] = tables.total.counts
  const byTrace = gofIntervalByCluster(tables)
  return {
    raters: [UserId.parse(pair.raters[0]), UserId.parse(pair.raters[1])],
    bothPresent,
    onlyA,
    onlyB,
    neither,
    setAside: pair.setAside[mode] ?? 0,
    traces: tables.clusters,
    designEffect: byTrace?.designEffect ?? null,
    kappa: toFigure(cohenKappa(tables.total), byTrace?.interval ?? null, 'gof-cluster'),
  }
}

/** One rater against everybody they share a segment with. */
export function raterFigure(rater: string, tables: readonly PairTables[], traces: number): RaterFigure {
  const figure = pooledFigure(
    tables.map(({ byTrace }) => byTrace),
    traces,
  )
  let [of, present, othersPresent] = [0, 0, 0]
  for (const {
    pair,
    tables: { total },
  } of tables) {
    const isFirst = pair.raters[0] === rater
    of += total.n
    present += (isFirst ? total.rowTotals[0] : total.columnTotals[0]) ?? 0
    othersPresent += (isFirst ? total.columnTotals[0] : total.rowTotals[0]) ?? 0
  }
  return { kappa: figure, of, present, othersPresent }
}

export function pooledFigure(tables: readonly TableByTrace[], traces: number): Figure {
  const coefficient = pooledKappa(tables.map(({ total }) => total))
  if (coefficient.kind === 'undefined') return toFigure(coefficient, null, 't')
  return toFigure(coefficient, pooledScores(tables, traces)?.interval(coefficient.value) ?? null, 't')
}

/** How many traces hold a pair of values. */
export function tracesIn(tables: readonly TableByTrace[], traces: number): number {
  const holds = new Uint8Array(traces)
  for (const { cells } of tables) {
    for (const { trace, counts } of cells) if (holds[trace] === 0 && !isEmpty(counts)) holds[trace] = 1
  }
  return holds.reduce((sum, flag) => sum + flag, 0)
}

function isEmpty(counts: ArrayLike<number>): boolean {
  for (let cell = 0; cell < counts.length; cell++) if (counts[cell] !== 0) return false
  return true
}

export function scoredFigure({ coefficient, scores }: ScoredFigure): Figure {
  const interval = coefficient.kind === 'value' && scores !== null ? scores.interval(coefficient.value) : null
  return toFigure(coefficient, interval, 't')
}

export function agreementOnEach(tables: readonly ContingencyTable[]): [number | null, number | null] {
  let [both, neither, differ] = [0, 0, 0]
  for (const { counts } of tables) {
    both += counts[0] ?? 0
    neither += counts[3] ?? 0
    differ += (counts[1] ?? 0) + (counts[2] ?? 0)
  }
  const share = (agreed: number) => (2 * agreed + differ === 0 ? null : (2 * agreed) / (2 * agreed + differ))
  return [share(both), share(neither)]
}

export function pabakOf(figure: Figure): number | null {
  return figure.observed === null ? null : 2 * figure.observed - 1
}

function toFigure(coefficient: PointCoefficient, interval: Interval | null, ciMethod: 'gof-cluster' | 't'): Figure {
  if (coefficient.kind === 'undefined') {
    const { kind, reason, n, observed, expected } = coefficient
    return { kind, reason, n, observed, expected }
  }
  const { kind, value, n, observed, expected } = coefficient
  const limits = interval === null ? { ci95: null, ciMethod: null } : { ci95: [interval[0], interval[1]] as [number, number], ciMethod }
  return { kind, value, n, observed, expected, ...limits }
}
