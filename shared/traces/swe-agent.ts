import { buildTrace, draftStep } from './build-trace.ts'
import { chatSteps } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Importer, NOT_MINE, type Sample, type SourceRecord } from './importer.ts'
import { booleanAt, isObject, type Json, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor, Step } from './model.ts'
import { callPart, hiddenPart, resultPart, saidParts } from './parts.ts'
import { type Made, readRecords } from './read-records.ts'

/** Trajectories of SWE-agent, 0.x and 1.x (`.traj`). */
export const sweAgent: Importer = {
  format: 'swe-agent',
  name: 'SWE-agent trajectory',
  detect,
  read: (source) => readRecords(source, makeTrace),
}

function detect(sample: Sample): Detection {
  const hits = sample.records.filter(({ value }) => isTrajectory(value) || isHistory(value)).length
  if (hits === 0) return NOT_MINE
  const version =
    sample.records.map(({ value }) => stringAt(objectAt(value, 'info') ?? undefined, 'swe_agent_version')).find((one) => one !== null) ??
    null
  return {
    score: 0.95 * (hits / sample.records.length),
    why: 'a trajectory of actions and observations, or a history of agents',
    formatVersion: version,
  }
}

function isTrajectory(value: Json): boolean {
  return listAt(value, 'trajectory').some(
    (step) => member(step, 'action') !== undefined && member(step, 'observation') !== undefined && member(step, 'response') !== undefined,
  )
}

function isHistory(value: Json): boolean {
  return listAt(value, 'history').some((message) => stringAt(message, 'role') !== null && stringAt(message, 'agent') !== null)
}

function makeTrace(record: SourceRecord): Made {
  const { value, anchor } = record
  const history = listAt(value, 'history')
  const trajectory = listAt(value, 'trajectory')
  const spoken = history.findIndex((message) => stringAt(message, 'role') === 'assistant' && booleanAt(message, 'is_demo') !== true)
  // The steps say it once; `query` repeats the whole history at each of them and is never read.
  const steps =
    trajectory.length > 0
      ? [
          ...historySteps(history.slice(0, spoken < 0 ? history.length : spoken), anchor),
          ...trajectory.flatMap((step) => trajectorySteps(step, anchor)),
        ]
      : historySteps(history, anchor)
  if (steps.length === 0) return 'The trajectory has no steps.'
  const info = objectAt(value, 'info') ?? {}
  const end = stringAt(info, 'exit_status')
  const closing =
    end === null
      ? []
      : [
          draftStep({
            actor: 'SWE-agent',
            role: 'environment',
            anchors: [anchor],
            parts: [hiddenPart('exit status', end), hiddenPart('submission', member(info, 'submission') ?? '')],
          }),
        ]
  const environment = stringAt(value, 'environment')
  return buildTrace({
    format: 'swe-agent',
    formatVersion: stringAt(info, 'swe_agent_version'),
    framework: 'SWE-agent',
    nativeIds: environment === null ? [] : [environment],
    task: firstWords(steps),
    steps: [...steps, ...closing],
  })
}

function historySteps(messages: readonly Json[], anchor: Anchor): Step[] {
  return messages.flatMap((message) => {
    const made = chatSteps([{ value: withResultId(message), anchor }])
    const named = made.map((step) => (step.role === 'agent' ? { ...step, actor: agentName(message) } : step))
    // A demonstration shows the interface; nobody did it in this run.
    if (booleanAt(message, 'is_demo') !== true) return named
    return named.map(
      (step): Step => ({
        ...step,
        role: 'environment',
        rawRole: step.role,
        parts: step.parts.map((part) => ({ ...part, visibility: 'folded' })),
      }),
    )
  })
}

/** SWE-agent lists the ids of the calls that a result answers. */
function withResultId(message: Json): Json {
  const id = listAt(message, 'tool_call_ids')[0]
  return isObject(message) && typeof id === 'string' && member(message, 'tool_call_id') === undefined
    ? { ...message, tool_call_id: id }
    : message
}

function agentName(message: Json): string {
  const name = stringAt(message, 'agent')
  return name === null || name === 'main' || name === 'primary' ? 'SWE-agent' : name
}

function trajectorySteps(step: Json, anchor: Anchor): Step[] {
  const action = (stringAt(step, 'action') ?? '').trim()
  const thought = stringAt(step, 'thought') ?? ''
  const said = thought.trim() === '' && action === '' ? (stringAt(step, 'response') ?? '') : thought
  const observation = member(step, 'observation')
  const name = /^[\w.-]+/.exec(action)?.[0] ?? 'shell'
  return [
    draftStep({
      actor: 'SWE-agent',
      role: 'agent',
      anchors: [anchor],
      parts: [...saidParts(said, 'markdown'), ...(action === '' ? [] : [callPart(null, 'action', action)])],
    }),
    ...(typeof observation === 'string' && observation !== ''
      ? [draftStep({ actor: name, role: 'tool', anchors: [anchor], parts: [resultPart(null, observation)] })]
      : []),
  ]
}
