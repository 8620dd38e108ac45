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
export function summariseRound(data: Reliability): AgreementSummary {
  const steps = summariseInSteps(data)
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Tables done between two steps: a few milliseconds at most. */
const TABLES_PER_STEP = 32

/**
 * The same, a little at a time: whoever runs it may do something else between two steps, but must not change the counts before it is done.
 */
export function* summariseInSteps({ roundId, codebook, raters, totalSegments, counts }: Reliability): Generator<void, AgreementSummary> {
  const traces = counts.traces()
  const indexOf = new Map(traces.map((trace, index) => [trace, index]))
  const pairs = counts.pairs().map((pair) => ({ pair, own: inOrder(pair.byTrace, indexOf) }))
  const sums = yield* sumsByMode(counts, traces, codebook.modes.length)
  const tables: PairTables[][] = []
  for (const mode of codebook.modes.keys()) {
    tables.push(yield* inSteps(pairs, ({ pair, own }) => tablesOf(pair, own, mode)))
  }
  const all = tables.flat().map(({ byTrace }) => byTrace)
  const cells = traces.map((_trace, index) => {
    const total = noSums()
    for (const mode of sums) addSums(total, mode[index] ?? noSums())
    return total
  })
  yield
  const pooled = pooledFigure(all, traces.length)
  yield
  const ofRater = new Map<string, PairTables[]>(raters.map(({ id }) => [id, []]))
  for (const one of tables.flat()) for (const id of one.pair.raters) ofRater.get(id)?.push(one)
  const usedTraces = tracesIn(all, traces.length)
  const note = usedTraces === 0 ? null : traceNote(usedTraces)
  const annotators = yield* inSteps(raters, ({ id }) => raterFigure(id, ofRater.get(id) ?? [], traces.length))
  const modes: ModeFigure[] = []
  for (const [index, mode] of codebook.modes.entries()) {
    modes.push({ mode: mode.id, ...(yield* modeFigure(index, tables[index] ?? [], sums[index] ?? [], raters, counts)) })
  }
  return {
    roundId,
    raters: [...raters],
    annotators,
    segments: { total: totalSegments, ...counts.segments() },
    pooled,
    ac1: scoredFigure(ac1OfSums(cells)),
    alpha: scoredFigure(alphaOfSums(cells)),
    pabak: pabakOf(pooled),
    traces: usedTraces,
    notes: note === null ? [] : [note],
    modes,
  }
}

/** Makes something of each item, with a step after every few. */
function* inSteps<T, R>(items: readonly T[], make: (item: T) => R): Generator<void, R[]> {
  const made: R[] = []
  for (const [index, item] of items.entries()) {
    made.push(make(item))
    if (index % TABLES_PER_STEP === TABLES_PER_STEP - 1) yield
  }
  yield
  return made
}

function tablesOf(pair: PairTables['pair'], own: ReturnType<typeof inOrder>, mode: number): PairTables {
  const cells = own.map(({ trace, counts: all }) => ({ trace, counts: all.subarray(mode * 4, mode * 4 + 4) }))
  const clustered = clusteredTables(
    2,
    cells.map((cell) => cell.counts),
  )
  return { pair, tables: clustered, byTrace: { total: clustered.total, cells } }
}

/** The counts of a pair by trace, in the order of the traces, so that sums over them come out the same to the last bit. */
function inOrder(byTrace: ReadonlyMap<string, Float64Array>, indexOf: ReadonlyMap<string, number>) {
  return [...byTrace].map(([trace, counts]) => ({ trace: indexOf.get(trace) ?? 0, counts })).toSorted((a, b) => a.trace - b.trace)
}

function* modeFigure(
  mode: number,
  tables: readonly PairTables[],
  sums: readonly ProfileSums[],
  raters: readonly Rater[],
  counts: ReliabilityCounts,
): Generator<void, Omit<ModeFigure, 'mode'>> {
  const figures = yield* inSteps(tables, (one) => pairFigure(one, mode))
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

function* sumsByMode(counts: ReliabilityCounts, traces: readonly string[], modes: number): Generator<void, ProfileSums[][]> {
  const sums = Array.from({ length: modes }, () => traces.map(noSums))
  for (const [index, trace] of traces.entries()) {
    if (index % TABLES_PER_STEP === 0) yield
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
