import { draftStep, MAIN_LANE } from './build-trace.ts'
import { tellCallsApart } from './call-ids.ts'
import { chatCalls, chatContent, writtenCall } from './chat-message.ts'
import { asText, booleanAt, idAt, isObject, type Json, type JsonObject, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor, Part, Role, Step } from './model.ts'
import { reasoningPart, resultPart } from './parts.ts'

/** A message with the bytes it came from. */
export type ChatMessage = { readonly value: Json; readonly anchor: Anchor }

const ROLES = new Map<string, Role>([
  ['system', 'system'],
  ['developer', 'system'],
  ['user', 'user'],
  ['human', 'user'],
  ['assistant', 'agent'],
  ['ai', 'agent'],
  ['gpt', 'agent'],
  ['model', 'agent'],
  ['agent', 'agent'],
  ['tool', 'tool'],
  ['toolresult', 'tool'],
  ['function', 'tool'],
  ['observation', 'tool'],
  ['function_response', 'tool'],
  ['tool_response', 'tool'],
  ['function_call', 'agent'],
])

/** Whether a value is a message of a chat: it says who speaks. */
export function isChatMessage(value: Json | undefined): value is JsonObject {
  if (!isObject(value)) return false
  if (typeof member(value, 'from') === 'string') return member(value, 'value') !== undefined
  const role = stringAt(value, 'role')
  return role !== null && ['content', 'tool_calls', 'function_call', 'parts'].some((key) => member(value, key) !== undefined)
}

/** The steps of a chat in the shapes of OpenAI, Anthropic and ShareGPT. What is no message is kept as an unknown part. */
export function chatSteps(messages: Iterable<ChatMessage>, lane = MAIN_LANE): Step[] {
  const names = new Map<string, string>()
  const steps: Step[] = []
  for (const { value, anchor } of messages) {
    const made = isChatMessage(value) ? messageSteps(value, anchor, names, lane) : [oddStep(value, anchor, lane)]
    for (const part of made.flatMap((step) => step.parts)) {
      if (part.kind === 'tool_call' && part.callId !== null) names.set(part.callId, part.name)
    }
    steps.push(...made)
  }
  return tellCallsApart(steps)
}

function messageSteps(message: JsonObject, anchor: Anchor, names: ReadonlyMap<string, string>, lane: string): Step[] {
  const rawRole = stringAt(message, 'role') ?? stringAt(message, 'from') ?? ''
  // A role that is nobody's word for a role is the name of an agent.
  const role = ROLES.get(rawRole.toLowerCase()) ?? 'agent'
  const name =
    stringAt(message, 'name') ??
    stringAt(message, 'toolName') ??
    stringAt(message, 'tool_name') ??
    (ROLES.has(rawRole.toLowerCase()) ? null : rawRole)
  const base = { rawRole, lane, at: timeOf(message), anchors: [anchor] }
  const parts = messageParts(message, rawRole, role)
  if (role === 'tool') {
    const callId = idAt(message, 'tool_call_id') ?? idAt(message, 'toolCallId')
    return [
      draftStep({ ...base, actor: name ?? names.get(callId ?? '') ?? 'tool', role, parts: asResults(parts, callId, isErrorOf(message)) }),
    ]
  }
  if (role === 'system')
    return [draftStep({ ...base, actor: name ?? 'system', role, parts: parts.map((part) => ({ ...part, visibility: 'folded' })) })]
  const actor = name ?? (role === 'user' ? 'user' : 'assistant')
  if (role === 'agent') {
    const model = stringAt(message, 'model') ?? stringAt(objectAt(message, 'metadata') ?? undefined, 'model')
    return [draftStep({ ...base, actor, role, model, parts })]
  }
  // Anthropic hands results back in the user's name; only the rest is the user's word.
  const results = parts.filter((part) => part.kind === 'tool_result')
  const words = parts.filter((part) => part.kind !== 'tool_result')
  const first = results[0]
  const tool = first?.kind === 'tool_result' ? (names.get(first.callId ?? '') ?? 'tool') : 'tool'
  return [
    ...(results.length > 0 ? [draftStep({ ...base, actor: tool, role: 'tool', parts: results })] : []),
    ...(words.length > 0 || results.length === 0 ? [draftStep({ ...base, actor, role, parts: words })] : []),
  ]
}

function messageParts(message: JsonObject, rawRole: string, role: Role): Part[] {
  const value = stringAt(message, 'value')
  if (rawRole === 'function_call' && value !== null) return [writtenCall(value)]
  const thought = stringAt(message, 'reasoning_content') ?? stringAt(message, 'reasoning') ?? ''
  const content = member(message, 'content') ?? member(message, 'value') ?? member(message, 'parts')
  return [
    ...(thought === '' ? [] : [reasoningPart(thought)]),
    ...chatContent(content, role === 'agent' ? 'markdown' : 'plain'),
    ...chatCalls(message),
  ]
}

/** All that a tool message says is one result. */
function asResults(parts: readonly Part[], callId: string | null, isError: boolean | null): Part[] {
  // Some programs wrap a result in a block that is one already.
  if (parts.some((part) => part.kind === 'tool_result')) return [...parts]
  const texts = parts.flatMap((part) => (part.kind === 'text' || part.kind === 'reasoning' ? [part.text] : []))
  const others = parts.filter((part) => part.kind !== 'text' && part.kind !== 'reasoning')
  return [resultPart(callId, texts.join('\n'), { isError }), ...others]
}

function timeOf(message: JsonObject): string | null {
  const time = stringAt(message, 'timestamp') ?? stringAt(message, 'created_at')
  return time !== null && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(time) ? time : null
}

function isErrorOf(message: JsonObject): boolean | null {
  return booleanAt(message, 'is_error') ?? booleanAt(message, 'isError') ?? booleanAt(message, 'error')
}

function oddStep(value: Json, anchor: Anchor, lane: string): Step {
  const part: Part = { kind: 'unknown', visibility: 'folded', what: 'unknown message', text: asText(value) }
  return draftStep({ actor: 'unknown', role: 'environment', lane, anchors: [anchor], parts: [part] })
}
