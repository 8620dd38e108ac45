import { draftStep } from '../build-trace.ts'
import { chatSteps } from '../chat-steps.ts'
import { type JsonObject, stringAt } from '../json/json.ts'
import type { Step } from '../model.ts'
import { callPart, resultPart } from '../parts.ts'
import type { Span } from './span.ts'

/**
 * The steps of one trace out of its spans. Every model call repeats the conversation so far in its input: a message is told once for each
 * time it was said, and what follows a tool's span is not told again by the message that hands the result on.
 */
export function weaveSpans(spans: readonly Span[]): Step[] {
  const byId = new Map(spans.flatMap((span) => (span.id === null ? [] : [[span.id, span] as const])))
  const ordered = spans.map((span, index) => ({ span, index })).sort((a, b) => compare(a.span.start, b.span.start) || a.index - b.index)
  const steps: Step[] = []
  const told = new Map<string, number>()
  const answered = new Set<string>()
  const tell = (span: Span, messages: readonly JsonObject[], isOutput: boolean): void => {
    const agent = agentOf(span, byId)
    const seen = new Map<string, number>()
    const fresh = chatSteps(messages.map((value) => ({ value, anchor: span.anchor }))).filter(
      (step) => isFresh(step, answered) && isNews(step, isOutput, seen, told),
    )
    for (const step of fresh) {
      const speaks = step.role === 'agent'
      const named = speaks && step.actor === 'assistant' && agent !== null ? { ...step, actor: agent } : step
      steps.push({
        ...named,
        at: step.at ?? span.start,
        model: speaks ? span.model : null,
        tokens: isOutput && speaks ? span.tokens : null,
      })
    }
  }
  for (const { span } of ordered) {
    if (span.kind === 'model') {
      tell(span, span.input, false)
      tell(span, span.output, true)
    } else if (span.kind === 'agent' && agentOf(parentOf(span, byId), byId) === null) {
      // What the outermost agent was asked; the model calls inside repeat it.
      tell(
        span,
        span.input.filter((message) => stringAt(message, 'role') === 'user'),
        false,
      )
    } else if (span.kind === 'tool' && span.tool !== null && span.tool.output !== null) {
      steps.push(...toolSteps(span, span.tool, span.tool.output, steps, answered, agentOf(span, byId)))
    }
  }
  return steps
}

/** The result that a tool's span holds; with the call before it when no model call told of it. */
function toolSteps(
  span: Span,
  tool: NonNullable<Span['tool']>,
  output: string,
  steps: readonly Step[],
  answered: Set<string>,
  agent: string | null,
): Step[] {
  const open = tool.callId ?? openCall(steps, answered, span.name)
  if (open !== null && answered.has(open)) return []
  const isTold = open !== null && steps.some((step) => step.parts.some((part) => part.kind === 'tool_call' && part.callId === open))
  const callId = open ?? span.id
  if (callId !== null) answered.add(callId)
  const base = { at: span.start, anchors: [span.anchor] }
  const call = draftStep({ ...base, actor: agent ?? 'assistant', role: 'agent', parts: [callPart(callId, span.name, tool.input)] })
  const result = draftStep({
    ...base,
    actor: span.name,
    role: 'tool',
    parts: [resultPart(callId, output, { isError: span.isError ? true : null })],
  })
  return isTold ? [result] : [call, result]
}

/** Whether a result was not given yet; everything else is looked at by its words. */
function isFresh(step: Step, answered: Set<string>): boolean {
  const result = step.parts.find((part) => part.kind === 'tool_result')
  if (result?.kind !== 'tool_result' || result.callId === null) return step.parts.length > 0
  const isNew = !answered.has(result.callId)
  answered.add(result.callId)
  return isNew
}

/** What a model answers is always new; what it is given is new as often as it was not told before. */
function isNews(step: Step, isOutput: boolean, seen: Map<string, number>, told: Map<string, number>): boolean {
  // Of an agent's step its words and calls count; the reasoning is often left out when it is handed on.
  const key = JSON.stringify([step.role, step.parts.filter((part) => part.kind !== 'reasoning')])
  const before = told.get(key) ?? 0
  const now = isOutput ? before + 1 : (seen.get(key) ?? 0) + 1
  seen.set(key, now)
  told.set(key, Math.max(before, now))
  return now > before
}

/** The call of a tool's name that nobody answered yet. */
function openCall(steps: readonly Step[], answered: ReadonlySet<string>, name: string): string | null {
  for (const part of steps.flatMap((step) => step.parts)) {
    if (part.kind === 'tool_call' && part.name === name && part.callId !== null && !answered.has(part.callId)) return part.callId
  }
  return null
}

/** The name of the nearest agent around a span. */
function agentOf(span: Span | undefined, byId: ReadonlyMap<string, Span>): string | null {
  let at = span
  for (let hops = 0; at !== undefined && hops < 100; hops++) {
    if (at.kind === 'agent') return at.name
    at = parentOf(at, byId)
  }
  return null
}

function parentOf(span: Span, byId: ReadonlyMap<string, Span>): Span | undefined {
  return span.parent === null ? undefined : byId.get(span.parent)
}

function compare(a: string | null, b: string | null): number {
  if (a === null || b === null) return 0
  return a < b ? -1 : a > b ? 1 : 0
}
