import { buildTrace, draftStep } from './build-trace.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord, spanOf } from './importer.ts'
import { asText, integerAt, isObject, type Json, type JsonObject, listAt, member, stringAt } from './json/json.ts'
import type { Step } from './model.ts'
import { hiddenPart, reasoningPart, saidParts } from './parts.ts'

/** The event log of Magentic-One (`log.jsonl`): an event per line with its source and message. */
export const magenticOne: Importer = { format: 'magentic-one', name: 'Magentic-One event log', detect, read }

function isEvent(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    /Event$/.test(stringAt(value, 'type') ?? '') &&
    (stringAt(value, 'source') !== null || stringAt(value, 'type') === 'LLMCallEvent')
  )
}

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const spoken = sample.records.filter(({ value }) => isEvent(value) && typeof member(value, 'message') === 'string').length
  const known = sample.records.filter(({ value }) => isEvent(value)).length
  return spoken === 0
    ? NOT_MINE
    : { score: 0.9 * (known / sample.records.length), why: 'events with source and message', formatVersion: null }
}

function* read(source: Source): Iterable<Imported> {
  const records = [...source.records]
  const [first] = records
  const last = records.at(-1)
  if (first === undefined || last === undefined) return
  const steps = records.flatMap(stepOf)
  const trace = buildTrace({ format: 'magentic-one', framework: 'Magentic-One', task: firstWords(steps), steps })
  yield { kind: 'trace', trace, warnings: [], anchor: spanOf(first.anchor, last.anchor) }
}

function stepOf({ value, anchor }: SourceRecord): Step[] {
  if (!isObject(value)) return []
  const type = stringAt(value, 'type') ?? ''
  const base = { at: stringAt(value, 'timestamp'), rawRole: type, anchors: [anchor] }
  const message = messageOf(value)
  const source = stringAt(value, 'source') ?? 'model'
  if (message === null) {
    const tokens = { input: integerAt(value, 'prompt_tokens'), output: integerAt(value, 'completion_tokens') }
    const isCounted = tokens.input !== null || tokens.output !== null
    return [
      draftStep({
        ...base,
        actor: source,
        role: 'environment',
        tokens: isCounted ? tokens : null,
        parts: [hiddenPart(type === '' ? 'event' : type, value)],
      }),
    ]
  }
  // `Orchestrator (thought)`, `Orchestrator (-> WebSurfer)`, `Orchestrator (termination condition)`.
  const [, name = source, remark = ''] = /^(.+?) \((.*)\)$/.exec(source) ?? []
  if (/^(human|user|userproxy|user_proxy)$/i.test(name))
    return [draftStep({ ...base, actor: name, role: 'user', parts: saidParts(message) })]
  if (remark === 'thought') return [draftStep({ ...base, actor: name, role: 'agent', parts: [reasoningPart(message, 'main')] })]
  const to = /^-> ?(.+)$/.exec(remark)?.[1]
  if (to !== undefined)
    return [draftStep({ ...base, actor: name, role: 'agent', parts: [{ kind: 'handoff', visibility: 'main', to, text: message }] })]
  if (/terminal|executor/i.test(name))
    return [
      draftStep({
        ...base,
        actor: name,
        role: 'tool',
        parts: [{ kind: 'terminal', visibility: 'main', command: null, text: message, exitCode: null }],
      }),
    ]
  return [draftStep({ ...base, actor: name, role: 'agent', parts: saidParts(message, 'markdown') })]
}

function messageOf(event: JsonObject): string | null {
  const message = member(event, 'message')
  if (typeof message === 'string') return message
  const content = member(message, 'content') ?? member(event, 'content')
  if (typeof content === 'string') return content
  const lines = listAt(isObject(message) ? message : event, 'content').flatMap((one) => (typeof one === 'string' ? [one] : []))
  return lines.length > 0 ? lines.join('\n') : content === undefined || content === null ? null : asText(content)
}
