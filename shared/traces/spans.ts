import { buildTrace } from './build-trace.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from './importer.ts'
import { idAt, integerAt, isObject, type Json, type JsonObject, listAt, member, numberAt, objectAt, stringAt } from './json/json.ts'
import type { Anchor, Outcome } from './model.ts'
import { loggedMessages } from './spans/messages.ts'
import { otlpSpans, spanOfAttributes } from './spans/otlp.ts'
import type { Span } from './spans/span.ts'
import { weaveSpans } from './spans/weave.ts'

/** OpenTelemetry spans in OTLP JSON, with the conventions of GenAI, OpenInference and OpenLLMetry. */
export const otlp: Importer = makeImporter('otlp', 'OpenTelemetry (OTLP JSON)', 'resourceSpans', (value, anchor) => {
  const documents = Array.isArray(value) ? value : [value]
  return documents.flatMap((document) => otlpSpans(document, anchor))
})

/** Spans as Arize Phoenix exports them. */
export const phoenix: Importer = makeImporter('phoenix', 'Phoenix spans', 'spans with context and span_kind', (value, anchor) => {
  const context = objectAt(value, 'context')
  return context === null || stringAt(value, 'span_kind') === null || !isObject(value) ? [] : [phoenixSpan(value, context, anchor)]
})

/** Traces with observations, as Langfuse exports them. */
export const langfuse: Importer = makeImporter('langfuse', 'Langfuse trace', 'a trace with observations', (value, anchor) => {
  const trace = idAt(objectAt(value, 'trace') ?? undefined, 'id') ?? idAt(value, 'id') ?? ''
  const observations = listAt(value, 'observations').filter(isObject)
  return observations.some((one) => stringAt(one, 'type') !== null) ? observations.map((one) => langfuseSpan(one, trace, anchor)) : []
})

function makeImporter(format: string, name: string, why: string, spansOf: (value: Json, anchor: Anchor) => Span[]): Importer {
  const nowhere: Anchor = { start: 0, end: 0 }
  const detect = (sample: Sample): Detection => {
    const hits = sample.records.filter((record) => spansOf(record.value, nowhere).length > 0).length
    return hits === 0 ? NOT_MINE : { score: 0.95 * (hits / sample.records.length), why, formatVersion: null }
  }
  return { format, name, detect, read: (source) => readSpans(format, source, spansOf) }
}

/** A trace may be spread over records, and a record may hold several: spans are gathered by trace id. */
function* readSpans(format: string, source: Source, spansOf: (value: Json, anchor: Anchor) => Span[]): Generator<Imported> {
  const traces = new Map<string, { spans: Span[]; anchor: Anchor; line: number; outcome: Outcome | null }>()
  for (const { value, anchor, line } of source.records) {
    for (const span of spansOf(value, anchor)) {
      const trace = traces.get(span.trace)
      if (trace === undefined) traces.set(span.trace, { spans: [span], anchor, line, outcome: scoresOf(value) })
      else {
        trace.spans.push(span)
        trace.anchor = spanOf(trace.anchor, anchor)
      }
    }
  }
  for (const [id, { spans, anchor, line, outcome }] of traces) {
    const steps = weaveSpans(spans)
    if (steps.length === 0) {
      yield {
        kind: 'refused',
        reason: 'The spans hold no messages and no tool results: content was not recorded, or they are not those of a model.',
        line,
        anchor,
      }
      continue
    }
    yield {
      kind: 'trace',
      trace: buildTrace({ format, nativeIds: id === '' ? [] : [id], task: firstWords(steps), steps, outcome }),
      warnings: [],
      anchor,
    }
  }
}

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

/** The scores that a person or judge gave the trace. */
function scoresOf(value: Json): Outcome | null {
  const scores = listAt(objectAt(value, 'trace') ?? value, 'scores').flatMap((score): [string, number][] => {
    const number = numberAt(score, 'value')
    return number === null ? [] : [[stringAt(score, 'name') ?? 'score', number]]
  })
  return scores.length === 0 ? null : { success: null, rule: null, scores: Object.fromEntries(scores) }
}
