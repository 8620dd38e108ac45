import { asText, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from '../json/json.ts'
import { tryJson } from '../json/read-json.ts'
import type { Anchor } from '../model.ts'
import { flattenedMessage, loggedMessages, numbered, partsMessages, treeUnder } from './messages.ts'
import type { Span } from './span.ts'

/** The spans of an OTLP document (`resourceSpans`), whose ids may be hexadecimal or base64. */
export function otlpSpans(document: Json, anchor: Anchor): Span[] {
  const resources = [...listAt(document, 'resourceSpans'), ...listAt(document, 'resource_spans')]
  const scopes = resources.flatMap((resource) => [
    ...listAt(resource, 'scopeSpans'),
    ...listAt(resource, 'scope_spans'),
    ...listAt(resource, 'instrumentationLibrarySpans'),
  ])
  return scopes
    .flatMap((scope) => listAt(scope, 'spans'))
    .filter(isObject)
    .map((span) => toSpan(span, anchor))
}

function toSpan(span: JsonObject, anchor: Anchor): Span {
  const attributes = attributesOf(span)
  const events = listAt(span, 'events')
  const nanos = Number(stringAt(span, 'startTimeUnixNano') ?? member(span, 'startTimeUnixNano') ?? Number.NaN)
  const code = member(objectAt(span, 'status') ?? undefined, 'code')
  return {
    id: hexId(idAt(span, 'spanId') ?? idAt(span, 'span_id')),
    parent: hexId(idAt(span, 'parentSpanId') ?? idAt(span, 'parent_span_id')),
    trace: hexId(idAt(span, 'traceId') ?? idAt(span, 'trace_id')) ?? '',
    start: Number.isFinite(nanos) && nanos > 0 && nanos < 8.64e21 ? new Date(nanos / 1e6).toISOString() : null,
    isError: code === 2 || code === 'STATUS_CODE_ERROR',
    anchor,
    ...spanOfAttributes(stringAt(span, 'name') ?? '', attributes, eventMessages(events)),
  }
}

type FromAttributes = Pick<Span, 'name' | 'kind' | 'model' | 'input' | 'output' | 'tool' | 'tokens'>
type Told = { readonly input: readonly JsonObject[]; readonly output: readonly JsonObject[] }

/** What the attributes of a span say, in the GenAI conventions, OpenInference's and OpenLLMetry's. */
export function spanOfAttributes(
  name: string,
  attributes: ReadonlyMap<string, Json>,
  events: Told = { input: [], output: [] },
): FromAttributes {
  const text = (...keys: readonly string[]): string | null =>
    keys
      .map((key) => attributes.get(key))
      .map((value) => (value === undefined ? null : asText(value)))
      .find((value) => value !== null && value !== '') ?? null
  const count = (...keys: readonly string[]): number | null =>
    keys.map((key) => Number(attributes.get(key) ?? Number.NaN)).find((value) => Number.isSafeInteger(value)) ?? null
  const kind = kindOf(text('openinference.span.kind', 'traceloop.span.kind'), text('gen_ai.operation.name', 'llm.request.type'))
  const instructions = systemParts(attributes.get('gen_ai.system_instructions'))
  const system = instructions.length === 0 ? [] : partsMessages([{ role: 'system', parts: instructions }])
  const input = [
    ...system,
    ...partsMessages(attributes.get('gen_ai.input.messages')),
    ...numbered(treeUnder(attributes, 'llm.input_messages')).map(flattenedMessage),
    ...numbered(treeUnder(attributes, 'gen_ai.prompt')).map(flattenedMessage),
    ...events.input,
  ]
  const output = [
    ...partsMessages(attributes.get('gen_ai.output.messages')),
    ...numbered(treeUnder(attributes, 'llm.output_messages')).map(flattenedMessage),
    ...numbered(treeUnder(attributes, 'gen_ai.completion')).map(flattenedMessage),
    ...events.output,
  ]
  const isModel = kind === 'model' || (kind === 'other' && input.length + output.length > 0)
  const named =
    kind === 'agent'
      ? text('gen_ai.agent.name', 'agent.name', 'traceloop.entity.name')
      : kind === 'tool'
        ? text('gen_ai.tool.name', 'tool.name', 'traceloop.entity.name')
        : null
  const tool =
    kind !== 'tool'
      ? null
      : {
          callId: text('gen_ai.tool.call.id', 'tool_call.id'),
          input: text('gen_ai.tool.call.arguments', 'input.value', 'traceloop.entity.input') ?? '',
          output: text('gen_ai.tool.call.result', 'output.value', 'traceloop.entity.output'),
        }
  const tokens = {
    input: count('gen_ai.usage.input_tokens', 'llm.token_count.prompt', 'gen_ai.usage.prompt_tokens'),
    output: count('gen_ai.usage.output_tokens', 'llm.token_count.completion', 'gen_ai.usage.completion_tokens'),
  }
  return {
    name: named ?? name,
    kind: isModel ? 'model' : kind,
    model: text('gen_ai.response.model', 'gen_ai.request.model', 'llm.model_name'),
    // Some instrumentations log only the whole input and output.
    input: input.length === 0 && (isModel || kind === 'agent') ? loggedMessages(attributes.get('input.value'), 'user') : input,
    output: output.length === 0 && isModel ? loggedMessages(attributes.get('output.value'), 'assistant') : output,
    tool,
    tokens: tokens.input === null && tokens.output === null ? null : tokens,
  }
}

function kindOf(named: string | null, operation: string | null): Span['kind'] {
  const kind = (named ?? '').toLowerCase()
  if (kind === 'tool' || operation === 'execute_tool') return 'tool'
  if (kind === 'agent' || operation === 'invoke_agent' || operation === 'create_agent') return 'agent'
  if (kind === 'llm' || /^(chat|text_completion|generate_content|completion)$/.test(operation ?? '')) return 'model'
  return 'other'
}

function systemParts(value: Json | undefined): Json[] {
  const parts = typeof value === 'string' ? (tryJson(value) ?? [{ type: 'text', content: value }]) : value
  return Array.isArray(parts) ? parts : []
}

/** The span events of the conventions up to 1.36: a message each, and the choices. */
function eventMessages(events: readonly Json[]): Told {
  const input: JsonObject[] = []
  const output: JsonObject[] = []
  for (const event of events) {
    const found = /^gen_ai\.(system|user|assistant|tool|choice)(?:\.message)?$/.exec(stringAt(event, 'name') ?? '')
    if (found === null || !isObject(event)) continue
    const attributes = Object.fromEntries(attributesOf(event))
    const calls = decoded(member(attributes, 'tool_calls'))
    if (found[1] === 'choice') output.push(...loggedMessages(decoded(member(attributes, 'message')) ?? attributes, 'assistant'))
    else
      input.push({
        role: found[1] ?? '',
        content: decoded(member(attributes, 'content')) ?? null,
        tool_calls: Array.isArray(calls) ? calls : [],
        tool_call_id: idAt(attributes, 'id'),
      })
  }
  return { input, output }
}

function decoded(value: Json | undefined): Json | undefined {
  return typeof value === 'string' && /^\s*[[{]/.test(value) ? (tryJson(value) ?? value) : value
}

/** Attributes as a map; OTLP wraps every value in the name of its type. */
function attributesOf(owner: JsonObject): Map<string, Json> {
  const attributes = new Map<string, Json>()
  for (const attribute of listAt(owner, 'attributes'))
    attributes.set(stringAt(attribute, 'key') ?? '', plainValue(member(attribute, 'value') ?? null))
  return attributes
}

function plainValue(value: Json): Json {
  if (!isObject(value)) return value
  const list = objectAt(value, 'arrayValue')
  if (list !== null) return listAt(list, 'values').map(plainValue)
  const pairs = objectAt(value, 'kvlistValue')
  if (pairs !== null)
    return Object.fromEntries(
      listAt(pairs, 'values').map((pair) => [stringAt(pair, 'key') ?? '', plainValue(member(pair, 'value') ?? null)]),
    )
  return (
    ['stringValue', 'intValue', 'doubleValue', 'boolValue', 'bytesValue']
      .map((key) => member(value, key))
      .find((inner) => inner !== undefined) ?? null
  )
}

const BASE64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'

/** An id in hexadecimal; protobuf's JSON writes ids as base64, of 12 or 24 characters. */
function hexId(id: string | null): string | null {
  if (id === null || id === '') return null
  if (/^([0-9a-f]{16}|[0-9a-f]{32})$/i.test(id)) return id.toLowerCase()
  if (!/^[A-Za-z0-9+/]{11}=$|^[A-Za-z0-9+/]{22}==$/.test(id)) return id
  const bits = [...id.replace(/=+$/, '')].map((char) => BASE64.indexOf(char).toString(2).padStart(6, '0')).join('')
  const bytes = bits.slice(0, bits.length - (bits.length % 8)).match(/.{8}/g) ?? []
  return bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('')
}
