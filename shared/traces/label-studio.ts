import { buildTrace, draftStep } from './build-trace.ts'
import { chatContent } from './chat-message.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Importer, NOT_MINE, type Sample, type SourceRecord } from './importer.ts'
import { asText, booleanAt, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { PriorLabels, Step } from './model.ts'
import { type Made, readRecords } from './read-records.ts'

/** Tasks of Label Studio with a dialogue or text in them, and their annotations as prior labels. */
export const labelStudio: Importer = {
  format: 'label-studio',
  name: 'Label Studio tasks',
  detect,
  read: (source) => readRecords(source, makeTrace),
}

function detect(sample: Sample): Detection {
  const hits = sample.records.filter(({ value }) => objectAt(value, 'data') !== null && Array.isArray(member(value, 'annotations'))).length
  return hits === 0
    ? NOT_MINE
    : { score: 0.95 * (hits / sample.records.length), why: 'tasks with data and annotations', formatVersion: null }
}

function makeTrace(record: SourceRecord): Made {
  const data = objectAt(record.value, 'data')
  if (data === null) return 'The task holds no data.'
  const steps = stepsOf(data, record)
  if (steps.length === 0) return 'The task holds no dialogue and no text.'
  const id = idAt(data, 'trace_id') ?? idAt(record.value, 'id')
  const annotations = [...listAt(record.value, 'annotations'), ...listAt(record.value, 'completions')].filter(isObject)
  return buildTrace({
    format: 'label-studio',
    nativeIds: id === null ? [] : [id],
    task: firstWords(steps),
    steps,
    priorLabels: annotations.flatMap(labelsOf),
  })
}

const SPEAKER = ['author', 'role', 'speaker', 'name', 'from'] as const
const WORDS = ['text', 'content', 'message', 'value'] as const

/** The first list of utterances in the data; without one, the longest text. */
function stepsOf(data: JsonObject, { anchor }: SourceRecord): Step[] {
  const isUtterance = (item: Json): boolean => isObject(item) && WORDS.some((key) => member(item, key) !== undefined)
  const dialogue = Object.values(data).find((value) => Array.isArray(value) && value.length > 0 && value.every(isUtterance))
  if (Array.isArray(dialogue)) {
    return dialogue.map((item) => {
      const actor = SPEAKER.map((key) => stringAt(item, key)).find((name) => name !== null) ?? 'agent'
      const words = WORDS.map((key) => member(item, key)).find((value) => value !== undefined)
      const role = /^(user|human|customer)$/i.test(actor) ? 'user' : 'agent'
      return draftStep({ actor, role, rawRole: actor, anchors: [anchor], parts: chatContent(words) })
    })
  }
  const texts = Object.values(data)
    .filter((value) => typeof value === 'string')
    .sort((a, b) => b.length - a.length)
  const text = texts[0]
  return text === undefined || text.trim() === ''
    ? []
    : [draftStep({ actor: 'text', role: 'agent', anchors: [anchor], parts: chatContent(text) })]
}

/** What an annotator marked; a cancelled annotation is none. Nothing is known of labels that were not given. */
function labelsOf(annotation: JsonObject): PriorLabels[] {
  if (booleanAt(annotation, 'was_cancelled') === true) return []
  const by = member(annotation, 'completed_by')
  const rater = isObject(by) ? idAt(by, 'id') : idAt(annotation, 'completed_by')
  const results = listAt(annotation, 'result').filter(isObject)
  const modes = results.flatMap((result) => {
    const value = objectAt(result, 'value') ?? {}
    const kind = stringAt(result, 'type') ?? ''
    return listAt(value, kind).map(asText)
  })
  const notes = results.flatMap((result) => listAt(objectAt(result, 'value') ?? undefined, 'text').map(asText))
  const values = [...new Set(modes)].filter((mode) => mode !== '').map((mode) => ({ mode, value: true }))
  if (values.length === 0 && notes.length === 0) return []
  return [
    {
      source: 'human',
      rater: `annotator ${rater ?? 'unknown'}`,
      taxonomy: 'Label Studio',
      values,
      note: notes.length === 0 ? null : notes.join('\n'),
    },
  ]
}
