import { draftStep } from '../build-trace.ts'
import { asText, idAt, integerAt, type Json, type JsonObject, listAt, member, objectAt, stringAt } from '../json/json.ts'
import type { Part, Step } from '../model.ts'
import { callPart, hiddenPart, reasoningPart, resultPart, saidParts, textPart } from '../parts.ts'
import { contentBlocks } from './content.ts'
import { CODEX_AGENT } from './items.ts'
import type { CodexLine } from './lines.ts'

type Speaker = 'user' | 'agent' | 'reasoning'

/**
 * Folds away the events that repeat a response item. Each item swallows one event of the same speaker and words, wherever in the session
 * it stands, so that what the user really said twice (two items, two events) stays twice.
 */
export class EventFolder {
  readonly #items = new Map<string, number>()
  /** When the session has items for tools, its tool events are their echoes. */
  readonly hasToolItems: boolean

  constructor(lines: readonly CodexLine[]) {
    this.hasToolItems = lines.some((line) => line.kind === 'item' && /_(call|output)$/.test(stringAt(line.payload, 'type') ?? ''))
    for (const line of lines) {
      if (line.kind === 'item') for (const [speaker, text] of saidInItem(line.payload)) this.#count(speaker, text, 1)
    }
  }

  /** Whether an item says the same; that item is then used up. */
  isRepeat(speaker: Speaker, text: string): boolean {
    if ((this.#items.get(keyOf(speaker, text)) ?? 0) === 0) return false
    this.#count(speaker, text, -1)
    return true
  }

  #count(speaker: Speaker, text: string, by: number): void {
    const key = keyOf(speaker, text)
    this.#items.set(key, (this.#items.get(key) ?? 0) + by)
  }
}

function keyOf(speaker: Speaker, text: string): string {
  return `${speaker}\n${text.replace(/\s+/g, ' ').trim()}`
}

function* saidInItem(payload: JsonObject): Generator<[Speaker, string]> {
  const type = stringAt(payload, 'type')
  if (type === 'message') {
    const speaker = stringAt(payload, 'role') === 'assistant' ? 'agent' : 'user'
    yield [
      speaker,
      contentBlocks(member(payload, 'content'))
        .map((block) => block.text)
        .join('\n'),
    ]
  } else if (type === 'reasoning') {
    for (const block of [...listAt(payload, 'summary'), ...listAt(payload, 'content')]) yield ['reasoning', stringAt(block, 'text') ?? '']
  }
}

/** The steps of one event; `steps` are those so far, since a token count belongs to the one before it. */
export function codexEventSteps(
  line: CodexLine,
  folder: EventFolder,
  names: Map<string, string>,
  model: string | null,
  steps: readonly Step[],
): Step[] {
  const { payload } = line
  const type = stringAt(payload, 'type') ?? ''
  const said = (speaker: Speaker, text: string | null): Step[] => {
    if (text === null || text.trim() === '' || folder.isRepeat(speaker, text)) return []
    if (speaker === 'user') return [stepOf(line, 'user', [textPart(text)])]
    return [stepOf(line, 'agent', speaker === 'agent' ? saidParts(text, 'markdown') : [reasoningPart(text)], model)]
  }
  switch (type) {
    case 'user_message':
      return said('user', stringAt(payload, 'message'))
    case 'agent_message':
      return said('agent', stringAt(payload, 'message') ?? stringAt(payload, 'text'))
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      return said('reasoning', stringAt(payload, 'text'))
    case 'item_completed':
      return itemSteps(line, objectAt(payload, 'item') ?? {}, folder, names, said)
    case 'token_count':
      countTokens(payload, steps)
      return []
    case 'turn_aborted':
      return [
        stepOf(line, 'environment', [textPart(`Turn aborted: ${stringAt(payload, 'reason') ?? 'no reason given'}`, 'plain', 'folded')]),
      ]
    case 'error':
    case 'stream_error':
      return [stepOf(line, 'environment', [textPart(`Error: ${asText(member(payload, 'message') ?? member(payload, 'error'))}`)])]
    default:
      return [stepOf(line, 'environment', [hiddenPart(type, payload)])]
  }
}

/** Finished items, as sessions from 0.147 on and `codex exec` write them (PascalCase and snake_case). */
function itemSteps(
  line: CodexLine,
  item: JsonObject,
  folder: EventFolder,
  names: Map<string, string>,
  said: (speaker: Speaker, text: string | null) => Step[],
): Step[] {
  const type = (stringAt(item, 'type') ?? '').replaceAll('_', '').toLowerCase()
  const words =
    stringAt(item, 'text') ??
    contentBlocks(member(item, 'content'))
      .map((block) => block.text)
      .join('\n')
  if (type === 'usermessage') return said('user', words)
  if (type === 'agentmessage') return said('agent', words)
  if (type === 'plan') return said('agent', words)
  if (type === 'reasoning') {
    const blocks = [...listAt(item, 'summary_text'), ...listAt(item, 'raw_content')].map((block) =>
      typeof block === 'string' ? block : asText(member(block, 'text')),
    )
    return [words, ...blocks].flatMap((text) => said('reasoning', text))
  }
  if (folder.hasToolItems) return [stepOf(line, 'environment', [hiddenPart(`item ${type}`, item)])]
  return toolSteps(line, item, type, names)
}

function toolSteps(line: CodexLine, item: JsonObject, type: string, names: Map<string, string>): Step[] {
  const id = idAt(item, 'id')
  const name = stringAt(item, 'tool') ?? type
  const exitCode = integerAt(item, 'exit_code')
  const answer = firstOf(item, ['aggregated_output', 'output', 'result', 'results', 'stdout', 'error'])
  if (id !== null) names.set(id, name)
  const call = stepOf(line, 'agent', [
    callPart(id, name, asText(firstOf(item, ['command', 'arguments', 'query', 'changes', 'action']) ?? null)),
  ])
  if (answer === undefined) return [call]
  return [
    call,
    {
      ...stepOf(line, 'tool', [resultPart(id, asText(answer), { exitCode, isError: exitCode === null ? null : exitCode !== 0 })]),
      actor: name,
    },
  ]
}

function firstOf(item: JsonObject, keys: readonly string[]): Json | undefined {
  return keys.map((key) => member(item, key)).find((value) => value !== undefined && value !== null)
}

function stepOf(line: CodexLine, role: 'user' | 'agent' | 'environment' | 'tool', parts: Part[], model: string | null = null): Step {
  const actor = role === 'user' ? 'user' : role === 'agent' ? CODEX_AGENT : 'Codex CLI'
  return draftStep({ actor, role, at: line.at, anchors: [line.anchor], model, parts })
}

/** Usage is counted after the answer it paid for; only the last request's figures are no running total. */
function countTokens(payload: JsonObject, steps: readonly Step[]): void {
  const usage = objectAt(objectAt(payload, 'info') ?? {}, 'last_token_usage')
  const last = steps.findLast((step) => step.role === 'agent')
  if (usage === null || last === undefined || last.tokens !== null) return
  last.tokens = { input: integerAt(usage, 'input_tokens'), output: integerAt(usage, 'output_tokens') }
}
