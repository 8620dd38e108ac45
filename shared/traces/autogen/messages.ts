import { draftStep } from '../build-trace.ts'
import { argumentText, chatContent } from '../chat-message.ts'
import { asText, booleanAt, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from '../json/json.ts'
import type { Anchor, Part, Step } from '../model.ts'
import { callPart, reasoningPart, resultPart } from '../parts.ts'

/** Whether a value is a message of AgentChat (`TextMessage`) or of a model's context (`AssistantMessage`). */
export function isAutoGenMessage(value: Json | undefined): value is JsonObject {
  return isObject(value) && /(Message|Event)$/.test(stringAt(value, 'type') ?? '') && member(value, 'content') !== undefined
}

/** A message as steps; calls and results stand in `content` as lists. */
export function autoGenSteps(message: JsonObject, anchor: Anchor, lane: string): Step[] {
  const type = stringAt(message, 'type') ?? ''
  const source = stringAt(message, 'source') ?? (type === 'UserMessage' ? 'user' : type === 'SystemMessage' ? 'system' : 'assistant')
  const base = { lane, rawRole: type, at: stringAt(message, 'created_at'), anchors: [anchor] }
  const content = member(message, 'content')
  const items = Array.isArray(content) ? content.filter(isObject) : []
  const results = items.filter((item) => idAt(item, 'call_id') !== null)
  if (results.length > 0) {
    const parts = results.map((item) =>
      resultPart(idAt(item, 'call_id'), asText(member(item, 'content')), { isError: booleanAt(item, 'is_error') }),
    )
    return [draftStep({ ...base, actor: stringAt(results[0], 'name') ?? source, role: 'tool', parts })]
  }
  const calls = items.filter((item) => member(item, 'arguments') !== undefined && stringAt(item, 'name') !== null)
  const thought = stringAt(message, 'thought')
  const thoughts: Part[] = thought === null || thought === '' ? [] : [reasoningPart(thought)]
  if (calls.length > 0) {
    const parts = calls.map((item) => callPart(idAt(item, 'id'), stringAt(item, 'name') ?? 'tool', argumentText(member(item, 'arguments'))))
    return [draftStep({ ...base, actor: source, role: 'agent', parts: [...thoughts, ...parts] })]
  }
  const said = chatContent(content, 'markdown')
  if (type === 'SystemMessage') return [draftStep({ ...base, actor: source, role: 'system', parts: folded(said) })]
  if (type === 'ThoughtEvent') return [draftStep({ ...base, actor: source, role: 'agent', parts: [reasoningPart(asText(content))] })]
  // A summary only repeats the results it is about, and memory is what was put before the model.
  if (type === 'ToolCallSummaryMessage' || type === 'MemoryQueryEvent')
    return [draftStep({ ...base, actor: source, role: 'environment', parts: folded(said) })]
  const target = stringAt(message, 'target')
  if (target !== null) {
    const text = asText(content)
    return [draftStep({ ...base, actor: source, role: 'agent', parts: [{ kind: 'handoff', visibility: 'main', to: target, text }] })]
  }
  const isUser = type === 'UserMessage' ? true : /^(user|user_proxy|human)$/i.test(source)
  return [draftStep({ ...base, actor: source, role: isUser ? 'user' : 'agent', parts: [...thoughts, ...said] })]
}

function folded(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, visibility: 'folded' }))
}

/** The messages of a saved state: the thread of the team, or the contexts of its agents where no thread was kept. */
export function messagesOfState(state: JsonObject): { lane: string; messages: JsonObject[] }[] {
  const agents = Object.entries(objectAt(state, 'agent_states') ?? {})
  for (const [, agent] of agents) {
    const thread = listAt(agent, 'message_thread').filter(isAutoGenMessage)
    if (thread.length > 0) return [{ lane: 'main', messages: thread }]
  }
  const contexts = agents.length > 0 ? agents : [['main', state] as const]
  return contexts.flatMap(([name, agent]) => {
    const inner = objectAt(agent, 'agent_state') ?? agent
    const context = objectAt(inner, 'llm_context') ?? objectAt(inner, 'model_context') ?? inner
    const messages = [...listAt(inner, 'llm_messages'), ...listAt(context, 'messages')].filter(isAutoGenMessage)
    return messages.length === 0 ? [] : [{ lane: name.split('/')[0] ?? name, messages }]
  })
}
