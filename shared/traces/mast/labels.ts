import { asText, booleanAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from '../json/json.ts'
import type { Outcome, PriorLabels } from '../model.ts'

type Values = PriorLabels['values']

/** All labels that a record of the MAST family carries: human votes, a judge's annotation, and the notes of the early traces. */
export function madLabels(record: JsonObject, body: Json): PriorLabels[] {
  return [...humanVotes(record), ...judgeAnnotation(record), ...notes(record), ...(body === record ? [] : notes(body))]
}

/** The three annotators' votes; the taxonomy is the record's round, since each round had its own. */
function humanVotes(record: JsonObject): PriorLabels[] {
  const rows = listAt(record, 'annotations').filter(isObject)
  const raters = [...new Set(rows.flatMap((row) => Object.keys(row).filter((key) => key.startsWith('annotator'))))]
  const taxonomy = stringAt(record, 'round') ?? 'MAST'
  return raters.map((rater) => {
    const considered = rows.filter((row) => member(row, rater) !== undefined)
    const values = considered.map((row) => ({ mode: modeOf(row), value: booleanAt(row, rater) }))
    return { source: 'human', rater, taxonomy, values, note: null }
  })
}

/** Code and title as the file writes them; the definition that follows on the next line is left off. */
function modeOf(row: JsonObject): string {
  const text =
    stringAt(row, 'failure mode') ??
    stringAt(row, 'failure_mode') ??
    [stringAt(row, 'code'), stringAt(row, 'title')].filter(Boolean).join(' ')
  return (text.split('\n')[0] ?? '').trim()
}

/** The judge's vector of the full data set: an object, or the text of a Python one. None stays no answer. */
function judgeAnnotation(record: JsonObject): PriorLabels[] {
  const annotation = member(record, 'mast_annotation')
  const values = isObject(annotation) ? fromObject(annotation) : typeof annotation === 'string' ? fromPythonText(annotation) : []
  return values.length === 0 ? [] : [{ source: 'judge', rater: 'MAST judge', taxonomy: 'MAST', values, note: null }]
}

function fromObject(annotation: JsonObject): Values {
  return Object.entries(annotation).map(([mode, value]) => ({
    mode,
    value: value === 1 || value === true ? true : value === 0 || value === false ? false : null,
  }))
}

function fromPythonText(text: string): Values {
  const pairs = text.matchAll(/['"]([^'"]{1,40})['"]\s*:\s*(True|False|None|null|true|false|[01](?:\.0)?|nan|NaN)/g)
  return [...pairs].map(([, mode = '', value = '']) => ({
    mode,
    value: /^(True|true|1)/.test(value) ? true : /^(False|false|0)/.test(value) ? false : null,
  }))
}

/** `note` of the early traces: a remark and yes / no per title. */
function notes(body: Json): PriorLabels[] {
  const note = objectAt(body, 'note')
  if (note === null) return []
  const options = Object.entries(objectAt(note, 'options') ?? {})
  const values = options.map(([mode, answer]) => ({ mode, value: answer === 'yes' ? true : answer === 'no' ? false : null }))
  const text = member(note, 'text')
  const remark = (Array.isArray(text) ? text.map(asText).join('\n') : asText(text)).trim()
  if (values.length === 0 && remark === '') return []
  return [{ source: 'human', rater: 'annotator', taxonomy: 'MASFT', values, note: remark === '' ? null : remark }]
}

/** What `other_data` says about the result. Its answers and hints are never read. */
export function madOutcome(body: Json): Outcome | null {
  const data = objectAt(body, 'other_data')
  const correct = member(data ?? undefined, 'correct')
  const verdicts = Array.isArray(correct) ? correct.map(isCorrect) : [isCorrect(correct)]
  if (verdicts.every((verdict) => verdict === null)) return null
  const right = verdicts.filter((verdict) => verdict === true).length
  const success = right === verdicts.length ? true : right === 0 ? false : null
  const scores: Record<string, number> = Array.isArray(correct) ? { agents_correct: right, agents: verdicts.length } : {}
  return { success, rule: 'The record says whether the final answer is correct.', scores }
}

function isCorrect(value: Json | undefined): boolean | null {
  if (typeof value === 'boolean') return value
  return value === 'correct' ? true : value === 'wrong' || value === 'incorrect' ? false : null
}
