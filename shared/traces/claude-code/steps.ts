import { draftStep } from '../build-trace.ts'
import { chatContent } from '../chat-message.ts'
import { asText, booleanAt, idAt, integerAt, type JsonObject, member, objectAt, stringAt } from '../json/json.ts'
import type { Part, Step } from '../model.ts'
import { hiddenPart, textPart } from '../parts.ts'
import { isProgramText } from './program-text.ts'
import type { ClaudeRecord } from './records.ts'

const AGENT = 'Claude'
const PROGRAM = 'Claude Code'
/** Lines that only count or point; they stand in the raw bytes. */
const LEFT_OUT = /^(progress|queue-operation|file-history-snapshot|last-prompt|mode|permission-mode|ai-title|custom-title|agent-name)$/

/** Makes the steps of one session, line by line. */
export class SessionSteps {
  readonly steps: Step[] = []
  readonly #byMessage = new Map<string, Step>()
  readonly #toolNames = new Map<string, string>()

  add(record: ClaudeRecord, lane: string): void {
    if (record.speaker === 'assistant') this.#addAssistant(record, lane)
    else if (record.speaker === 'user') this.#addUser(record, lane)
    else this.#addOther(record, lane)
  }

  /** One API message is written as a line per block: they are joined again by the message's id. */
  #addAssistant(record: ClaudeRecord, lane: string): void {
    const message = objectAt(record.value, 'message')
    const id = idAt(message ?? undefined, 'id')
    const parts = withCallIds(chatContent(member(message ?? undefined, 'content'), 'markdown'), record.uuid)
    for (const part of parts) if (part.kind === 'tool_call' && part.callId !== null) this.#toolNames.set(part.callId, part.name)
    const known = id === null ? undefined : this.#byMessage.get(`${lane}\n${id}`)
    if (known !== undefined) {
      known.parts.push(...parts.filter((part) => !holds(known, part)))
      known.anchors.push(record.anchor)
      known.tokens = usageOf(message) ?? known.tokens
      return
    }
    const model = stringAt(message ?? undefined, 'model')
    const isNotice = booleanAt(record.value, 'isApiErrorMessage') === true || model === '<synthetic>'
    const step = this.#push(record, lane, isNotice ? PROGRAM : nameOf(record), isNotice ? 'environment' : 'agent', parts)
    step.rawRole = isNotice ? 'assistant' : null
    step.model = isNotice ? null : model
    step.tokens = usageOf(message)
    if (id !== null && !isNotice) this.#byMessage.set(`${lane}\n${id}`, step)
  }

  #addUser(record: ClaudeRecord, lane: string): void {
    const { value } = record
    const message = member(value, 'message')
    const content = typeof message === 'string' ? message : member(message, 'content')
    if (booleanAt(value, 'isCompactSummary') === true) {
      const text = chatContent(content)
        .flatMap((part) => ('text' in part ? [part.text] : []))
        .join('\n')
      this.#push(record, lane, PROGRAM, 'environment', [{ kind: 'compaction', visibility: 'main', text }])
      return
    }
    const parts = chatContent(content)
    const results = parts.filter((part) => part.kind === 'tool_result')
    const words = parts.filter((part) => part.kind !== 'tool_result')
    if (results.length > 0) this.#addResults(record, lane, results)
    if (words.length === 0) return
    const isProgram = booleanAt(value, 'isMeta') === true || words.every((part) => part.kind === 'text' && isProgramText(part.text))
    const shown = words.map((part) =>
      isProgram || (part.kind === 'text' && isProgramText(part.text)) ? { ...part, visibility: 'folded' as const } : part,
    )
    // On a side chain the main agent speaks in the user's name.
    this.#push(record, lane, isProgram ? PROGRAM : 'user', isProgram ? 'environment' : 'user', shown).rawRole = isProgram ? 'user' : null
  }

  #addResults(record: ClaudeRecord, lane: string, results: readonly Part[]): void {
    const answered = idAt(record.value, 'sourceToolAssistantUUID') ?? record.parent
    const paired = results.map((part) => (part.kind === 'tool_result' && part.callId === null ? { ...part, callId: answered } : part))
    const first = paired[0]
    const name = first?.kind === 'tool_result' ? this.#toolNames.get(first.callId ?? '') : undefined
    this.#push(record, lane, name ?? 'tool', 'tool', paired)
  }

  #addOther(record: ClaudeRecord, lane: string): void {
    const { type, value } = record
    if (LEFT_OUT.test(type) || type === '') return
    const subtype = stringAt(value, 'subtype') ?? ''
    if (type === 'system' && /error|refusal/.test(subtype)) {
      const error = member(value, 'error')
      const words = stringAt(error, 'message') ?? (asText(error) || asText(member(value, 'content')))
      this.#push(record, lane, PROGRAM, 'environment', [textPart(`${subtype.replaceAll('_', ' ')}: ${words}`, 'plain', 'folded')])
    } else this.#push(record, lane, PROGRAM, 'environment', [hiddenPart(subtype === '' ? type : `${type} ${subtype}`, value)])
  }

  #push(record: ClaudeRecord, lane: string, actor: string, role: Step['role'], parts: Part[]): Step {
    const at = stringAt(record.value, 'timestamp')
    const isTime = at !== null && /^\d{4}-\d\d-\d\dT/.test(at)
    const step = draftStep({ actor, role, lane, at: isTime ? at : null, parts, anchors: [record.anchor] })
    this.steps.push(step)
    return step
  }
}

function nameOf(record: ClaudeRecord): string {
  return record.isSide && record.agentId !== null ? `${AGENT} ${record.agentId}` : AGENT
}

/** Calls without an id are known by the line they stand on, which their results name. */
function withCallIds(parts: readonly Part[], uuid: string | null): Part[] {
  return parts.map((part) => (part.kind === 'tool_call' && part.callId === null ? { ...part, callId: uuid } : part))
}

/** Whether a step has a part already: some versions write a message's earlier blocks again. */
function holds(step: Step, part: Part): boolean {
  const text = JSON.stringify(part)
  return step.parts.some((known) => JSON.stringify(known) === text)
}

function usageOf(message: JsonObject | null): Step['tokens'] {
  const usage = objectAt(message ?? undefined, 'usage')
  return usage === null ? null : { input: integerAt(usage, 'input_tokens'), output: integerAt(usage, 'output_tokens') }
}
