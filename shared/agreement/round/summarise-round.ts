import type { Codebook } from '../../codebooks/codebook.ts'
import { type RoundId, UserId } from '../../ids.ts'
import type { ClusteredTables } from '../clustered-tables.ts'
import type { Interval, PointCoefficient } from '../coefficient.ts'
import { cohenKappa } from '../cohen-kappa.ts'
import type { ContingencyTable } from '../contingency-table.ts'
import { gofIntervalByCluster } from '../gof-interval.ts'
import { type Note, pairNotes, traceNote } from '../notes.ts'
import { pooledKappa } from '../pooled-kappa.ts'
import { pooledScores, type TableByTrace } from '../pooled-scores.ts'
import { ac1OfSums, addSegments, addSums, alphaOfSums, noSums, type ProfileSums, type ScoredFigure, totalOf } from '../profile-figures.ts'
import { type PairCounts, type ReliabilityCounts, tablesOfMode } from '../reliability-counts.ts'
import { overallNotes } from '../report/overall-notes.ts'
import type { AgreementSummary, Figure, ModeFigure, PairFigure } from '../summary.ts'

type Rater = AgreementSummary['raters'][number]

export type Reliability = {
  readonly roundId: RoundId
  readonly codebook: Codebook
  readonly raters: readonly Rater[]
  readonly totalSegments: number
  readonly counts: ReliabilityCounts
}

/** One pair and one mode: the table, and its cells by trace. */
type PairTables = { readonly pair: PairCounts; readonly tables: ClusteredTables; readonly byTrace: TableByTrace }

/**
 * The live figures of a round from its counts. A pair of values enters a mode's table only when both are present or absent; unsure and
 * not applicable are set aside and counted; a segment only one rater submitted is missing. What it costs depends on traces, pairs and
 * modes, not on labels.
 */
export function summariseRound({ roundId, codebook, raters, totalSegments, counts }: Reliability): AgreementSummary {
  const traces = counts.traces()
  const pairs = counts
    .pairs()
    .map((pair) => ({ pair, traces: traces.flatMap((trace, index) => (pair.byTrace.has(trace) ? [{ trace, index }] : [])) }))
  const sums = sumsByMode(counts, traces, codebook.modes.length)
  const tables = codebook.modes.map((_mode, mode) =>
    pairs.map(({ pair, traces: own }): PairTables => {
      const clustered = tablesOfMode(
        pair,
        mode,
        own.map(({ trace }) => trace),
      )
      const cells = own.map(({ trace, index }) => ({
        trace: index,
        counts: pair.byTrace.get(trace)?.subarray(mode * 4, mode * 4 + 4) ?? [],
      }))
      return { pair, tables: clustered, byTrace: { total: clustered.total, cells } }
    }),
  )
  const all = tables.flat().map(({ byTrace }) => byTrace)
  const cells = traces.map((_trace, index) => {
    const total = noSums()
    for (const mode of sums) addSums(total, mode[index] ?? noSums())
    return total
  })
  const pooled = pooledFigure(all, traces.length)
  const usedTraces = pooled.traces
  const note = usedTraces === 0 ? null : traceNote(usedTraces)
  return {
    roundId,
    raters: [...raters],
    segments: { total: totalSegments, ...counts.segments() },
    pooled: pooled.figure,
    ac1: scoredFigure(ac1OfSums(cells)),
    alpha: scoredFigure(alphaOfSums(cells)),
    pabak: pabakOf(pooled.figure),
    traces: usedTraces,
    notes: note === null ? [] : [note],
    modes: codebook.modes.map((mode, index) => ({
      mode: mode.id,
      ...modeFigure(index, tables[index] ?? [], sums[index] ?? [], raters, counts),
    })),
  }
}

