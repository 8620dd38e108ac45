import type { DecisionView } from '../adjudication/decision.ts'
import type { Codebook, Mode } from '../codebooks/codebook.ts'
import { groupBy } from '../group-by.ts'
import type { Evidence, LabelValue, LabelVector } from '../labels/label.ts'
import type { GoldDecision, GoldLabel, GoldRecord } from './gold-record.ts'
import { cellResult, strictMajority } from './status.ts'

export type GoldSegment = {
  readonly id: string
  readonly index: number
  readonly steps: readonly [number, number]
  readonly sha256: string
  readonly text: string
  readonly actor: string
}

/** What one rater submitted for one segment. */
export type SubmittedSegment = {
  readonly segmentId: string
  readonly rater: string
  readonly values: LabelVector
  /** The values as they stood when their author could first see a peer's, or null. */
  readonly blindValues: LabelVector | null
  readonly evidence: readonly Evidence[]
  readonly isDecisive: boolean
  readonly at: string
}

export type TraceGoldInput = {
  readonly head: Pick<GoldRecord, 'project' | 'release' | 'round' | 'trace' | 'codebook' | 'split'>
  readonly codebook: Codebook
  readonly overlap: number
  /** How many of the segments the round asks for. */
  readonly asked: number
  /** In order of position. */
  readonly segments: readonly GoldSegment[]
  /** In a fixed order of raters. */
  readonly submitted: readonly SubmittedSegment[]
  readonly decisions: readonly DecisionView[]
  /** Per rater: was the task completed, as said when the trace was submitted. */
  readonly taskCompleted: readonly (boolean | null)[]
}

/** The gold of one trace: a line per segment, and the line of the trace itself. Every mode is in every line. */
export function buildTraceGold(input: TraceGoldInput): { segments: GoldRecord[]; trace: GoldRecord } {
  const bySegment = groupBy(input.submitted, (entry) => entry.segmentId)
  const decisions = new Map(input.decisions.filter((d) => d.state === 'settled').map((d) => [`${d.segmentId}/${d.mode}`, d]))
  const decisive = decisiveSegment(input)
  const taskCompleted = majorityOf(input.taskCompleted)
  const segments = input.segments.map((segment): GoldRecord => {
    const entries = bySegment.get(segment.id) ?? []
    const { actor, ...place } = segment
    return record(input, 'segment', {
      segment: { id: place.id, index: place.index, steps: [place.steps[0], place.steps[1]], sha256: place.sha256, text: place.text },
      labels: labelsOf(input.codebook, (mode) => segmentLabel(mode, entries, input.overlap, decisions.get(`${segment.id}/${mode.id}`))),
      decisive: decisive?.id === segment.id ? { segment: segment.id, agent: actor } : null,
      taskCompleted,
    })
  })
  const trace = record(input, 'trace', {
    segment: null,
    labels: labelsOf(input.codebook, (mode) => traceLabel(mode, input, segments)),
    decisive: decisive ? { segment: decisive.id, agent: decisive.actor } : null,
    taskCompleted,
  })
  return { segments, trace }
}

type Body = Pick<GoldRecord, 'segment' | 'labels' | 'decisive' | 'taskCompleted'>

function record({ head }: TraceGoldInput, level: GoldRecord['level'], body: Body): GoldRecord {
  return {
    schema: 'touchstone.gold/1',
    level,
    project: head.project,
    release: head.release,
    round: head.round,
    trace: head.trace,
    segment: body.segment,
    codebook: head.codebook,
    split: head.split,
    labels: body.labels,
    decisive: body.decisive,
    taskCompleted: body.taskCompleted,
  }
}

function labelsOf(codebook: Codebook, labelOf: (mode: Mode) => GoldLabel): Record<string, GoldLabel> {
  return Object.fromEntries(codebook.modes.map((mode) => [mode.id, labelOf(mode)]))
}

