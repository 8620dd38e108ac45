import { buildTrace, draftStep } from './build-trace.ts'
import { chatSteps } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from './importer.ts'
import { asText, isObject, type Json, type JsonObject, listAt, member, objectAt } from './json/json.ts'
import { tryJson } from './json/read-json.ts'
import type { Anchor, Step } from './model.ts'
import { callPart, hiddenPart, resultPart } from './parts.ts'
import { WarningList } from './warnings.ts'

/**
 * Log records (not spans) of OpenTelemetry: those of Codex, also in the records of ITBench's collector, and GenAI events with a body.
 * One trace per conversation.
 */
export const otelLogs: Importer = { format: 'otel-logs', name: 'OpenTelemetry logs', detect, read }

type Entry = {
  readonly event: string
  readonly facts: JsonObject
  readonly body: Json
  readonly at: string | null
  readonly trace: string
  readonly anchor: Anchor
}

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const hits = sample.records.filter(({ value, anchor }) => entriesOf(value, anchor).length > 0 || isUndecoded(value)).length
  if (!sample.records.some(({ value, anchor }) => entriesOf(value, anchor).some(({ event }) => /^(codex|gen_ai)\./.test(event))))
    return NOT_MINE
  return { score: 0.95 * (hits / sample.records.length), why: 'log records of an agent', formatVersion: null }
}

function isUndecoded(value: Json): boolean {
  return member(value, 'body_hex_truncated') !== undefined || member(objectAt(value, 'data') ?? undefined, 'error') !== undefined
}

const either = (value: Json, snake: string, camel: string): Json[] => [...listAt(value, snake), ...listAt(value, camel)]

function entriesOf(record: Json, anchor: Anchor): Entry[] {
  const root = objectAt(record, 'data') ?? record
  return either(root, 'resource_logs', 'resourceLogs').flatMap((resource) =>
    either(resource, 'scope_logs', 'scopeLogs').flatMap((scope) =>
      either(scope, 'log_records', 'logRecords').map((log) => entryOf(log, anchor)),
    ),
  )
}

function entryOf(log: Json, anchor: Anchor): Entry {
  const facts = factsOf(member(log, 'attributes'))
  const time = asText(member(log, 'time_unix_nano') ?? member(log, 'timeUnixNano') ?? undefined)
  const ms = /^\d{13,20}$/.test(time) ? Number(time.slice(0, -6)) : Number.NaN
  return {
    event: asText(member(facts, 'event.name') ?? member(log, 'event_name') ?? member(log, 'eventName')),
    facts,
    body: plain(member(log, 'body') ?? null),
    at: Number.isFinite(ms) && ms > 0 && ms < 8e15 ? new Date(ms).toISOString() : null,
    trace: asText(
      member(facts, 'conversation.id') ?? member(facts, 'gen_ai.conversation.id') ?? member(log, 'trace_id') ?? member(log, 'traceId'),
    ),
    anchor,
  }
}

/** Attributes as an object, or as OTLP's list of keys and values. */
function factsOf(attributes: Json | undefined): JsonObject {
  if (isObject(attributes)) return attributes
  const entries = Array.isArray(attributes)
    ? attributes.map((one): [string, Json] => [asText(member(one, 'key')), plain(member(one, 'value') ?? null)])
    : []
  return Object.fromEntries(entries)
}

/** OTLP's `{stringValue: ...}` and kin as the value itself. */
function plain(value: Json): Json {
  if (!isObject(value)) return value
  for (const key of ['stringValue', 'intValue', 'doubleValue', 'boolValue'])
    if (member(value, key) !== undefined) return member(value, key) ?? null
  const list = objectAt(value, 'kvlistValue')
  if (list !== null)
    return Object.fromEntries(
      listAt(list, 'values').map((one): [string, Json] => [asText(member(one, 'key')), plain(member(one, 'value') ?? null)]),
    )
  const array = objectAt(value, 'arrayValue')
  return array === null ? value : listAt(array, 'values').map(plain)
}

function* read(source: Source): Iterable<Imported> {
  const traces = new Map<string, { entries: Entry[]; anchor: Anchor }>()
  const warnings = new WarningList()
  for (const { value, anchor, line } of source.records) {
    const entries = entriesOf(value, anchor)
    if (entries.length === 0) warnings.add('record-not-decoded', 'A record holds no log that could be decoded.', line)
    for (const entry of entries) {
      const trace = traces.get(entry.trace)
      if (trace === undefined) traces.set(entry.trace, { entries: [entry], anchor })
      else {
        trace.entries.push(entry)
        trace.anchor = spanOf(trace.anchor, anchor)
      }
    }
  }
  let isFirst = true
  for (const [id, { entries, anchor }] of traces) {
    const steps = entries.flatMap(stepsOf)
    const model = entries
      .map(({ facts }) => asText(member(facts, 'model') ?? member(facts, 'gen_ai.request.model')))
      .find((name) => name !== '')
    const isCodex = entries.some(({ event }) => event.startsWith('codex.'))
    const trace = buildTrace({
      format: 'otel-logs',
      framework: isCodex ? 'Codex' : null,
      nativeIds: id === '' ? [] : [id],
      ...(model === undefined ? {} : { model }),
      task: firstWords(steps),
      steps,
    })
    // What could not be decoded belongs to no trace that is known; it is told once.
    yield { kind: 'trace', trace, warnings: isFirst ? warnings.list() : [], anchor }
    isFirst = false
  }
}

function stepsOf({ event, facts, body, at, anchor }: Entry): Step[] {
  const base = { at, anchors: [anchor] }
  const fact = (key: string): string => asText(member(facts, key))
  if (event === 'codex.user_prompt') {
    const words = fact('prompt')
    return [
      draftStep({
        ...base,
        actor: 'user',
        role: 'user',
        parts: [{ kind: 'text', visibility: 'main', text: words === '' ? '[prompt not logged]' : words, format: 'plain' }],
      }),
    ]
  }
  if (event === 'codex.tool_result') {
    const id = fact('call_id') === '' ? null : fact('call_id')
    const tool = fact('tool_name') === '' ? 'tool' : fact('tool_name')
    const duration = Number(fact('duration_ms') === '' ? Number.NaN : fact('duration_ms'))
    const success = fact('success')
    return [
      draftStep({ ...base, actor: 'Codex', role: 'agent', parts: [callPart(id, tool, fact('arguments'))] }),
      draftStep({
        ...base,
        actor: tool,
        role: 'tool',
        parts: [
          resultPart(id, fact('output'), {
            isError: success === '' ? null : success !== 'true',
            durationMs: Number.isFinite(duration) ? duration : null,
          }),
        ],
      }),
    ]
  }
  const spoken = /^gen_ai\.(user|assistant|system|tool)\.message$|^gen_ai\.choice$/.exec(event)
  if (spoken !== null)
    return spokenSteps(spoken[1] ?? 'assistant', typeof body === 'string' ? (tryJson(body) ?? body) : body, anchor).map((step) => ({
      ...step,
      at,
    }))
  return [draftStep({ ...base, actor: 'log', role: 'environment', parts: [hiddenPart(event === '' ? 'log' : event, facts)] })]
}

function spokenSteps(role: string, body: Json, anchor: Anchor): Step[] {
  const inner = objectAt(body, 'message') ?? body
  const content = isObject(inner) ? (member(inner, 'content') ?? null) : inner
  return chatSteps([{ value: { ...(isObject(inner) ? inner : {}), role, content, tool_call_id: member(inner, 'id') ?? null }, anchor }])
}
