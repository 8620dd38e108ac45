import type { Importer } from './importer.ts'
import { asText, idAt, integerAt, isObject, type Json, type JsonObject, listAt, member, numberAt, objectAt, stringAt } from './json/json.ts'
import type { Anchor } from './model.ts'
import { loggedMessages } from './spans/messages.ts'
import type { Span } from './spans/span.ts'
import { spanImporter } from './spans/span-importer.ts'

/** Spans of Braintrust, as its logs and experiments are exported: one by one, or under `events`. */
export const braintrust: Importer = spanImporter(
  'braintrust',
  'Braintrust spans',
  'spans with root_span_id and span_attributes',
  (value, anchor) => [value, ...listAt(value, 'events'), ...listAt(value, 'data')].filter(isSpan).map((span) => toSpan(span, anchor)),
)

function isSpan(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    stringAt(value, 'root_span_id') !== null &&
    stringAt(value, 'span_id') !== null &&
    isObject(member(value, 'span_attributes'))
  )
}

const KINDS: Readonly<Record<string, Span['kind']>> = { llm: 'model', tool: 'tool', function: 'tool', task: 'agent' }

function toSpan(span: JsonObject, anchor: Anchor): Span {
  const attributes = objectAt(span, 'span_attributes') ?? undefined
  const metrics = objectAt(span, 'metrics') ?? undefined
  const kind = KINDS[stringAt(attributes, 'type') ?? ''] ?? 'other'
  const [parent] = listAt(span, 'span_parents')
  const start = numberAt(metrics, 'start')
  const output = member(span, 'output')
  return {
    id: idAt(span, 'span_id'),
    parent: typeof parent === 'string' ? parent : null,
    trace: idAt(span, 'root_span_id') ?? '',
    name: stringAt(attributes, 'name') ?? '',
    start: start !== null && start > 0 && start < 8e12 ? new Date(start * 1000).toISOString() : stringAt(span, 'created'),
    kind,
    model: stringAt(objectAt(span, 'metadata') ?? undefined, 'model'),
    input: kind === 'model' ? loggedMessages(member(span, 'input'), 'user') : [],
    output: kind === 'model' ? loggedMessages(output, 'assistant') : [],
    tool:
      kind === 'tool'
        ? { callId: null, input: asText(member(span, 'input')), output: output === null || output === undefined ? null : asText(output) }
        : null,
    tokens: metrics === undefined ? null : { input: integerAt(metrics, 'prompt_tokens'), output: integerAt(metrics, 'completion_tokens') },
    isError: member(span, 'error') !== null && member(span, 'error') !== undefined,
    anchor,
  }
}