function segmentLabel(mode: Mode, entries: readonly SubmittedSegment[], overlap: number, decision: DecisionView | undefined): GoldLabel {
  const votes = entries.map((entry) => ({ rater: entry.rater, value: entry.values[mode.id] ?? 'absent', at: entry.at }))
  const blindVotes = entries.flatMap((entry) => entry.blindValues?.[mode.id] ?? [])
  const values = votes.map((vote) => vote.value)
  const { value, status, blind } = cellResult(values, blindVotes, overlap, decision?.value ?? null)
  const evidence = entries.flatMap((entry) =>
    entry.evidence.filter((e) => e.mode === mode.id).map(({ start, end, quote }) => ({ start, end, quote, rater: entry.rater })),
  )
  return { name: mode.name, value, status, blind, votes, evidence, decision: toGoldDecision(decision) }
}

function toGoldDecision(decision: DecisionView | undefined): GoldDecision | null {
  if (!decision) return null
  return { by: decision.by, at: decision.at, reason: decision.reason ?? 'other', note: decision.note, judgeSeen: decision.judgeSeen }
}

/**
 * The label of the trace. Its value follows from its segments: true if any is true, else null if any is null, else false.
 * Its status follows from the raters' votes for the trace, or is adjudicated when a decision on one of its segments is in the value.
 */
function traceLabel(mode: Mode, input: TraceGoldInput, segments: readonly GoldRecord[]): GoldLabel {
  const cells = segments.map((line) => line.labels[mode.id]).filter((label) => label !== undefined)
  const value = cells.some((cell) => cell.value === true) ? true : cells.some((cell) => cell.value === null) ? null : false
  const votes = traceVotes(mode, input, (entry) => entry.values)
  const values = votes.map((vote) => vote.value)
  const blindVotes = traceVotes(mode, input, (entry) => entry.blindValues).map((vote) => vote.value)
  const result = cellResult(values, blindVotes, input.overlap, null)
  const isDecided = cells.some((cell) => cell.status === 'adjudicated')
  // Raters may each have seen the mode, in different segments: then no segment is resolved and neither is the trace.
  const isOpen = value === null && (result.status === 'unanimous' || result.status === 'majority')
  const status = isDecided ? 'adjudicated' : isOpen ? 'unresolved' : result.status
  const evidence = segments.flatMap((line) =>
    (line.labels[mode.id]?.evidence ?? []).map((e) => ({ segment: line.segment?.id ?? '', ...e })),
  )
  return { name: mode.name, value, status, blind: result.blind, votes, evidence, decision: null }
}

/** Present if any segment is; else unsure if any is; else absent if every segment was submitted; else no vote. */
function traceVotes(
  mode: Mode,
  input: TraceGoldInput,
  valuesOf: (entry: SubmittedSegment) => LabelVector | null,
): { rater: string; value: LabelValue; at: string }[] {
  return [...groupBy(input.submitted, (entry) => entry.rater)].flatMap(([rater, entries]) => {
    const values = entries.flatMap((entry) => valuesOf(entry)?.[mode.id] ?? [])
    const isWhole = values.length === input.asked
    const value = values.includes('present') ? 'present' : values.includes('unsure') ? 'unsure' : isWhole ? 'absent' : null
    const at =
      entries
        .map((entry) => entry.at)
        .toSorted()
        .at(-1) ?? ''
    return value === null ? [] : [{ rater, value, at }]
  })
}

function majorityOf(answers: readonly (boolean | null)[]): boolean | null {
  return strictMajority(answers.flatMap((answer): LabelValue[] => (answer === null ? [] : [answer ? 'present' : 'absent'])))
}

/** The segment that more raters call decisive than any other, and more than half of those who name one. */
function decisiveSegment(input: TraceGoldInput): GoldSegment | null {
  const named = input.submitted.filter((entry) => entry.isDecisive)
  for (const segment of input.segments) {
    const raters = new Set(named.filter((entry) => entry.segmentId === segment.id).map((entry) => entry.rater))
    if (raters.size * 2 > new Set(named.map((entry) => entry.rater)).size) return segment
  }
  return null
}
