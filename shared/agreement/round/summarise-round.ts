import type { Codebook } from '../../codebooks/codebook.ts'
import type { RoundId } from '../../ids.ts'
import { type Note, pairNotes, traceNote } from '../notes.ts'
import { ac1OfSums, addSegments, addSums, alphaOfSums, noSums, type ProfileSums, totalOf } from '../profile-figures.ts'
import { type ReliabilityCounts, tablesOfMode } from '../reliability-counts.ts'
import { overallNotes } from '../report/overall-notes.ts'
import type { AgreementSummary, ModeFigure } from '../summary.ts'
import { agreementOnEach, type PairTables, pabakOf, pairFigure, pooledFigure, raterFigure, scoredFigure } from './figures.ts'

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
    annotators: raters.map(({ id }) =>
      raterFigure(
        id,
        tables.flat().filter(({ pair }) => pair.raters.includes(id)),
        traces.length,
      ),
    ),
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
  const total = totalOf(sums)
  const [positiveAgreement, negativeAgreement] = agreementOnEach(tables.map(({ tables: { total } }) => total))
  return {
    pairs: figures,
    kappa,
    ac1: scoredFigure(ac1OfSums(sums)),
    alpha: scoredFigure(alphaOfSums(sums)),
    pabak: pabakOf(kappa),
    positiveAgreement,
    negativeAgreement,
    seen: total.seen,
    prevalence: total.pairable === 0 ? null : total.present / (total.present + total.absent),
    valuesPerSegment: total.pairable === 0 ? null : (total.present + total.absent) / total.pairable,
    positives: raters.map(({ id }) => {
      const { present, either } = counts.answersOf(id)
      return { present: present[mode] ?? 0, of: either[mode] ?? 0 }
    }),
    traces: pooled.traces,
    notes: notesOf(tables, sums, pooled.traces, raters),
  }
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