function modeFigure(
  mode: number,
  tables: readonly PairTables[],
  sums: readonly ProfileSums[],
  raters: readonly Rater[],
  counts: ReliabilityCounts,
): Omit<ModeFigure, 'mode'> {
  const figures = tables.map((one) => pairFigure(one, mode))
  const [only] = figures
  const pooled = pooledFigure(
    tables.map(({ byTrace }) => byTrace),
    sums.length,
  )
  // With one pair the pooled kappa is that pair's Cohen's kappa, and its goodness-of-fit interval holds.
  const kappa = figures.length === 1 && only ? only.kappa : pooled.figure
  const [positiveAgreement, negativeAgreement] = agreementOnEach(tables.map(({ tables: { total } }) => total))
  return {
    pairs: figures,
    kappa,
    ac1: scoredFigure(ac1OfSums(sums)),
    alpha: scoredFigure(alphaOfSums(sums)),
    pabak: pabakOf(kappa),
    positiveAgreement,
    negativeAgreement,
    seen: totalOf(sums).seen,
    positives: raters.map(({ id }) => {
      const { present, either } = counts.answersOf(id)
      return { present: present[mode] ?? 0, of: either[mode] ?? 0 }
    }),
    traces: pooled.traces,
    notes: notesOf(tables, sums, pooled.traces, raters),
  }
}

function pairFigure({ pair, tables }: PairTables, mode: number): PairFigure {
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

function pooledFigure(tables: readonly TableByTrace[], traces: number): { figure: Figure; traces: number } {
  const coefficient = pooledKappa(tables.map(({ total }) => total))
  const scores = pooledScores(tables, traces)
  const interval = coefficient.kind === 'value' ? (scores?.interval(coefficient.value) ?? null) : null
  const used = new Set(tables.flatMap(({ cells }) => cells.flatMap(({ trace, counts }) => (isEmpty(counts) ? [] : [trace]))))
  return { figure: toFigure(coefficient, interval, 't'), traces: used.size }
}

function isEmpty(counts: ArrayLike<number>): boolean {
  for (let cell = 0; cell < counts.length; cell++) if (counts[cell] !== 0) return false
  return true
}

function scoredFigure({ coefficient, scores }: ScoredFigure): Figure {
  const interval = coefficient.kind === 'value' && scores !== null ? scores.interval(coefficient.value) : null
  return toFigure(coefficient, interval, 't')
}

function sumsByMode(counts: ReliabilityCounts, traces: readonly string[], modes: number): ProfileSums[][] {
  const sums = Array.from({ length: modes }, () => traces.map(noSums))
  for (const [index, trace] of traces.entries()) {
    counts.profiles.each(trace, (present, absent, perMode) => {
      for (const [mode, ofMode] of sums.entries()) addSegments(ofMode[index] ?? noSums(), present, absent, perMode[mode] ?? 0)
    })
  }
  return sums
}

/** Two raters: the notes of their table. More: those on rarity, with the positive agreement of all. Both: how many traces there are. */
function notesOf(tables: readonly PairTables[], sums: readonly ProfileSums[], traces: number, raters: readonly Rater[]): Note[] {
  const [only, ...others] = tables
  const nameOf = (id: string) => raters.find((rater) => rater.id === id)?.name ?? id
  if (only !== undefined && others.length === 0) {
    const [a, b] = only.pair.raters
    const few = traces === 0 ? null : traceNote(traces)
    return [...pairNotes(only.tables.total, [nameOf(a), nameOf(b)]), ...(few === null ? [] : [few])]
  }
  const total = totalOf(sums)
  const share = total.items === 0 ? 0 : total.presentShare / total.items
  return overallNotes(
    {
      observedDisagreement: total.pairable === 0 ? null : total.differing / total.pairable,
      shares: Float64Array.of(share, 1 - share),
    },
    { units: total.pairable, totals: Float64Array.of(total.present, total.absent), cells: Float64Array.of(total.bothPresent, 0, 0, 0) },
    traces,
  )
}

function agreementOnEach(tables: readonly ContingencyTable[]): [number | null, number | null] {
  let [both, neither, differ] = [0, 0, 0]
  for (const { counts } of tables) {
    both += counts[0] ?? 0
    neither += counts[3] ?? 0
    differ += (counts[1] ?? 0) + (counts[2] ?? 0)
  }
  const share = (agreed: number) => (2 * agreed + differ === 0 ? null : (2 * agreed) / (2 * agreed + differ))
  return [share(both), share(neither)]
}

function pabakOf(figure: Figure): number | null {
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
