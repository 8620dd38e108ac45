import { buildTrace } from './build-trace.ts'
import { type ChatMessage, chatSteps, isChatMessage } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord, spanOf } from './importer.ts'
import { booleanAt, idAt, type Json, listAt, numberAt, stringAt } from './json/json.ts'
import type { Outcome } from './model.ts'

/** Chats as lists of messages: OpenAI, fine-tuning sets, Anthropic Messages, ShareGPT; one chat per record, or one message per record. */
export const chat: Importer = { format: 'chat', name: 'Chat messages', detect, read }

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const total = sample.records.length
  const chats = sample.records.filter((record) => messagesOf(record.value) !== null).length
  // Other formats are made of messages too, and know more about them: this one is sure only of itself.
  if (chats > 0) return { score: 0.7 * (chats / total), why: 'a list of messages with roles', formatVersion: null }
  const messages = sample.records.filter((record) => isChatMessage(record.value)).length
  if (messages > 0) return { score: 0.6 * (messages / total), why: 'messages with roles', formatVersion: null }
  return NOT_MINE
}

/** The messages of a record that holds a chat. An empty list is one too. */
export function messagesOf(value: Json): Json[] | null {
  for (const list of [listAt(value, 'messages'), listAt(value, 'conversations'), Array.isArray(value) ? value : []]) {
    if (list.length > 0 && list.some(isChatMessage)) return list
  }
  return null
}

function* read(source: Source): Iterable<Imported> {
  // Messages that are records themselves make one chat together.
  let open: SourceRecord[] = []
  for (const record of source.records) {
    const messages = messagesOf(record.value)
    if (messages !== null)
      yield chatTrace(
        record.value,
        messages.map((value) => ({ value, anchor: record.anchor })),
        record,
        record,
      )
    else if (isChatMessage(record.value) || open.length > 0) open.push(record)
    else yield { kind: 'refused', reason: 'The record holds no messages.', line: record.line, anchor: record.anchor }
  }
  const first = open[0]
  const last = open.at(-1)
  if (first !== undefined && last !== undefined) yield chatTrace(null, open, first, last)
  open = []
}

function chatTrace(record: Json, messages: readonly ChatMessage[], first: SourceRecord, last: SourceRecord): Imported {
  const steps = chatSteps(messages)
  const system = stringAt(record, 'system') ?? ''
  const id = ['trace_id', 'conversation_id', 'session_id', 'id'].map((key) => idAt(record, key)).find((found) => found !== null)
  const trace = buildTrace({
    format: 'chat',
    nativeIds: id === undefined || id === null ? [] : [id],
    model: stringAt(record, 'model'),
    task: firstWords(steps),
    steps: system === '' ? steps : [...chatSteps([{ value: { role: 'system', content: system }, anchor: first.anchor }]), ...steps],
    outcome: outcomeOf(record),
  })
  return { kind: 'trace', trace, warnings: [], anchor: spanOf(first.anchor, last.anchor) }
}

function outcomeOf(record: Json): Outcome | null {
  const success = booleanAt(record, 'success')
  const scores = Object.fromEntries(
    ['reward', 'score'].flatMap((key) => (numberAt(record, key) === null ? [] : [[key, numberAt(record, key) ?? 0]])),
  )
  if (success === null && Object.keys(scores).length === 0) return null
  return { success, rule: success === null ? null : 'The record says `success`.', scores }
}
