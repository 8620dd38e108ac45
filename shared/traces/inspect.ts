import { buildTrace } from './build-trace.ts'
import { chatSteps } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source } from './importer.ts'
import { idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Outcome, Trace } from './model.ts'

/** Evaluation logs of Inspect AI in JSON, and the samples of its `.eval` archives one by one. */
export const inspect: Importer = { format: 'inspect', name: 'Inspect AI log', detect, read }

function detect(sample: Sample): Detection {
  const values = sample.records.map((record) => record.value)
  const logs = values.filter((value) => objectAt(value, 'eval') !== null && member(value, 'version') !== undefined)
  // The header of an archive stands before samples that are records of their own.
  if (logs.length > 0)
    return {
      score: (logs.length + values.filter(isSample).length) / values.length,
      why: 'an eval with status and version',
      formatVersion: idAt(logs[0], 'version'),
    }
  const samples = values.filter(isSample)
  return samples.length > 0
    ? { score: 0.9 * (samples.length / values.length), why: 'a sample with epoch, target and messages', formatVersion: 'sample' }
    : NOT_MINE
}

function isSample(value: Json): boolean {
  return ['id', 'epoch', 'input', 'target'].every((key) => member(value, key) !== undefined) && Array.isArray(member(value, 'messages'))
}

function* read(source: Source): Iterable<Imported> {
  // An archive gives its header before its samples.
  let header: JsonObject | null = null
  let made = 0
  for (const { value, anchor, line } of source.records) {
    const samples = isSample(value) ? [value] : listAt(value, 'samples')
    const own = objectAt(value, 'eval')
    if (samples.length === 0 && own !== null) header = own
    else if (samples.length === 0) yield { kind: 'refused', reason: 'The record is neither a log nor a sample.', line, anchor }
    for (const sample of samples) {
      made++
      if (isObject(sample)) yield { kind: 'trace', trace: sampleTrace(sample, own ?? header, anchor), warnings: [], anchor }
      else yield { kind: 'refused', reason: 'A sample is not an object.', line, anchor }
    }
  }
  if (made === 0 && header !== null)
    yield { kind: 'refused', reason: 'The log holds no samples (only its header and results).', line: 1, anchor: { start: 0, end: 0 } }
}

function sampleTrace(sample: JsonObject, evaluation: JsonObject | null, anchor: { start: number; end: number }): Trace {
  const attachments = objectAt(sample, 'attachments') ?? {}
  const messages = listAt(sample, 'messages').map((message) => resolved(toChat(message), attachments))
  const steps = chatSteps(messages.map((value) => ({ value, anchor })))
  const id = [idAt(sample, 'id'), idAt(sample, 'epoch')].filter((part) => part !== null).join('/')
  const run = idAt(evaluation ?? undefined, 'run_id') ?? idAt(evaluation ?? undefined, 'eval_id')
  const model = stringAt(evaluation ?? undefined, 'model') ?? stringAt(objectAt(sample, 'output') ?? undefined, 'model')
  return buildTrace({
    format: 'inspect',
    framework: 'Inspect AI',
    benchmark: stringAt(evaluation ?? undefined, 'task'),
    nativeIds: [idAt(sample, 'uuid'), run === null ? id : `${run}/${id}`].filter((one) => one !== null),
    ...(model === null ? {} : { model }),
    task: firstWords(steps),
    steps,
    outcome: outcomeOf(sample),
  })
}

/** Inspect's calls carry their name as `function` and errors as an object. */
function toChat(message: Json): Json {
  if (!isObject(message)) return message
  const error = objectAt(message, 'error')
  const words = stringAt(error ?? undefined, 'message')
  const content = member(message, 'content') ?? null
  return {
    ...message,
    ...(stringAt(message, 'role') === 'tool' ? { name: stringAt(message, 'function') } : {}),
    ...(error === null ? {} : { error: true, content: content === '' || content === null ? words : content }),
  }
}

/** Long texts and pictures are kept beside the messages and named `attachment://...`. */
function resolved(value: Json, attachments: JsonObject): Json {
  if (typeof value === 'string')
    return value.replace(/attachment:\/\/([0-9a-f]{32})/g, (_, id: string) => stringAt(attachments, id) ?? 'attachment missing')
  if (Array.isArray(value)) return value.map((inner) => resolved(inner, attachments))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, resolved(inner, attachments)]))
}

const GRADES: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 }

/** Grades and numbers become scores; success is one score that is right, failure one that is wrong. The target is never read. */
function outcomeOf(sample: JsonObject): Outcome | null {
  const entries = Object.entries(objectAt(sample, 'scores') ?? {}).flatMap(([name, score]): [string, number][] => {
    const value = isObject(score) ? member(score, 'value') : score
    if (typeof value === 'string' && Object.hasOwn(GRADES, value)) return [[name, GRADES[value] ?? 0]]
    if (typeof value === 'boolean') return [[name, value ? 1 : 0]]
    return typeof value === 'number' ? [[name, value]] : []
  })
  if (entries.length === 0) return null
  const only = entries.length === 1 ? entries[0]?.[1] : undefined
  const success = only === 1 ? true : only === 0 ? false : null
  return { success, rule: success === null ? null : `The score ${entries[0]?.[0]} is 1.`, scores: Object.fromEntries(entries) }
}
