import { buildTrace } from './build-trace.ts'
import { chatSteps } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from './importer.ts'
import { at, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor } from './model.ts'

/** Messages of LangChain, as plain objects or serialised constructors: lists, LangGraph thread states, and dumps of its streams. */
export const langChain: Importer = { format: 'langchain', name: 'LangChain / LangGraph messages', detect, read }

const ROLES: Readonly<Record<string, string>> = {
  human: 'user',
  ai: 'assistant',
  system: 'system',
  tool: 'tool',
  function: 'tool',
  developer: 'system',
}

function detect(sample: Sample): Detection {
  const values = sample.records.map((record) => record.value)
  if (values.some((value) => streamed(value) !== null)) return { score: 0.95, why: 'chunks of a LangGraph stream', formatVersion: 'stream' }
  if (values.some((value) => messagesIn(value).length > 0))
    return { score: 0.9, why: 'messages of type human, ai and tool', formatVersion: 'messages' }
  return values.every(isMessage) && values.length > 0
    ? { score: 0.85, why: 'messages of type human, ai and tool', formatVersion: 'messages' }
    : NOT_MINE
}

function* read(source: Source): Iterable<Imported> {
  // A stream repeats the whole state as it grows: the last state says all of it.
  let state: Json[] = []
  let span: Anchor | undefined
  const loose: { value: Json; anchor: Anchor }[] = []
  for (const { value, anchor, line } of source.records) {
    const streamedState = streamed(value)
    const messages = messagesIn(value)
    if (streamedState !== null) {
      state = streamedState.length > 0 ? streamedState : state
      span = spanOf(span ?? anchor, anchor)
    } else if (messages.length > 0)
      yield toTrace(
        value,
        messages.map((message) => ({ value: message, anchor })),
        anchor,
      )
    else if (isMessage(value)) loose.push({ value, anchor })
    else yield { kind: 'refused', reason: 'The record holds no messages.', line, anchor }
  }
  const whole = span
  if (whole !== undefined)
    yield toTrace(
      null,
      state.map((value) => ({ value, anchor: whole })),
      whole,
    )
  const first = loose[0]
  const last = loose.at(-1)
  if (first !== undefined && last !== undefined) yield toTrace(null, loose, spanOf(first.anchor, last.anchor))
}

/** The messages of a chunk `[mode, payload]` of a stream; only `values` chunks carry the state. */
function streamed(value: Json): Json[] | null {
  if (!Array.isArray(value) || value.length !== 2 || typeof value[0] !== 'string') return null
  if (!/^(values|messages|updates|custom|debug)$/.test(value[0])) return null
  return value[0] === 'values' ? listAt(value[1], 'messages').filter(isMessage) : []
}

function messagesIn(value: Json): Json[] {
  for (const list of [
    listAt(value, 'messages'),
    listAt(objectAt(value, 'values') ?? undefined, 'messages'),
    Array.isArray(value) ? value : [],
  ]) {
    if (list.length > 0 && list.some(isMessage)) return list
  }
  return []
}

function isMessage(value: Json): boolean {
  const plain = fieldsOf(value)
  return plain !== null && kindOf(value, plain) !== null && member(plain, 'role') === undefined && member(plain, 'content') !== undefined
}

function fieldsOf(value: Json): JsonObject | null {
  if (!isObject(value)) return null
  const inner = objectAt(value, 'kwargs') ?? (stringAt(value, 'type') === null ? null : objectAt(value, 'data'))
  return inner ?? value
}

/** `human`, `ai`, `tool` or `system`, from the type or from the name of the class. */
function kindOf(value: Json, plain: JsonObject): string | null {
  const named = listAt(value, 'id').at(-1)
  const type = stringAt(plain, 'type') ?? stringAt(value, 'type') ?? ''
  const name = typeof named === 'string' ? named : type
  const kind = name.replace(/Message(Chunk)?$/, '').toLowerCase()
  return Object.hasOwn(ROLES, kind) ? kind : null
}

function toTrace(record: Json, messages: readonly { value: Json; anchor: Anchor }[], anchor: Anchor): Imported {
  const plain = messages.flatMap(({ value, anchor: place }) => {
    const message = toChat(value)
    return message === null ? [] : [{ value: message, anchor: place }]
  })
  const steps = chatSteps(plain)
  const id =
    idAt(at(record, 'metadata'), 'thread_id') ?? idAt(at(record, 'config', 'configurable'), 'thread_id') ?? idAt(record, 'thread_id')
  const trace = buildTrace({
    format: 'langchain',
    framework: 'LangChain',
    nativeIds: id === null ? [] : [id],

    task: firstWords(steps),
    steps,
  })
  return { kind: 'trace', trace, warnings: [], anchor }
}

function toChat(value: Json): JsonObject | null {
  const plain = fieldsOf(value)
  const kind = plain === null ? null : kindOf(value, plain)
  if (plain === null || kind === null) return null
  const own = listAt(plain, 'tool_calls')
  // The provider's own spelling of the calls stands in additional_kwargs; it is read only where LangChain made none of it.
  const calls = own.length > 0 ? own : listAt(objectAt(plain, 'additional_kwargs') ?? undefined, 'tool_calls')
  const summaries = listAt(at(plain, 'additional_kwargs', 'reasoning'), 'summary').flatMap((block) => stringAt(block, 'text') ?? [])
  const thought = stringAt(objectAt(plain, 'additional_kwargs') ?? undefined, 'reasoning_content') ?? summaries.join('\n\n')
  const content = member(plain, 'content') ?? null
  return {
    role: ROLES[kind] ?? 'assistant',
    name: stringAt(plain, 'name'),
    // Anthropic's calls stand in the content as well.
    content:
      Array.isArray(content) && calls.length > 0
        ? content.filter((block) => !/^(tool_use|function_call|reasoning)$/.test(stringAt(block, 'type') ?? ''))
        : content,
    reasoning_content: thought,
    tool_calls: calls,
    tool_call_id: idAt(plain, 'tool_call_id'),
    is_error: stringAt(plain, 'status') === 'error' ? true : null,
    model: stringAt(objectAt(plain, 'response_metadata') ?? undefined, 'model_name'),
  }
}
