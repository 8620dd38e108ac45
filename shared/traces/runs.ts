import type { Importer } from './importer.ts'
import { asText, idAt, integerAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor } from './model.ts'
import { loggedMessages } from './spans/messages.ts'
import { spanOfAttributes } from './spans/otlp.ts'
import type { Span } from './spans/span.ts'
import { spanImporter } from './spans/span-importer.ts'

/** Runs of LangSmith: exported ones, and the batches (`post`, `patch`) that its clients send. */
export const langSmith: Importer = spanImporter(
  'langsmith',
  'LangSmith runs',
  'runs with run_type, inputs and outputs',
  (value, anchor) => {
    const posted = listAt(value, 'post').filter(isObject)
    if (posted.length > 0) return merged(posted, listAt(value, 'patch').filter(isObject)).map((run) => runSpan(run, anchor))
    return isObject(value) && isRun(value) ? [runSpan(value, anchor)] : []
  },
)

/** Trees of spans as the TRAIL benchmark keeps them; its annotations are files of their own. */
export const trail: Importer = spanImporter('trail', 'TRAIL span tree', 'spans with child_spans and span_attributes', (value, anchor) => {
  const id = idAt(value, 'trace_id') ?? ''
  return listAt(value, 'spans').flatMap((span) => treeSpans(span, id, anchor))
})

/** Spans of the OpenAI Agents SDK, as its exporters write them. */
export const agentsSdk: Importer = spanImporter(
  'openai-agents',
  'OpenAI Agents SDK spans',
  'trace.span objects with span_data',
  (value, anchor) => {
    const data = objectAt(value, 'span_data')
    return stringAt(value, 'object') === 'trace.span' && data !== null && isObject(value) ? [agentsSpan(value, data, anchor)] : []
  },
)

function isRun(value: JsonObject): boolean {
  return stringAt(value, 'run_type') !== null && member(value, 'inputs') !== undefined
}

/** A patch finishes the run of its id (older clients leave the id out: then its place in the order). */
function merged(posted: readonly JsonObject[], patches: readonly JsonObject[]): JsonObject[] {
  return posted.map((run) => {
    const patch = patches.find(
      (one) => (idAt(one, 'id') ?? idAt(one, 'dotted_order')) === (idAt(one, 'id') === null ? idAt(run, 'dotted_order') : idAt(run, 'id')),
    )
    return patch === undefined ? run : { ...run, outputs: member(patch, 'outputs') ?? member(run, 'outputs') ?? null }
  })
}

function runSpan(run: JsonObject, anchor: Anchor): Span {
  const type = stringAt(run, 'run_type') ?? ''
  const kind = type === 'llm' ? 'model' : type === 'tool' ? 'tool' : type === 'agent' ? 'agent' : 'other'
  const start = member(run, 'start_time')
  const outputs = member(run, 'outputs')
  const id = idAt(run, 'id')
  return {
    id,
    parent: idAt(run, 'parent_run_id'),
    trace: idAt(run, 'trace_id') ?? id ?? '',
    name: stringAt(run, 'name') ?? type,
    start:
      typeof start === 'string' ? start : typeof start === 'number' && start > 0 && start < 8e15 ? new Date(start).toISOString() : null,
    kind,
    model:
      stringAt(objectAt(run, 'inputs') ?? undefined, 'model') ??
      stringAt(objectAt(objectAt(run, 'extra') ?? undefined, 'metadata') ?? undefined, 'ls_model_name'),
    input: kind === 'model' ? loggedMessages(member(run, 'inputs'), 'user') : [],
    output: kind === 'model' ? loggedMessages(outputs, 'assistant') : [],
    tool:
      kind === 'tool'
        ? {
            callId: null,
            input: asText(member(run, 'inputs')),
            output: outputs === null || outputs === undefined ? null : asText(member(outputs, 'output') ?? outputs),
          }
        : null,
    tokens: null,
    isError: stringAt(run, 'error') !== null,
    anchor,
  }
}

function treeSpans(value: Json, trace: string, anchor: Anchor): Span[] {
  const spans: Span[] = []
  // A stack instead of recursion: the tree is as deep as the file says.
  const open = [value]
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    const attributes = objectAt(node, 'span_attributes')
    if (attributes === null) continue
    const error = stringAt(node, 'status_code')
    spans.push({
      id: idAt(node, 'span_id'),
      parent: idAt(node, 'parent_span_id'),
      trace: idAt(node, 'trace_id') ?? trace,
      start: stringAt(node, 'timestamp'),
      isError: error === 'Error' || error === 'ERROR',
      anchor,
      ...spanOfAttributes(stringAt(node, 'span_name') ?? '', new Map(Object.entries(attributes))),
    })
    open.push(...listAt(node, 'child_spans').toReversed())
  }
  return spans
}

function agentsSpan(span: JsonObject, data: JsonObject, anchor: Anchor): Span {
  const type = stringAt(data, 'type') ?? ''
  const kind = type === 'generation' || type === 'response' ? 'model' : type === 'function' ? 'tool' : type === 'agent' ? 'agent' : 'other'
  const output = member(data, 'output')
  const usage = objectAt(data, 'usage') ?? undefined
  const error = objectAt(span, 'error')
  return {
    id: idAt(span, 'id'),
    parent: idAt(span, 'parent_id'),
    trace: idAt(span, 'trace_id') ?? '',
    name: stringAt(data, 'name') ?? type,
    start: stringAt(span, 'started_at'),
    kind,
    model: stringAt(data, 'model'),
    input: kind === 'model' ? loggedMessages(member(data, 'input'), 'user') : [],
    output: kind === 'model' ? loggedMessages(output ?? member(data, 'response'), 'assistant') : [],
    tool:
      kind === 'tool'
        ? {
            callId: null,
            input: asText(member(data, 'input')),
            output: output === null || output === undefined ? (stringAt(error ?? undefined, 'message') ?? null) : asText(output),
          }
        : null,
    tokens: usage === undefined ? null : { input: integerAt(usage, 'input_tokens'), output: integerAt(usage, 'output_tokens') },
    isError: error !== null,
    anchor,
  }
}
