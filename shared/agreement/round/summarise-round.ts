import type { Codebook } from '../../codebooks/codebook.ts'
import type { RoundId } from '../../ids.ts'
import { clusteredTables } from '../clustered-tables.ts'
import { type Note, pairNotes, traceNote } from '../notes.ts'
import { ac1OfSums, addSegments, addSums, alphaOfSums, noSums, type ProfileSums, totalOf } from '../profile-figures.ts'
import type { ReliabilityCounts } from '../reliability-counts.ts'
import { overallNotes } from '../report/overall-notes.ts'
import type { AgreementSummary, ModeFigure } from '../summary.ts'
import { agreementOnEach, type PairTables, pabakOf, pairFigure, pooledFigure, raterFigure, scoredFigure, tracesIn } from './figures.ts'

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
  const indexOf = new Map(traces.map((trace, index) => [trace, index]))
  const pairs = counts.pairs().map((pair) => ({ pair, own: inOrder(pair.byTrace, indexOf) }))
  const sums = sumsByMode(counts, traces, codebook.modes.length)
  const tables = codebook.modes.map((_mode, mode) =>
    pairs.map(({ pair, own }): PairTables => {
      const cells = own.map(({ trace, counts: all }) => ({ trace, counts: all.subarray(mode * 4, mode * 4 + 4) }))
      const clustered = clusteredTables(
        2,
        cells.map((cell) => cell.counts),
      )
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
  const ofRater = new Map<string, PairTables[]>(raters.map(({ id }) => [id, []]))
  for (const one of tables.flat()) for (const id of one.pair.raters) ofRater.get(id)?.push(one)
  const usedTraces = tracesIn(all, traces.length)
  const note = usedTraces === 0 ? null : traceNote(usedTraces)
  return {
    roundId,
    raters: [...raters],
    annotators: raters.map(({ id }) => raterFigure(id, ofRater.get(id) ?? [], traces.length)),
    segments: { total: totalSegments, ...counts.segments() },
    pooled,
    ac1: scoredFigure(ac1OfSums(cells)),
    alpha: scoredFigure(alphaOfSums(cells)),
    pabak: pabakOf(pooled),
    traces: usedTraces,
    notes: note === null ? [] : [note],
    modes: codebook.modes.map((mode, index) => ({
      mode: mode.id,
      ...modeFigure(index, tables[index] ?? [], sums[index] ?? [], raters, counts),
    })),
  }
}

/** The counts of a pair by trace, in the order of the traces, so that sums over them come out the same to the last bit. */
function inOrder(byTrace: ReadonlyMap<string, Float64Array>, indexOf: ReadonlyMap<string, number>) {
  return [...byTrace].map(([trace, counts]) => ({ trace: indexOf.get(trace) ?? 0, counts })).toSorted((a, b) => a.trace - b.trace)
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
  const own = tables.map(({ byTrace }) => byTrace)
  const traces = tracesIn(own, sums.length)
  // With one pair the pooled kappa is that pair's Cohen's kappa, and its goodness-of-fit interval holds.
  const kappa = figures.length === 1 && only ? only.kappa : pooledFigure(own, sums.length)
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
    traces,
    notes: notesOf(tables, sums, traces, raters),
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
