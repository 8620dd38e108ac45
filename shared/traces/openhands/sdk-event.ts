import { draftStep } from '../build-trace.ts'
import { argumentText, chatContent } from '../chat-message.ts'
import { asText, booleanAt, idAt, integerAt, isObject, type Json, type JsonObject, member, objectAt, stringAt } from '../json/json.ts'
import type { Anchor, Part, Step } from '../model.ts'
import { callPart, hiddenPart, reasoningPart, resultPart, textPart } from '../parts.ts'

const AGENT = 'OpenHands'

/** Whether a value is an event of the OpenHands SDK v1. */
export function isSdkEvent(value: Json): boolean {
  return (
    isObject(value) &&
    /(Event|Condensation|Action|Observation)$/.test(stringAt(value, 'kind') ?? '') &&
    member(value, 'source') !== undefined
  )
}

/** The step of an SDK event. */
export function sdkStep(event: JsonObject, anchor: Anchor): Step {
  const base = { at: stringAt(event, 'timestamp'), anchors: [anchor] }
  const callId = idAt(event, 'tool_call_id')
  switch (stringAt(event, 'kind')) {
    case 'SystemPromptEvent':
      return draftStep({ ...base, actor: 'system', role: 'system', parts: folded(chatContent(member(event, 'system_prompt'))) })
    case 'MessageEvent': {
      const isUser = stringAt(event, 'source') === 'user'
      const message = objectAt(event, 'llm_message') ?? undefined
      const thought = stringAt(message, 'reasoning_content') ?? ''
      const parts = [
        ...(thought === '' ? [] : [reasoningPart(thought)]),
        ...chatContent(member(message, 'content'), isUser ? 'plain' : 'markdown'),
      ]
      return draftStep({ ...base, actor: isUser ? 'user' : AGENT, role: isUser ? 'user' : 'agent', parts })
    }
    case 'ActionEvent':
      return draftStep({ ...base, actor: AGENT, role: 'agent', parts: [...thoughts(event), actionCall(event, callId)] })
    case 'ObservationEvent':
    case 'UserRejectObservation':
    case 'AgentErrorEvent': {
      const observation = member(event, 'observation')
      const content = chatContent(
        member(observation, 'content') ?? member(observation, 'output') ?? member(event, 'error') ?? member(event, 'rejection_reason'),
      )
      const text = content.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n')
      const exitCode = integerAt(observation, 'exit_code') ?? integerAt(objectAt(observation, 'metadata') ?? undefined, 'exit_code')
      const isError = stringAt(event, 'kind') === 'AgentErrorEvent' ? true : booleanAt(observation, 'is_error')
      return draftStep({
        ...base,
        actor: stringAt(event, 'tool_name') ?? 'tool',
        role: 'tool',
        parts: [resultPart(callId, text, { exitCode, isError }), ...content.filter((part) => part.kind === 'file')],
      })
    }
    case 'Condensation':
      return draftStep({
        ...base,
        actor: AGENT,
        role: 'environment',
        parts: [{ kind: 'compaction', visibility: 'main', text: stringAt(event, 'summary') ?? 'The history was condensed here.' }],
      })
    case 'ConversationErrorEvent':
      return draftStep({
        ...base,
        actor: AGENT,
        role: 'environment',
        parts: [textPart(`Error: ${asText(member(event, 'detail') ?? member(event, 'code'))}`)],
      })
    default:
      return draftStep({ ...base, actor: AGENT, role: 'environment', parts: [hiddenPart(stringAt(event, 'kind') ?? 'event', event)] })
  }
}

function thoughts(event: JsonObject): Part[] {
  const reasoning = stringAt(event, 'reasoning_content') ?? ''
  const said = chatContent(member(event, 'thought'), 'markdown')
  // Some models' thoughts stand twice: as a `<think>` block and as reasoning.
  const isRepeat = said.some((part) => part.kind === 'reasoning' && part.text.trim() === reasoning.trim())
  return [...(reasoning === '' || isRepeat ? [] : [reasoningPart(reasoning)]), ...said]
}

function actionCall(event: JsonObject, callId: string | null): Part {
  const call = objectAt(event, 'tool_call') ?? undefined
  const inner = objectAt(call, 'function') ?? call
  const args = member(inner, 'arguments') ?? member(event, 'action')
  return callPart(callId, stringAt(event, 'tool_name') ?? stringAt(inner, 'name') ?? 'tool', argumentText(args))
}

function folded(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, visibility: 'folded' }))
}
