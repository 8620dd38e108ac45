import { buildTrace, draftStep } from './build-trace.ts'
import { argumentText, chatContent } from './chat-message.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord, spanOf } from './importer.ts'
import { asText, idAt, integerAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor, Part, Step } from './model.ts'
import { callPart, hiddenPart, reasoningPart, resultPart, textPart } from './parts.ts'

/** Sessions of the Gemini CLI: one JSON document, or (from 0.40) a line per message. */
export const geminiCli: Importer = { format: 'gemini-cli', name: 'Gemini CLI session', detect, read }

function detect(sample: Sample): Detection {
  const values = sample.records.map((record) => record.value).filter(isObject)
  if (values.some(isSession))
    return { score: values.filter(isSession).length / values.length, why: 'a session with messages of type gemini', formatVersion: 'json' }
  const head = values[0]
  if (head === undefined || member(head, 'projectHash') === undefined || member(head, 'sessionId') === undefined) return NOT_MINE
  return { score: 0.95, why: 'a session head with projectHash', formatVersion: 'jsonl' }
}

function isSession(value: JsonObject): boolean {
  return (
    member(value, 'sessionId') !== undefined &&
    listAt(value, 'messages').some((message) => stringAt(message, 'type') !== null && member(message, 'role') === undefined)
  )
}

function* read(source: Source): Iterable<Imported> {
  const lines: SourceRecord[] = []
  for (const record of source.records) {
    if (isObject(record.value) && isSession(record.value)) {
      yield toTrace(
        record.value,
        listAt(record.value, 'messages').map((value) => ({ value, anchor: record.anchor })),
        record.anchor,
      )
    } else lines.push(record)
  }
  const first = lines[0]
  const last = lines.at(-1)
  if (first !== undefined && last !== undefined) yield toTrace(first.value, latest(lines), spanOf(first.anchor, last.anchor))
}

type Placed = { readonly value: Json; readonly anchor: Anchor }

/** A message that is written again under its id replaces the earlier one. */
function latest(lines: readonly Placed[]): Placed[] {
  const byId = new Map<string, Placed>()
  for (const line of lines) if (stringAt(line.value, 'type') !== null) byId.set(idAt(line.value, 'id') ?? `#${byId.size}`, line)
  return [...byId.values()]
}

function toTrace(head: Json, messages: readonly Placed[], anchor: Anchor): Imported {
  const steps = messages.flatMap(({ value, anchor: place }) => stepsOf(value, place))
  const id = idAt(head, 'sessionId')
  const trace = buildTrace({
    format: 'gemini-cli',
    framework: 'Gemini CLI',
    nativeIds: id === null ? [] : [id],
    task: firstWords(steps),
    steps,
  })
  return { kind: 'trace', trace, warnings: [], anchor }
}

function stepsOf(message: Json, anchor: Anchor): Step[] {
  const base = { at: stringAt(message, 'timestamp'), anchors: [anchor] }
  const type = stringAt(message, 'type') ?? ''
  const content = member(message, 'content') ?? member(message, 'parts')
  if (type === 'user') return [draftStep({ ...base, actor: 'user', role: 'user', parts: chatContent(content) })]
  if (type !== 'gemini' && type !== 'model') {
    const words = asText(content)
    const isNotice = /^(info|error|warning)$/.test(type) && words !== ''
    return [
      draftStep({
        ...base,
        actor: 'Gemini CLI',
        role: 'environment',
        parts: [isNotice ? textPart(words, 'plain', 'folded') : hiddenPart(type, message)],
      }),
    ]
  }
  const calls = listAt(message, 'toolCalls')
  const thoughts = listAt(message, 'thoughts').map((thought) =>
    [stringAt(thought, 'subject'), stringAt(thought, 'description')].filter(Boolean).join('\n'),
  )
  const parts: Part[] = [
    ...thoughts.filter((thought) => thought !== '').map((thought) => reasoningPart(thought)),
    ...chatContent(content, 'markdown'),
    ...calls.map((call) => callPart(idAt(call, 'id'), stringAt(call, 'name') ?? 'tool', argumentText(member(call, 'args')))),
  ]
  const usage = objectAt(message, 'tokens')
  const tokens = usage === null ? null : { input: integerAt(usage, 'input'), output: integerAt(usage, 'output') }
  const agent = draftStep({ ...base, actor: 'Gemini', role: 'agent', model: stringAt(message, 'model'), tokens, parts })
  return [agent, ...calls.flatMap((call) => resultSteps(call, base))]
}

function resultSteps(call: Json, base: Pick<Step, 'at' | 'anchors'>): Step[] {
  const results = chatContent(member(call, 'result') ?? null).filter((part) => part.kind === 'tool_result')
  const display = asText(member(call, 'resultDisplay'))
  const status = stringAt(call, 'status')
  if (results.length === 0 && display === '') return []
  const isError = status === 'error' ? true : status === 'success' ? false : null
  const parts = results.length === 0 ? [resultPart(idAt(call, 'id'), display)] : results
  const finished = parts.map((part) =>
    part.kind === 'tool_result' ? { ...part, callId: part.callId ?? idAt(call, 'id'), isError: part.isError ?? isError } : part,
  )
  return [
    draftStep({
      ...base,
      at: stringAt(call, 'timestamp') ?? base.at,
      actor: stringAt(call, 'name') ?? 'tool',
      role: 'tool',
      parts: finished,
    }),
  ]
}
