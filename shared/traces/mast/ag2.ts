import { draftStep, MAIN_LANE } from '../build-trace.ts'
import { chatCalls, chatContent } from '../chat-message.ts'
import { asText, idAt, isObject, type Json, listAt, member, stringAt } from '../json/json.ts'
import type { Anchor, Role, Step } from '../model.ts'
import { resultPart, textPart } from '../parts.ts'

/** AG2 (AutoGen) messages. The actor is `name`; `role` is written from the other side's view and kept only as raw role. */
export function ag2Messages(items: readonly Json[], anchors: Anchor[], lane = MAIN_LANE, agent = 'assistant'): Step[] {
  return items.flatMap((item): Step[] => {
    if (!isObject(item)) return [draftStep({ actor: agent, role: 'agent', lane, anchors, parts: [textPart(asText(item))] })]
    const rawRole = stringAt(item, 'role')
    const name = stringAt(item, 'name')
    const base = { rawRole, lane, anchors }
    const answers = listAt(item, 'tool_responses')
    if (rawRole === 'tool' || rawRole === 'function' || answers.length > 0) {
      const results = answers.length > 0 ? answers : [item]
      const parts = results.map((answer) => resultPart(idAt(answer, 'tool_call_id'), asText(member(answer, 'content'))))
      return [draftStep({ ...base, actor: name ?? 'tool', role: 'tool', parts })]
    }
    const role = roleOf(name, rawRole)
    const parts = [...chatContent(member(item, 'content'), role === 'agent' ? 'markdown' : 'plain'), ...chatCalls(item)]
    const shown = role === 'system' ? parts.map((part) => ({ ...part, visibility: 'folded' as const })) : parts
    return [draftStep({ ...base, actor: name ?? (role === 'agent' ? agent : role), role, parts: shown })]
  })
}

function roleOf(name: string | null, rawRole: string | null): Role {
  if (rawRole === 'system') return 'system'
  if (name !== null) return /^(user|human)$/i.test(name) ? 'user' : 'agent'
  return rawRole === 'user' ? 'user' : 'agent'
}

/** Transcripts that ran side by side (agent -> messages): one lane each, woven together message by message. */
export function parallelMessages(byAgent: Readonly<Record<string, Json>>, anchors: Anchor[]): Step[] {
  const lanes = Object.entries(byAgent).map(([key, items]) => {
    const name = /^\d+$/.test(key) ? `Agent ${key}` : key
    return Array.isArray(items) ? items.map((item) => ag2Messages([item], anchors, name, name)) : []
  })
  const longest = Math.max(0, ...lanes.map((lane) => lane.length))
  return Array.from({ length: longest }, (_, turn) => lanes.flatMap((lane) => lane[turn] ?? [])).flat()
}

/** A record flattened to `key: value` text, as the released full data set writes AG2. */
export type Flattened = { problem: string | null; instanceId: string | null; steps: Step[]; correct: Json }

const TOP = /^(instance_id|problem_statement|other_data|trajectory|note): ?(.*)$/
const MESSAGE_FIELD = /^ {2}(content|role|name|tool_calls|tool_call_id): ?(.*)$/

/** Reads the flattened text. `other_data` and `note` hold answers and labels: of them only whether the answer was correct is kept. */
export function flattenedAg2(text: string, anchors: Anchor[]): Flattened | null {
  const sections = new Map<string, string[]>()
  let open: string[] | null = null
  for (const line of text.split('\n')) {
    const top = TOP.exec(line)
    if (top !== null && !sections.has(top[1] ?? '')) {
      open = [top[2] ?? '']
      sections.set(top[1] ?? '', open)
    } else open?.push(line)
  }
  const trajectory = sections.get('trajectory')
  if (trajectory === undefined || !trajectory.some((line) => MESSAGE_FIELD.test(line))) return null
  const correct = sections
    .get('other_data')
    ?.map((line) => /^ +correct: (True|False)\s*$/.exec(line)?.[1])
    .find((value) => value !== undefined)
  return {
    problem: sections.get('problem_statement')?.join('\n').trim() ?? null,
    instanceId: sections.get('instance_id')?.[0]?.trim() ?? null,
    steps: ag2Messages(flattenedMessages(trajectory), anchors),
    correct: correct === undefined ? null : correct === 'True',
  }
}

function flattenedMessages(lines: readonly string[]): Json[] {
  const messages: Record<string, string>[] = []
  let key = ''
  for (const line of lines) {
    const field = MESSAGE_FIELD.exec(line)
    let message = messages.at(-1)
    if (field !== null) {
      key = field[1] ?? ''
      if (message === undefined || message[key] !== undefined) {
        message = {}
        messages.push(message)
      }
      message[key] = field[2] ?? ''
    } else if (message !== undefined) message[key] = `${message[key] ?? ''}\n${line.replace(/^ {1,4}/, '')}`
  }
  return messages
}
