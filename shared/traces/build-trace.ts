import { firstSentence, shortened } from './first-sentence.ts'
import type { Anchor, Part, Step, Trace } from './model.ts'

/** The lane of a trace in which only one thing happens at a time. */
export const MAIN_LANE = 'main'

/** A step before it has its place: what an importer always knows, and what it may know. */
export type DraftStep = Pick<Step, 'actor' | 'role' | 'parts'> & Partial<Omit<Step, 'index' | 'actor' | 'role' | 'parts'>>

/** A step with every field; the index is given when the trace is put together. */
export function draftStep(draft: DraftStep): Step {
  const { actor, role, parts, rawRole = null, lane = MAIN_LANE, at = null, model = null, tokens = null, anchors = [], links = [] } = draft
  return { index: 0, actor, role, rawRole, lane, at, model, tokens, parts, anchors, links }
}

/** A trace before the things that follow from its steps. */
export type DraftTrace = Pick<Trace, 'format' | 'steps'> & Partial<Omit<Trace, 'schema' | 'format' | 'steps'>>

/** Puts a trace together: numbers the steps, and finds agents, lanes, model and title where the importer did not say. */
export function buildTrace(draft: DraftTrace): Trace {
  const steps = draft.steps.map((step, index) => ({ ...step, index }))
  const task = draft.task ?? null
  return {
    schema: 'touchstone.trace/1',
    title: draft.title ?? titleOf(steps, task),
    task,
    format: draft.format,
    formatVersion: draft.formatVersion ?? null,
    nativeIds: draft.nativeIds ?? [],
    framework: draft.framework ?? null,
    benchmark: draft.benchmark ?? null,
    model: draft.model ?? mostFrequent(steps.flatMap((step) => step.model ?? [])),
    agents: draft.agents ?? distinct(steps.filter((step) => step.role === 'agent').map((step) => step.actor)),
    lanes: draft.lanes ?? distinct(steps.map((step) => step.lane)),
    steps,
    links: draft.links ?? [],
    outcome: draft.outcome ?? null,
    priorLabels: draft.priorLabels ?? [],
    licence: draft.licence ?? null,
  }
}

function titleOf(steps: readonly Step[], task: string | null): string {
  if (task !== null && task.trim() !== '') return firstSentence(task)
  for (const role of ['user', 'agent', 'environment', 'tool', 'system'] as const) {
    for (const step of steps) {
      if (step.role !== role) continue
      const said = step.parts.find((part) => part.visibility === 'main' && part.kind === 'text')
      if (said?.kind === 'text' && said.text.trim() !== '') return firstSentence(said.text)
    }
  }
  const call = steps.flatMap((step) => step.parts).find((part) => part.kind === 'tool_call')
  return call?.kind === 'tool_call' ? shortened(`${call.name} ${call.arguments}`) : 'Untitled trace'
}

/** The value seen most often; of equals, the one seen first. */
export function mostFrequent(values: readonly string[]): string | null {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  let best: string | null = null
  for (const [value, count] of counts) if (best === null || count > (counts.get(best) ?? 0)) best = value
  return best
}

export function distinct<T>(values: readonly T[]): T[] {
  return [...new Set(values)]
}

/** Puts the task before the steps as the word of a user, unless a step already holds it. */
export function withTask(steps: readonly Step[], task: string | null, anchors: Anchor[]): Step[] {
  const wanted = squeezed(task ?? '')
  if (wanted === '' || steps.some((step) => step.parts.some((part) => squeezed(wordsOf(part)).includes(wanted)))) return [...steps]
  return [
    draftStep({ actor: 'user', role: 'user', parts: [{ kind: 'text', visibility: 'main', text: task ?? '', format: 'plain' }], anchors }),
    ...steps,
  ]
}

function wordsOf(part: Part): string {
  return part.visibility !== 'hidden' && 'text' in part ? part.text : ''
}

function squeezed(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}
