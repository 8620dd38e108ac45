import { draftStep } from '../build-trace.ts'
import { asText, idAt, isObject, type Json, listAt, member, stringAt } from '../json/json.ts'
import { tryJson } from '../json/read-json.ts'
import type { Anchor, Outcome, Step } from '../model.ts'
import { textPart } from '../parts.ts'
import { ag2Messages, flattenedAg2, parallelMessages } from './ag2.ts'
import { madOutcome } from './labels.ts'
import { logSteps } from './logs.ts'

/** What the body of a record holds; `isUnsegmented` when no speakers were found in it. */
export type MadBody = {
  value: Json
  steps: Step[]
  task: string | null
  nativeIds: string[]
  outcome: Outcome | null
  isUnsegmented: boolean
  framework?: string
}

/** Opens the `trace` of a record: JSON as text or value, or a log. */
export function madBody(trace: Json, anchors: Anchor[]): MadBody {
  if (typeof trace !== 'string') return fromValue(trace, anchors)
  const opening = trace.trimStart()[0]
  const value = opening === '{' || opening === '[' ? tryJson(trace) : undefined
  return value === undefined ? fromText(trace, anchors) : fromValue(value, anchors)
}

function fromValue(value: Json, anchors: Anchor[]): MadBody {
  const task = statement(member(value, 'problem_statement')) ?? stringAt(value, 'prompt')
  const instance = idAt(value, 'instance_id') ?? idAt(value, 'run_id') ?? idAt(value, 'key')
  const own = { value, nativeIds: instance === null ? [] : [instance], outcome: madOutcome(value) }
  const inner = member(value, 'trajectory') ?? member(value, 'content') ?? (Array.isArray(value) ? value : null)
  if (isObject(inner)) return { ...own, task, steps: parallelMessages(inner, anchors), isUnsegmented: false }
  if (Array.isArray(inner) && inner.some(isObject)) return { ...own, task, steps: ag2Messages(inner, anchors), isUnsegmented: false }
  // A log, as one text or line by line.
  const read = fromText(Array.isArray(inner) ? inner.map(asText).join('\n') : asText(inner), anchors)
  return {
    ...read,
    ...own,
    outcome: own.outcome ?? read.outcome,
    task: task ?? read.task,
    nativeIds: [...own.nativeIds, ...read.nativeIds],
  }
}

function fromText(text: string, anchors: Anchor[]): MadBody {
  const flattened = flattenedAg2(text, anchors)
  if (flattened !== null) {
    const outcome = madOutcome({ other_data: { correct: flattened.correct } })
    const nativeIds = flattened.instanceId === null ? [] : [flattened.instanceId]
    return { value: null, steps: flattened.steps, task: flattened.problem, nativeIds, outcome, isUnsegmented: false }
  }
  const none = { value: null, task: null, nativeIds: [], outcome: null }
  const log = logSteps(text, anchors)
  if (log !== null) return { ...none, ...log, isUnsegmented: false }
  const words = withoutAnswers(text).trim()
  const whole = draftStep({ actor: 'unsegmented', role: 'agent', anchors, parts: [textPart(words)] })
  return { ...none, steps: words === '' ? [] : [whole], isUnsegmented: true }
}

function statement(value: Json | undefined): string | null {
  const text = Array.isArray(value) ? value.map(asText).join('\n') : asText(value)
  return text.trim() === '' ? null : text
}

/** Broken or unknown bodies may still carry answers, hints and labels beside the trajectory: nothing before it is shown then. */
function withoutAnswers(text: string): string {
  const secret = /^"?\s*"?(other_data|note)"?:/m.exec(text)
  if (secret === null) return text
  const trajectory = /^\s*"?trajectory"?:/m.exec(text)
  if (trajectory === null) return text.slice(0, secret.index)
  const rest = text.slice(trajectory.index)
  const later = /^\s*"?(other_data|note)"?:/m.exec(rest)
  return later === null ? rest : rest.slice(0, later.index)
}

/** Whether a record carries its trace in the way of the early annotated traces: the record is the body. */
export function isBody(record: Json): boolean {
  const hasTrajectory =
    Array.isArray(member(record, 'trajectory')) || isObject(member(record, 'trajectory')) || listAt(record, 'trajectory').length > 0
  return hasTrajectory && member(record, 'problem_statement') !== undefined
}
