import { draftStep } from '../build-trace.ts'
import { asText, idAt, type JsonObject, listAt, member, stringAt } from '../json/json.ts'
import type { Part, Step } from '../model.ts'
import { addressPart, callPart, hiddenPart, opaquePart, reasoningPart, resultPart, saidParts, textPart } from '../parts.ts'
import { contentBlocks } from './content.ts'
import type { CodexLine } from './lines.ts'
import { codexOutput } from './output.ts'
import { codexRole, isBoilerplate } from './roles.ts'

/** The agent's name in sessions that do not name it. */
export const CODEX_AGENT = 'Codex'

/** The steps of one response item. `names` remembers which tool a call id belongs to. */
export function codexItemSteps(line: CodexLine, names: Map<string, string>, model: string | null): Step[] {
  const { payload } = line
  const base = { at: line.at, anchors: [line.anchor] }
  const agent = (parts: Part[], actor = CODEX_AGENT): Step[] => [draftStep({ ...base, actor, role: 'agent', model, parts })]
  const type = stringAt(payload, 'type') ?? ''
  switch (type) {
    case 'message':
      return messageStep(payload, base, model)
    case 'reasoning':
      return agent(reasoningParts(payload))
    case 'agent_message':
      return agent(handoffParts(payload), stringAt(payload, 'author') ?? CODEX_AGENT)
    case 'ghost_snapshot':
      return [draftStep({ ...base, actor: 'Codex CLI', role: 'environment', parts: [hiddenPart(type, payload)] })]
    case 'image_generation_call':
      return agent([callPart(idAt(payload, 'id'), 'image_generation', asText(member(payload, 'revised_prompt'))), ...pictureOf(payload)])
  }
  if (type.endsWith('_call')) {
    const name = stringAt(payload, 'name') ?? type.replace(/_call$/, '')
    const callId = idAt(payload, 'call_id') ?? idAt(payload, 'id')
    if (callId !== null) names.set(callId, name)
    return agent([callPart(callId, name, callArguments(payload))])
  }
  if (type.endsWith('_output')) {
    const callId = idAt(payload, 'call_id')
    const { text, files, ...facts } = codexOutput(member(payload, 'output') ?? member(payload, 'tools') ?? null)
    const actor = names.get(callId ?? '') ?? 'tool'
    return [draftStep({ ...base, actor, role: 'tool', parts: [resultPart(callId, text, facts), ...files] })]
  }
  return [draftStep({ ...base, actor: CODEX_AGENT, role: 'agent', model, parts: [hiddenPart(type, payload)] })]
}

function messageStep(payload: JsonObject, base: Pick<Step, 'at' | 'anchors'>, model: string | null): Step[] {
  const rawRole = stringAt(payload, 'role')
  const blocks = contentBlocks(member(payload, 'content'))
  const role = codexRole(
    rawRole,
    blocks.map((block) => block.text).filter((text) => text !== ''),
  )
  const parts = blocks.flatMap(({ text, files }) => {
    if (text === '') return files
    if (role === 'agent') return [...saidParts(text, 'markdown'), ...files]
    return [textPart(text, 'plain', role === 'user' && !isBoilerplate(text) ? 'main' : 'folded'), ...files]
  })
  const actor = role === 'agent' ? CODEX_AGENT : role === 'user' ? 'user' : 'Codex CLI'
  return [draftStep({ ...base, actor, role, rawRole, model: role === 'agent' ? model : null, parts })]
}

function reasoningParts(payload: JsonObject): Part[] {
  const texts = [...listAt(payload, 'summary'), ...listAt(payload, 'content')].flatMap((block) => stringAt(block, 'text') ?? [])
  const parts = texts.filter((text) => text !== '').map((text) => reasoningPart(text))
  const secret = stringAt(payload, 'encrypted_content')
  // Readers should know that the agent reasoned where they cannot read it; beside a summary it would only be noise.
  if (secret !== null) parts.push(opaquePart('Encrypted reasoning', secret.length, parts.length === 0 ? 'folded' : 'hidden'))
  return parts
}

function handoffParts(payload: JsonObject): Part[] {
  const to = stringAt(payload, 'recipient') ?? ''
  return contentBlocks(member(payload, 'content')).flatMap(({ text, files }) =>
    text === '' ? files : [{ kind: 'handoff' as const, visibility: 'main' as const, to, text }, ...files],
  )
}

function callArguments(payload: JsonObject): string {
  for (const key of ['arguments', 'input', 'action', 'query', 'summary']) {
    const value = member(payload, key)
    if (value !== undefined && value !== null) return typeof value === 'string' ? value : JSON.stringify(value)
  }
  return ''
}

function pictureOf(payload: JsonObject): Part[] {
  const data = stringAt(payload, 'result')
  return data === null || data === '' ? [] : [addressPart(`data:image/png;base64,${data}`)]
}
