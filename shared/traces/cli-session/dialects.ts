import { argumentText } from '../chat-message.ts'
import type { ChatMessage } from '../chat-steps.ts'
import type { SourceRecord } from '../importer.ts'
import { asText, booleanAt, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from '../json/json.ts'
import type { Dialect } from './dialect.ts'
import { kimi } from './kimi.ts'

const typeOf = (line: Json): string => stringAt(line, 'type') ?? ''
const timed = (line: JsonObject, message: JsonObject): JsonObject => ({ timestamp: member(line, 'timestamp') ?? null, ...message })

/** Pi and OpenClaw: `{type: "message", message: {role, content}}` between session, model_change and compaction. */
const pi: Dialect = {
  name: 'Pi',
  isDistinct: true,
  knows: (line) =>
    /^(session|message|model_change|thinking_level_change|compaction|custom|custom_message|branch_summary|session_info|label)$/.test(
      typeOf(line),
    ) &&
    (typeOf(line) !== 'message' || objectAt(line, 'message') !== null),
  message: (line) => {
    const message = objectAt(line, 'message')
    if (message !== null) return [{ ...message, timestamp: member(line, 'timestamp') ?? null }]
    if (typeOf(line) === 'compaction' || typeOf(line) === 'branch_summary')
      return [timed(line, { role: 'system', content: asText(member(line, 'summary')) })]
    return []
  },
}

/** Cursor: `{role, message: {content}}`. */
const cursor: Dialect = {
  name: 'Cursor',
  isDistinct: false,
  knows: (line) => stringAt(line, 'role') !== null && member(objectAt(line, 'message') ?? undefined, 'content') !== undefined,
  message: (line) => [
    timed(line, { role: stringAt(line, 'role') ?? '', content: member(objectAt(line, 'message') ?? undefined, 'content') ?? null }),
  ],
}

/** Droid: messages with `text`, calls, results and a completion, each a line. */
const droid: Dialect = {
  name: 'Droid',
  isDistinct: true,
  knows: (line) => member(line, 'session_id') !== undefined && /^(system|message|tool_call|tool_result|completion)$/.test(typeOf(line)),
  message: (line) => {
    const id = idAt(line, 'toolCallId')
    if (typeOf(line) === 'message') return [timed(line, { role: stringAt(line, 'role') ?? '', content: stringAt(line, 'text') ?? '' })]
    if (typeOf(line) === 'tool_call') {
      const call = { id, function: { name: stringAt(line, 'toolName') ?? 'tool', arguments: argumentText(member(line, 'parameters')) } }
      return [timed(line, { role: 'assistant', content: null, tool_calls: [call] })]
    }
    if (typeOf(line) === 'tool_result')
      return [
        timed(line, {
          role: 'tool',
          tool_call_id: id,
          content: asText(member(objectAt(line, 'value') ?? undefined, 'stdout') ?? member(line, 'value')),
          is_error: booleanAt(line, 'isError'),
        }),
      ]
    const last = stringAt(line, 'finalText')
    return last === null ? [] : [timed(line, { role: 'assistant', content: last })]
  },
}

/** Qwen Code: Claude Code's envelope around Gemini's parts. */
const qwen: Dialect = {
  name: 'Qwen Code',
  isDistinct: true,
  knows: (line) =>
    listAt(objectAt(line, 'message') ?? undefined, 'parts').length > 0 ||
    (typeOf(line) === 'system' && member(line, 'sessionId') !== undefined),
  message: (line) => {
    const message = objectAt(line, 'message')
    return message === null ? [] : [timed(line, { ...message, model: member(line, 'model') ?? null })]
  },
}

/** Copilot CLI: dotted event types with their payload in `data`. */
const copilot: Dialect = {
  name: 'Copilot CLI',
  isDistinct: true,
  knows: (line) =>
    /^(session|user|assistant|tool|system|hook|subagent|abort|skill)\.[a-z_.]+$/.test(typeOf(line)) && objectAt(line, 'data') !== null,
  message: (line) => {
    const data = objectAt(line, 'data') ?? {}
    const content = stringAt(data, 'content')
    switch (typeOf(line)) {
      case 'user.message':
        return [timed(line, { role: 'user', content })]
      case 'system.message':
        return [timed(line, { role: 'system', content })]
      case 'assistant.message': {
        const calls = listAt(data, 'toolRequests').map((call) => ({
          id: idAt(call, 'toolCallId'),
          function: { name: stringAt(call, 'name') ?? 'tool', arguments: argumentText(member(call, 'arguments')) },
        }))
        return [
          timed(line, {
            role: 'assistant',
            content,
            reasoning_content: stringAt(data, 'reasoningText') ?? '',
            tool_calls: calls,
            model: stringAt(data, 'model'),
          }),
        ]
      }
      case 'tool.execution_complete': {
        const success = booleanAt(data, 'success')
        const result = member(objectAt(data, 'result') ?? undefined, 'content') ?? member(data, 'result') ?? member(data, 'error')
        return [
          timed(line, {
            role: 'tool',
            tool_call_id: idAt(data, 'toolCallId'),
            content: asText(result),
            is_error: success === null ? null : !success,
          }),
        ]
      }
      default:
        return []
    }
  },
}

const DIALECTS: readonly Dialect[] = [kimi, copilot, qwen, droid, pi, cursor]

/** The dialect that knows most of the lines, at least two thirds of them. */
export function dialectOf(lines: readonly JsonObject[]): Dialect | null {
  if (lines.length < 2) return null
  const ranked = DIALECTS.map((dialect) => ({ dialect, known: lines.filter(dialect.knows).length })).sort((a, b) => b.known - a.known)
  const best = ranked[0]
  return best !== undefined && best.known >= (lines.length * 2) / 3 ? best.dialect : null
}

/** The messages of a line, with its bytes. Lines that say nothing give none. */
export function cliMessages(dialect: Dialect, record: SourceRecord): ChatMessage[] {
  if (!isObject(record.value)) return []
  return dialect.message(record.value).map((value) => ({ value, anchor: record.anchor }))
}
