import type { Importer } from './importer.ts'
import { idAt, integerAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor } from './model.ts'
import { loggedMessages } from './spans/messages.ts'
import { otlpSpans, spanOfAttributes } from './spans/otlp.ts'
import type { Span } from './spans/span.ts'
import { spanImporter } from './spans/span-importer.ts'

/** OpenTelemetry spans in OTLP JSON, with the conventions of GenAI, OpenInference and OpenLLMetry. */
export const otlp: Importer = spanImporter('otlp', 'OpenTelemetry (OTLP JSON)', 'resourceSpans', (value, anchor) => {
  const documents = Array.isArray(value) ? value : [value]
  return documents.flatMap((document) => otlpSpans(document, anchor))
})

/** Spans as Arize Phoenix exports them. */
export const phoenix: Importer = spanImporter('phoenix', 'Phoenix spans', 'spans with context and span_kind', (value, anchor) => {
  const context = objectAt(value, 'context')
  return context === null || stringAt(value, 'span_kind') === null || !isObject(value) ? [] : [phoenixSpan(value, context, anchor)]
})

/** Traces with observations, as Langfuse exports them. */
export const langfuse: Importer = spanImporter('langfuse', 'Langfuse trace', 'a trace with observations', (value, anchor) => {
  const trace = idAt(objectAt(value, 'trace') ?? undefined, 'id') ?? idAt(value, 'id') ?? ''
  const observations = listAt(value, 'observations').filter(isObject)
  return observations.some((one) => stringAt(one, 'type') !== null) ? observations.map((one) => langfuseSpan(one, trace, anchor)) : []
})

function phoenixSpan(value: JsonObject, context: JsonObject, anchor: Anchor): Span {
  const attributes = new Map<string, Json>()
  flatten(objectAt(value, 'attributes') ?? {}, '', attributes)
  attributes.set('openinference.span.kind', stringAt(value, 'span_kind') ?? '')
  return {
    id: idAt(context, 'span_id'),
    parent: idAt(value, 'parent_id'),
    trace: idAt(context, 'trace_id') ?? '',
    start: stringAt(value, 'start_time'),
    isError: stringAt(value, 'status_code') === 'ERROR',
    anchor,
    ...spanOfAttributes(stringAt(value, 'name') ?? '', attributes),
  }
}

/** Dotted keys for nested attributes, so that both ways of writing them read alike. */
function flatten(value: Json, prefix: string, into: Map<string, Json>): void {
  const entries = Array.isArray(value)
    ? value.map((inner, index) => [String(index), inner] as const)
    : isObject(value)
      ? Object.entries(value)
      : null
  if (entries === null || (prefix !== '' && entries.length === 0)) into.set(prefix, value)
  else for (const [key, inner] of entries) flatten(inner, prefix === '' ? key : `${prefix}.${key}`, into)
}

function langfuseSpan(value: JsonObject, trace: string, anchor: Anchor): Span {
  const type = stringAt(value, 'type') ?? ''
  const kind = type === 'GENERATION' ? 'model' : type === 'TOOL' ? 'tool' : type === 'AGENT' ? 'agent' : 'other'
  const usage = objectAt(value, 'usageDetails') ?? objectAt(value, 'usage') ?? undefined
  const output = member(value, 'output')
  const words = output === undefined || output === null ? null : typeof output === 'string' ? output : JSON.stringify(output)
  return {
    id: idAt(value, 'id'),
    parent: idAt(value, 'parentObservationId'),
    trace: idAt(value, 'traceId') ?? trace,
    name: stringAt(value, 'name') ?? type,
    start: stringAt(value, 'startTime'),
    kind,
    model: stringAt(value, 'model'),
    input: kind === 'model' ? loggedMessages(member(value, 'input'), 'user') : [],
    output: kind === 'model' ? loggedMessages(output, 'assistant') : [],
    tool: kind === 'tool' ? { callId: null, input: '', output: words } : null,
    tokens: usage === undefined ? null : { input: integerAt(usage, 'input'), output: integerAt(usage, 'output') },
    isError: stringAt(value, 'level') === 'ERROR',
    anchor,
  }
}
