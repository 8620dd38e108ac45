import { buildTrace, draftStep } from './build-trace.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord, spanOf } from './importer.ts'
import { isObject, type JsonObject, stringAt } from './json/json.ts'
import type { Step } from './model.ts'
import { textPart } from './parts.ts'

/** CrewAI's `output_log_file`, as JSON or as text: tasks that agents were given, and what they handed in. */
export const crewAi: Importer = { format: 'crewai', name: 'CrewAI log', detect, read }

const ENTRY =
  /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d): task_name="([\s\S]*?)", task="([\s\S]*?)", agent="([\s\S]*?)", status="(\w+)"(?:, output="([\s\S]*?)")?\s*(?=^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d: task_name=|(?![\s\S]))/gmu

function isEntry(value: unknown): value is JsonObject {
  const entry = value as JsonObject
  return isObject(entry) && stringAt(entry, 'task') !== null && stringAt(entry, 'agent') !== null && stringAt(entry, 'status') !== null
}

function detect(sample: Sample): Detection {
  const first = sample.records[0]?.value
  if (sample.shape === 'text')
    return typeof first === 'string' && new RegExp(ENTRY.source, 'mu').test(first)
      ? { score: 0.9, why: 'tasks with agent and status', formatVersion: 'text' }
      : NOT_MINE
  const hits = sample.records.filter(({ value }) => isEntry(value) && stringAt(value, 'task_name') !== null).length
  return hits === 0 ? NOT_MINE : { score: 0.9 * (hits / sample.records.length), why: 'tasks with agent and status', formatVersion: 'json' }
}

function* read(source: Source): Iterable<Imported> {
  const records = [...source.records]
  const [first] = records
  const last = records.at(-1)
  if (first === undefined || last === undefined) return
  const steps = records.flatMap((record) => entriesOf(record).map((entry) => stepOf(entry, record)))
  if (steps.length === 0) {
    yield { kind: 'refused', reason: 'It holds no tasks of a crew.', line: first.line, anchor: first.anchor }
    return
  }
  const trace = buildTrace({ format: 'crewai', framework: 'CrewAI', task: stringAt(entriesOf(first)[0], 'task'), steps })
  yield { kind: 'trace', trace, warnings: [], anchor: spanOf(first.anchor, last.anchor) }
}

function entriesOf({ value }: SourceRecord): JsonObject[] {
  if (isEntry(value)) return [value]
  if (typeof value !== 'string') return []
  return [...value.matchAll(ENTRY)].map(([, timestamp = '', task_name = '', task = '', agent = '', status = '', output]) => ({
    timestamp,
    task_name,
    task,
    agent,
    status,
    output: output ?? null,
  }))
}

function stepOf(entry: JsonObject, record: SourceRecord): Step {
  const agent = (stringAt(entry, 'agent') ?? '').trim()
  const task = stringAt(entry, 'task') ?? ''
  const output = stringAt(entry, 'output')
  const base = { at: stringAt(entry, 'timestamp'), anchors: [record.anchor] }
  if (output !== null)
    return draftStep({ ...base, actor: agent === '' ? 'agent' : agent, role: 'agent', parts: [textPart(output, 'markdown')] })
  const status = stringAt(entry, 'status') ?? ''
  if (status === 'started')
    return draftStep({ ...base, actor: 'crew', role: 'user', parts: [{ kind: 'handoff', visibility: 'main', to: agent, text: task }] })
  return draftStep({
    ...base,
    actor: 'crew',
    role: 'environment',
    parts: [textPart(`${stringAt(entry, 'task_name') ?? 'task'}: ${status}`)],
  })
}
