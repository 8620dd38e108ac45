import { buildTrace } from './build-trace.ts'
import { argumentText } from './chat-message.ts'
import { type ChatMessage, chatSteps } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from './importer.ts'
import { asText, booleanAt, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor } from './model.ts'

/** Sessions of Anthropic's managed agents: events as the API streams them, or a log of calls and their answers, each `[name, value]`. */
export const managedSession: Importer = { format: 'managed-session', name: 'Anthropic managed-agent session', detect, read }

const EVENT = /^(user|agent|session|span)\.[a-z_]+$/

function isEvent(value: Json | undefined): value is JsonObject {
  return isObject(value) && EVENT.test(stringAt(value, 'type') ?? '')
}

function isLogged(value: Json): value is [string, Json] {
  return Array.isArray(value) && value.length === 2 && typeof value[0] === 'string' && /(^|\.)sessions\./.test(value[0])
}

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const logged = sample.records.filter(({ value }) => isLogged(value)).length
  if (logged > 0)
    return { score: 0.97 * (logged / sample.records.length), why: 'calls of sessions with their events', formatVersion: 'log' }
  const events = sample.records.filter(({ value }) => isEvent(value) && /^sevt_/.test(idAt(value, 'id') ?? '')).length
  return events === 0
    ? NOT_MINE
    : { score: 0.97 * (events / sample.records.length), why: 'events with type and id of a session', formatVersion: 'events' }
}

type Event = { readonly value: JsonObject; readonly anchor: Anchor; readonly isSent: boolean }

function* read(source: Source): Iterable<Imported> {
  const records = [...source.records]
  const [first] = records
  const last = records.at(-1)
  if (first === undefined || last === undefined) return
  const session = records.flatMap(({ value }) => (isLogged(value) && stringAt(value[1], 'type') === 'session' ? [value[1]] : []))[0]
  const agent = objectAt(session, 'agent') ?? undefined
  const events = records.flatMap(({ value, anchor }): Event[] => {
    const isSent = isLogged(value) && value[0].endsWith('.send')
    return eventsOf(isLogged(value) ? value[1] : value).map((event) => ({ value: event, anchor, isSent }))
  })
  // What was sent comes back in the stream; sent events count only where there is no stream.
  const isStreamed = events.some((event) => !event.isSent)
  const system = stringAt(agent, 'system')
  const messages: ChatMessage[] = system === null ? [] : [{ value: { role: 'system', content: system }, anchor: first.anchor }]
  for (const { value, anchor, isSent } of events) {
    const message = isSent && isStreamed ? null : messageOf(value, stringAt(agent, 'name') ?? 'Agent')
    if (message !== null) messages.push({ value: message, anchor })
  }
  const steps = chatSteps(messages)
  if (steps.length === 0) {
    yield { kind: 'refused', reason: 'The session holds no messages.', line: first.line, anchor: first.anchor }
    return
  }
  const id = idAt(session, 'id')
  const trace = buildTrace({
    format: 'managed-session',
    framework: 'Claude managed agents',
    nativeIds: id === null ? [] : [id],
    model: stringAt(objectAt(agent, 'model') ?? undefined, 'id') ?? stringAt(agent, 'model'),
    task: firstWords(steps),
    steps,
  })
  yield { kind: 'trace', trace, warnings: [], anchor: spanOf(first.anchor, last.anchor) }
}

/** An event, several under `events` or `data`, or the arguments of a call that hold them. */
function eventsOf(value: Json): JsonObject[] {
  if (isEvent(value)) return [value]
  const lists = Array.isArray(value) ? value : [value]
  return lists.flatMap((one) => [...listAt(one, 'events'), ...listAt(one, 'data')].filter(isEvent))
}

function messageOf(event: JsonObject, agent: string): JsonObject | null {
  const timestamp = stringAt(event, 'processed_at')
  const type = stringAt(event, 'type') ?? ''
  const by = { timestamp, name: stringAt(event, 'agent_name') ?? agent, role: 'assistant' }
  if (type === 'user.message') return { timestamp, role: 'user', content: member(event, 'content') ?? null }
  if (type === 'user.interrupt') return { timestamp, role: 'user', content: '(interrupted)' }
  if (type === 'agent.message') return { ...by, content: member(event, 'content') ?? null }
  if (type === 'agent.thinking')
    return { ...by, content: null, reasoning_content: asText(member(event, 'thinking') ?? member(event, 'content')) }
  if (type.endsWith('tool_use')) {
    const inner = { name: stringAt(event, 'name') ?? 'tool', arguments: argumentText(member(event, 'input')) }
    return { ...by, content: null, tool_calls: [{ id: idAt(event, 'id'), function: inner }] }
  }
  if (type.endsWith('tool_result')) {
    const key = Object.keys(event).find((name) => name.endsWith('tool_use_id')) ?? ''
    return {
      timestamp,
      role: 'tool',
      tool_call_id: idAt(event, key),
      content: member(event, 'content') ?? null,
      is_error: booleanAt(event, 'is_error'),
    }
  }
  if (type === 'session.error') return { timestamp, role: 'system', content: asText(member(event, 'error')) }
  return null
}
