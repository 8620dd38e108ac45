import { argumentText } from '../chat-message.ts'
import {
  asText,
  booleanAt,
  idAt,
  isObject,
  type Json,
  type JsonObject,
  listAt,
  member,
  numberAt,
  objectAt,
  stringAt,
} from '../json/json.ts'
import type { Dialect } from './dialect.ts'

const RECORD =
  /^(metadata|(config|tools|turn|context|llm|permission|profile|plugin|runtime|token_counting|usage|goal|cron|file_history|full_compaction|skill|plan|task|agent)\.[a-z_]+)$/
const WIRE =
  /^(TurnBegin|TurnEnd|StepBegin|StepInterrupted|StatusUpdate|ContentPart|ToolCall|ToolCallPart|ToolResult|CompactionBegin|CompactionEnd|ApprovalRequest|ApprovalResponse|ApprovalRequestResolved|SubagentEvent|SteerInput)$/

/** Kimi CLI's wire files: records with dotted types, and the older envelopes `{timestamp, message: {type, payload}}`. */
export const kimi: Dialect = {
  name: 'Kimi CLI',
  isDistinct: true,
  knows: (line) => {
    const type = stringAt(line, 'type') ?? ''
    if (WIRE.test(stringAt(objectAt(line, 'message') ?? undefined, 'type') ?? '')) return true
    return (
      RECORD.test(type) &&
      (numberAt(line, 'time') !== null || numberAt(line, 'created_at') !== null || stringAt(line, 'protocol_version') !== null)
    )
  },
  message: (line) => {
    const time = timeOf(line)
    return messagesOf(line).map((message) => ({ timestamp: time, ...message }))
  },
}

function messagesOf(line: JsonObject): JsonObject[] {
  const wire = objectAt(line, 'message')
  switch (stringAt(line, 'type')) {
    case 'config.update':
    case 'profile.bind': {
      const prompt = stringAt(line, 'systemPrompt')
      return prompt === null ? [] : [{ role: 'system', content: prompt }]
    }
    // `turn.prompt` and `turn.steer` say the same words once more.
    case 'context.append_message':
      return wire === null ? [] : [appended(wire)]
    case 'context.append_loop_event':
      return loopEvent(objectAt(line, 'event') ?? {})
    case 'context.apply_compaction':
      return [{ role: 'system', content: asText(member(line, 'summary')) }]
    default:
      return wire === null ? [] : wireMessage(stringAt(wire, 'type') ?? '', objectAt(wire, 'payload') ?? {})
  }
}

/** What the program says in the user's name is no word of the user. */
function appended(message: JsonObject): JsonObject {
  const origin = stringAt(objectAt(message, 'origin') ?? undefined, 'kind')
  const role = stringAt(message, 'role') ?? ''
  return {
    ...message,
    role: role === 'user' && origin !== null && origin !== 'user' ? 'system' : role,
    content: blocks(member(message, 'content')),
    tool_calls: listAt(message, 'toolCalls'),
    tool_call_id: idAt(message, 'toolCallId'),
  }
}

function loopEvent(event: JsonObject): JsonObject[] {
  switch (stringAt(event, 'type')) {
    case 'content.part': {
      const part = member(event, 'part')
      return part === undefined ? [] : [{ role: 'assistant', content: blocks([part]) }]
    }
    case 'tool.call':
      return [call(idAt(event, 'toolCallId') ?? idAt(event, 'uuid'), stringAt(event, 'name') ?? 'tool', member(event, 'args'))]
    case 'tool.result': {
      const result = member(event, 'result')
      const output = member(result, 'output') ?? member(result, 'content') ?? result
      return [answer(idAt(event, 'toolCallId'), output, booleanAt(result, 'isError'))]
    }
    default:
      return []
  }
}

function wireMessage(type: string, payload: JsonObject): JsonObject[] {
  switch (type) {
    case 'TurnBegin':
    case 'SteerInput':
      return [{ role: 'user', content: blocks(member(payload, 'user_input')) }]
    case 'ContentPart':
      return [{ role: 'assistant', content: blocks([payload]) }]
    case 'ToolCall': {
      const inner = objectAt(payload, 'function') ?? payload
      return [call(idAt(payload, 'id'), stringAt(inner, 'name') ?? 'tool', member(inner, 'arguments'))]
    }
    case 'ToolResult': {
      const value = member(payload, 'return_value') ?? member(payload, 'result')
      return [
        answer(idAt(payload, 'tool_call_id'), member(value, 'output') ?? member(value, 'message') ?? value, booleanAt(value, 'is_error')),
      ]
    }
    default:
      return []
  }
}

function call(id: string | null, name: string, args: Json | undefined): JsonObject {
  return { role: 'assistant', content: null, tool_calls: [{ id, function: { name, arguments: argumentText(args) } }] }
}

function answer(id: string | null, output: Json | undefined, isError: boolean | null): JsonObject {
  const content = Array.isArray(output) ? blocks(output) : asText(output)
  return { role: 'tool', tool_call_id: id, content: content ?? null, is_error: isError }
}

/** `think` blocks are thoughts. */
function blocks(content: Json | undefined): Json {
  if (!Array.isArray(content)) return content ?? null
  return content.map((block) =>
    isObject(block) && stringAt(block, 'type') === 'think'
      ? { type: 'thinking', thinking: stringAt(block, 'think') ?? stringAt(block, 'text') ?? '' }
      : block,
  )
}

function timeOf(line: JsonObject): string | null {
  const time = numberAt(line, 'time') ?? (numberAt(line, 'timestamp') ?? Number.NaN) * 1000
  return Number.isFinite(time) && Math.abs(time) < 8e15 ? new Date(time).toISOString() : null
}
