import { buildTrace, draftStep } from './build-trace.ts'
import { chatContent } from './chat-message.ts'
import { chatSteps, isChatMessage } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Importer, NOT_MINE, type Sample, type SourceRecord } from './importer.ts'
import { idAt, isObject, type Json, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { PriorLabels, Step } from './model.ts'
import { type Made, readRecords } from './read-records.ts'

/** Records of Argilla, 2.x and 1.x: fields, responses of people and suggestions of models. */
export const argilla: Importer = {
  format: 'argilla',
  name: 'Argilla records',
  detect: detectArgilla,
  read: (source) => readRecords(source, argillaTrace),
}

/** Exports of doccano: a text with its labels. */
export const doccano: Importer = {
  format: 'doccano',
  name: 'doccano export',
  detect: detectDoccano,
  read: (source) => readRecords(source, doccanoTrace),
}

function detectArgilla(sample: Sample): Detection {
  const hits = sample.records.filter(
    ({ value }) =>
      objectAt(value, 'fields') !== null && (member(value, 'responses') !== undefined || member(value, 'suggestions') !== undefined),
  ).length
  return hits === 0
    ? NOT_MINE
    : { score: 0.95 * (hits / sample.records.length), why: 'fields with responses or suggestions', formatVersion: null }
}

function argillaTrace(record: SourceRecord): Made {
  const fields = objectAt(record.value, 'fields')
  if (fields === null) return 'The record has no fields.'
  // A field that is a chat comes first: it is what the other texts answer or are about.
  const chats = Object.values(fields).filter((field): field is Json[] => Array.isArray(field) && field.some(isChatMessage))
  const texts = Object.entries(fields).flatMap(([name, field]): Step[] =>
    typeof field === 'string' && field.trim() !== ''
      ? [draftStep({ actor: name, role: roleOf(name), anchors: [record.anchor], parts: chatContent(field) })]
      : [],
  )
  const steps = [...chats.flatMap((chat) => chatSteps(chat.map((value) => ({ value, anchor: record.anchor })))), ...texts]
  if (steps.length === 0) return 'The fields hold no text.'
  const id = idAt(record.value, 'id')
  return buildTrace({
    format: 'argilla',
    nativeIds: id === null ? [] : [id],
    task: firstWords(steps),
    steps,
    priorLabels: argillaLabels(record.value),
  })
}

function roleOf(field: string): Step['role'] {
  return /^(prompt|instruction|question|user|input)$/i.test(field) ? 'user' : 'agent'
}

type Answer = { readonly source: PriorLabels['source']; readonly rater: string; readonly question: string; readonly value: Json }

function argillaLabels(record: Json): PriorLabels[] {
  const byRater = new Map<string, Answer[]>()
  for (const answer of [...responsesOf(record), ...suggestionsOf(record)])
    byRater.set(answer.rater, [...(byRater.get(answer.rater) ?? []), answer])
  let people = 0
  return [...byRater].flatMap(([rater, answers]): PriorLabels[] => {
    const source = answers[0]?.source ?? 'human'
    // People are numbered: whose ids they are is nobody's business here.
    const name = source === 'human' ? `annotator ${++people}` : rater
    const modes = answers.filter((answer) => !isNote(answer)).flatMap((answer) => modesOf(answer.value))
    const notes = answers.filter(isNote).flatMap(({ value }) => (typeof value === 'string' && value !== '' ? [value] : []))
    return [
      {
        source,
        rater: name,
        taxonomy: 'Argilla',
        values: [...new Set(modes)].map((mode) => ({ mode, value: true })),
        note: notes.length === 0 ? null : notes.join('\n'),
      },
    ]
  })
}

/** 2.x: question -> list of answers. 1.x: list of people -> answers. */
function responsesOf(record: Json): Answer[] {
  const responses = member(record, 'responses')
  if (Array.isArray(responses))
    return responses.flatMap((response) =>
      stringAt(response, 'status') === 'discarded'
        ? []
        : Object.entries(objectAt(response, 'values') ?? {}).map(([question, answer]) =>
            human(response, question, member(answer, 'value') ?? null),
          ),
    )
  if (!isObject(responses)) return []
  return Object.entries(responses).flatMap(([question, answers]) =>
    (Array.isArray(answers) ? answers : [])
      .filter((answer) => stringAt(answer, 'status') !== 'discarded')
      .map((answer) => human(answer, question, member(answer, 'value') ?? null)),
  )
}

function human(response: Json, question: string, value: Json): Answer {
  return { source: 'human', rater: idAt(response, 'user_id') ?? 'unknown', question, value }
}

function suggestionsOf(record: Json): Answer[] {
  const suggestions = member(record, 'suggestions')
  const pairs = Array.isArray(suggestions)
    ? suggestions.map((one): [string, Json] => [stringAt(one, 'question_name') ?? '', one])
    : Object.entries(isObject(suggestions) ? suggestions : {})
  return pairs.flatMap(([question, one]): Answer[] =>
    member(one, 'value') === undefined
      ? []
      : [{ source: 'judge', rater: stringAt(one, 'agent') ?? 'suggestion', question, value: member(one, 'value') ?? null }],
  )
}

function isNote({ question, value }: Answer): boolean {
  return (
    typeof value === 'string' &&
    (/comment|note|reason|explanation|rationale|feedback|text/i.test(question) || value.includes('\n') || value.length > 60)
  )
}

/** A label, a rating, several labels, or spans and ranks that carry one. */
function modesOf(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value === 'number') return [String(value)]
  if (Array.isArray(value)) return value.flatMap(modesOf)
  const label = stringAt(value, 'label') ?? stringAt(value, 'value')
  return label === null ? [] : [label]
}

const LABELS = ['label', 'labels', 'entities', 'cats'] as const

function doccanoText(value: Json): string | null {
  return stringAt(value, 'text') ?? stringAt(value, 'data')
}

function detectDoccano(sample: Sample): Detection {
  const hits = sample.records.filter(
    ({ value }) => doccanoText(value) !== null && LABELS.some((key) => Array.isArray(member(value, key))),
  ).length
  return hits === 0 ? NOT_MINE : { score: 0.85 * (hits / sample.records.length), why: 'texts with labels', formatVersion: null }
}

function doccanoTrace(record: SourceRecord): Made {
  const text = doccanoText(record.value)
  if (text === null || text.trim() === '') return 'The record holds no text.'
  const id = idAt(record.value, 'id')
  const lists = LABELS.flatMap((key) => listAt(record.value, key))
  const modes = lists.flatMap((label) => (Array.isArray(label) ? modesOf(label[2] ?? null) : modesOf(label)))
  const comments = [...listAt(record.value, 'Comments'), ...listAt(record.value, 'comments')].flatMap((comment) =>
    typeof comment === 'string' ? [comment] : [],
  )
  const labels: PriorLabels = {
    source: 'human',
    rater: 'annotator unknown',
    taxonomy: 'doccano',
    values: [...new Set(modes)].map((mode) => ({ mode, value: true })),
    note: comments.length === 0 ? null : comments.join('\n'),
  }
  return buildTrace({
    format: 'doccano',
    nativeIds: id === null ? [] : [id],
    steps: [draftStep({ actor: 'text', role: 'agent', anchors: [record.anchor], parts: chatContent(text) })],
    priorLabels: labels.values.length === 0 && labels.note === null ? [] : [labels],
  })
}
