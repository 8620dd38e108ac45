import { draftStep } from '../build-trace.ts'
import { at, booleanAt, idAt, integerAt, isObject, type Json, type JsonObject, member, objectAt, stringAt } from '../json/json.ts'
import type { Anchor, Part, Step } from '../model.ts'
import { callPart, hiddenPart, reasoningPart, resultPart, saidParts, textPart } from '../parts.ts'

const AGENT = 'OpenHands'
/** Fields of an action that are no argument of its tool. */
const NO_ARGUMENTS =
  /^(thought|final_thought|wait_for_response|image_urls|images_urls|keep_prompt|action|action_risk|is_confirmed|confirmation_state|security_risk|kernel_init_code|hidden|id|source|timestamp|message|blocking|is_static|is_input|include_extra|cwd|impl_source|view_range|cause|agent)$/
const BOOKKEEPING = /^(change_agent_state|agent_state_changed|recall|null|start|pause|resume|condensation)$/

/** Whether a value is an event of OpenHands before SDK v1. */
export function isEvent(value: Json): boolean {
  // SWE-agent's steps and messages also speak of actions and thoughts.
  if (!isObject(value) || member(value, 'role') !== undefined || member(value, 'response') !== undefined) return false
  const isAction =
    stringAt(value, 'action') !== null &&
    (member(value, 'args') !== undefined ||
      member(value, 'thought') !== undefined ||
      member(value, 'action_risk') !== undefined ||
      member(value, 'wait_for_response') !== undefined)
  return isAction || (stringAt(value, 'observation') !== null && member(value, 'content') !== undefined)
}

/** The step of an event. Old events carry neither source nor id: then order pairs results with calls, and the first message is the user's. */
export function eventStep(event: JsonObject, anchor: Anchor, before: readonly Step[]): Step | null {
  const base = { at: stringAt(event, 'timestamp'), anchors: [anchor] }
  const observation = stringAt(event, 'observation')
  if (observation !== null) return observationStep(event, observation, base, before)
  const action = stringAt(event, 'action') ?? ''
  const args = objectAt(event, 'args') ?? event
  const content = stringAt(args, 'content') ?? ''
  if (BOOKKEEPING.test(action)) return draftStep({ ...base, actor: AGENT, role: 'environment', parts: [hiddenPart(action, args)] })
  if (action === 'system') return draftStep({ ...base, actor: 'system', role: 'system', parts: [textPart(content, 'plain', 'folded')] })
  if (action === 'message') {
    const isUser = (stringAt(event, 'source') ?? (before.length === 0 ? 'user' : 'agent')) === 'user'
    return draftStep({
      ...base,
      actor: isUser ? 'user' : AGENT,
      role: isUser ? 'user' : 'agent',
      parts: saidParts(content, isUser ? 'plain' : 'markdown'),
    })
  }
  const model = stringAt(at(event, 'tool_call_metadata', 'model_response'), 'model')
  return draftStep({ ...base, actor: AGENT, role: 'agent', model, parts: actionParts(event, action, args) })
}

function actionParts(event: JsonObject, action: string, args: JsonObject): Part[] {
  const thought = stringAt(args, 'thought') ?? ''
  if (action === 'think') return [reasoningPart(thought)]
  const metadata = objectAt(event, 'tool_call_metadata')
  const callId = idAt(metadata ?? undefined, 'tool_call_id') ?? idAt(event, 'id')
  const given = Object.entries(args).filter(([key, value]) => !NO_ARGUMENTS.test(key) && value !== null && value !== '')
  const closing = stringAt(args, 'final_thought') ?? ''
  return [
    ...saidParts(thought, 'markdown'),
    ...saidParts(closing, 'markdown'),
    callPart(
      callId,
      stringAt(metadata ?? undefined, 'function_name') ?? action,
      given.length === 0 ? '' : JSON.stringify(Object.fromEntries(given)),
    ),
  ]
}

function observationStep(event: JsonObject, kind: string, base: Pick<Step, 'at' | 'anchors'>, before: readonly Step[]): Step {
  if (BOOKKEEPING.test(kind)) return draftStep({ ...base, actor: AGENT, role: 'environment', parts: [hiddenPart(kind, event)] })
  const lastCall = before.flatMap((step) => step.parts).findLast((part) => part.kind === 'tool_call')
  const ordered = lastCall?.kind === 'tool_call' ? lastCall.callId : null
  const callId = idAt(objectAt(event, 'tool_call_metadata') ?? undefined, 'tool_call_id') ?? idAt(event, 'cause') ?? ordered
  const extras = objectAt(event, 'extras') ?? event
  const exitCode = integerAt(objectAt(extras, 'metadata') ?? undefined, 'exit_code') ?? integerAt(extras, 'exit_code')
  const success = booleanAt(event, 'success')
  const isError = kind === 'error' ? true : exitCode === null ? (success === null ? null : !success) : exitCode !== 0
  return draftStep({
    ...base,
    actor: kind,
    role: 'tool',
    parts: [resultPart(callId, stringAt(event, 'content') ?? '', { exitCode, isError })],
  })
}
