/** What an annotator has marked in a segment and not yet submitted. Pure; a draft is never changed, only replaced. */
import * as z from 'zod/mini'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { ModeId } from '../../../shared/ids.ts'
import { Evidence, LabelValue, type LabelVector, type SegmentLabels } from '../../../shared/labels/label.ts'
import type { SegmentRecord } from '../../../shared/live/events.ts'

export const Draft = z.strictObject({
  /** Only what was marked. What is not here becomes absent when the segment is submitted. */
  values: z.record(z.string(), LabelValue),
  /** "Nothing here" was said. An act of its own: an untouched segment is not a segment without failures. */
  nothing: z.boolean(),
  evidence: z.array(Evidence),
  notes: z.record(z.string(), z.string()),
  decisive: z.boolean(),
  /** The revision it was made on; 0 = nothing submitted yet. */
  baseRevision: z.int(),
})
export type Draft = z.infer<typeof Draft>

export function emptyDraft(baseRevision: number): Draft {
  return { values: {}, nothing: false, evidence: [], notes: {}, decisive: false, baseRevision }
}

/** A submitted segment as a draft, to be corrected. */
export function draftOf(record: SegmentRecord | undefined): Draft {
  const labels = record?.labels
  if (!record || !labels) return emptyDraft(record?.revision ?? 0)
  return draftOfLabels(labels, record.revision)
}

export function draftOfLabels(labels: SegmentLabels, baseRevision: number): Draft {
  const { values, evidence, notes, decisive } = labels
  const nothing = Object.values(values).every((value) => value === 'absent')
  return { values: nothing ? {} : { ...values }, nothing, evidence: [...evidence], notes: { ...notes }, decisive, baseRevision }
}

/** Sets a mode, or with null takes its mark back together with its quotes. */
export function setValue(draft: Draft, mode: ModeId, value: LabelValue | null): Draft {
  const { [mode]: _before, ...others } = draft.values
  if (value === null) return { ...draft, values: others, evidence: draft.evidence.filter((one) => one.mode !== mode) }
  return { ...draft, values: { ...others, [mode]: value }, nothing: false }
}

/** Marks the mode with the value, or takes the mark back when it already is that. */
export function toggleValue(draft: Draft, mode: ModeId, value: LabelValue): Draft {
  return setValue(draft, mode, draft.values[mode] === value ? null : value)
}

export function markCount(draft: Draft): number {
  return Object.keys(draft.values).length
}

/** Whether something was said at all. */
export function isAnswered(draft: Draft): boolean {
  return draft.nothing || markCount(draft) > 0
}

export function addEvidence(draft: Draft, evidence: Evidence): Draft {
  const isKnown = draft.evidence.some((one) => one.mode === evidence.mode && one.start === evidence.start && one.end === evidence.end)
  const marked = draft.values[evidence.mode] === undefined ? setValue(draft, evidence.mode, 'present') : draft
  return isKnown ? marked : { ...marked, evidence: [...marked.evidence, evidence] }
}

export function removeEvidence(draft: Draft, evidence: Evidence): Draft {
  return { ...draft, evidence: draft.evidence.filter((one) => one !== evidence) }
}

export function setNote(draft: Draft, mode: ModeId, note: string): Draft {
  const { [mode]: _before, ...others } = draft.notes
  return { ...draft, notes: note.trim() === '' ? others : { ...others, [mode]: note } }
}

/** The whole vector: what is not marked is absent. Null when nothing was said. */
export function labelsOf(draft: Draft, codebook: Codebook): SegmentLabels | null {
  if (!isAnswered(draft)) return null
  const values: LabelVector = {}
  for (const mode of codebook.modes) values[mode.id] = draft.values[mode.id] ?? 'absent'
  const notes = Object.fromEntries(Object.entries(draft.notes).map(([mode, note]) => [ModeId.parse(mode), note]))
  return { values, evidence: draft.evidence, notes, decisive: draft.decisive, bulk: false }
}

/** Whether two answers say the same, in whatever order their keys stand. */
export function saySame(a: SegmentLabels, b: SegmentLabels): boolean {
  return textOf(a) === textOf(b)
}

function textOf({ values, evidence, notes, decisive, bulk }: SegmentLabels): string {
  const sorted = (map: Readonly<Record<string, string>>) => Object.entries(map).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const quotes = evidence.map(({ mode, start, end, quote }) => [mode, start, end, quote])
  // Said of one segment, and said of the rest of a trace, are two things.
  return JSON.stringify([sorted(values), quotes, sorted(notes), decisive, bulk])
}

const words: Readonly<Record<LabelValue, string>> = { present: 'present', unsure: 'unsure', not_applicable: 'n.a.', absent: 'absent' }
const order: readonly LabelValue[] = ['present', 'unsure', 'not_applicable', 'absent']

/** "1 present, 1 unsure, 1 n.a., 11 absent": what a submit would record. */
export function sayLabels(labels: SegmentLabels): string {
  const values = Object.values(labels.values)
  const counts = order.map((value) => ({ word: words[value], count: values.filter((one) => one === value).length }))
  return counts
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ')
}

/** What was found, for a row that shows the rest: "1 present, 1 unsure", or "nothing here". */
export function sayFound(labels: SegmentLabels): string {
  const { values } = labels
  const found = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== 'absent'))
  return sayLabels({ ...labels, values: found }) || (labels.bulk ? 'nothing, in bulk' : 'nothing here')
}

/** The codes that are present. */
export function codesOf(values: LabelVector, codebook: Codebook): string[] {
  return codebook.modes.filter((mode) => values[mode.id] === 'present').map((mode) => mode.code)
}

/** "Cannot judge" is an answer: some mode is unsure or not applicable, and none is present. */
export function isUnjudged(values: LabelVector): boolean {
  const all = Object.values(values)
  return !all.includes('present') && (all.includes('unsure') || all.includes('not_applicable'))
}

/** What the outline shows of a submitted segment: the codes that are present; without any, 0 only if nothing was left unjudged. */
export function shortOf(values: LabelVector, codebook: Codebook): string {
  const codes = codesOf(values, codebook)
  if (codes.length > 0) return codes.join(' ')
  if (!isUnjudged(values)) return '0'
  return Object.values(values).includes('unsure') ? 'unsure' : 'n.a.'
}
