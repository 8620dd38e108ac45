import { buildTrace, draftStep } from './build-trace.ts'
import { argumentText, chatContent } from './chat-message.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Importer, NOT_MINE, type Sample, type SourceRecord } from './importer.ts'
import { at, booleanAt, idAt, integerAt, isObject, type Json, listAt, member, numberAt, objectAt, stringAt } from './json/json.ts'
import type { Link, Part, Role, Step } from './model.ts'
import { callPart, reasoningPart, resultPart } from './parts.ts'
import { type Made, readRecords } from './read-records.ts'

/** Trajectories in Harbor's Agent Trajectory Interchange Format, 1.x. */
export const atif: Importer = { format: 'atif', name: 'ATIF trajectory', detect, read: (source) => readRecords(source, makeTrace) }

function detect(sample: Sample): Detection {
  const versions = sample.records
    .map((record) => stringAt(record.value, 'schema_version') ?? '')
    .filter((version) => version.startsWith('ATIF'))
  if (versions.length > 0)
    return { score: versions.length / sample.records.length, why: 'schema_version is ATIF', formatVersion: versions[0] ?? null }
  const first = sample.records[0]?.value
  const looks =
    isObject(first) &&
    objectAt(first, 'agent') !== null &&
    listAt(first, 'steps').some((step) => member(step, 'step_id') !== undefined && member(step, 'source') !== undefined)
  return looks ? { score: 0.8, why: 'an agent and steps with step_id and source', formatVersion: null } : NOT_MINE
}

function makeTrace(record: SourceRecord): Made {
  const { value } = record
  if (listAt(value, 'steps').length === 0) return 'The trajectory has no steps.'
  const agent = stringAt(objectAt(value, 'agent') ?? undefined, 'name') ?? 'agent'
  const model = stringAt(objectAt(value, 'agent') ?? undefined, 'model_name')
  const steps = listAt(value, 'steps').flatMap((step) => stepsOf(step, agent, model, record))
  const session = idAt(value, 'session_id')
  const continuation = integerAt(at(value, 'agent', 'extra'), 'continuation_index')
  // A continuation carries its session's id; the number tells the two apart.
  const id =
    idAt(value, 'trajectory_id') ?? (session !== null && continuation !== null ? `${session}/continuation-${continuation}` : session)
  const links: Link[] = continuation !== null && session !== null ? [{ kind: 'continues', target: session }] : []
  return buildTrace({
    format: 'atif',
    formatVersion: stringAt(value, 'schema_version'),
    framework: agent,
    nativeIds: [id, session].filter((one, index, all) => one !== null && all.indexOf(one) === index).map(String),
    ...(model === null ? {} : { model }),
    task: firstWords(steps) ?? copiedTask(value),
    steps,
    links,
    outcome: rewardOf(value),
  })
}

/** In a continuation the user's words are copied context. */
function copiedTask(value: Json): string | null {
  const first = listAt(value, 'steps').find((step) => stringAt(step, 'source') === 'user')
  return stringAt(first, 'message')
}

const ROLES: Readonly<Record<string, Role>> = { user: 'user', agent: 'agent', system: 'system' }

function stepsOf(step: Json, agent: string, model: string | null, record: SourceRecord): Step[] {
  const source = stringAt(step, 'source') ?? ''
  const role = ROLES[source] ?? 'environment'
  const actor = role === 'agent' ? agent : source || 'environment'
  const base = { at: stringAt(step, 'timestamp'), anchors: [record.anchor] }
  const thought = stringAt(step, 'reasoning_content') ?? ''
  const calls = listAt(step, 'tool_calls').map((call) =>
    callPart(idAt(call, 'tool_call_id'), stringAt(call, 'function_name') ?? 'tool', argumentText(member(call, 'arguments'))),
  )
  const said = chatContent(member(step, 'message'), role === 'agent' ? 'markdown' : 'plain')
  const parts = [...(thought === '' ? [] : [reasoningPart(thought)]), ...said, ...calls]
  const metrics = objectAt(step, 'metrics')
  const tokens = metrics === null ? null : { input: integerAt(metrics, 'prompt_tokens'), output: integerAt(metrics, 'completion_tokens') }
  const speaker = draftStep({
    ...base,
    actor,
    role,
    parts: role === 'system' ? folded(parts) : parts,
    model: role === 'agent' ? (stringAt(step, 'model_name') ?? model) : null,
    tokens,
  })
  const results = listAt(objectAt(step, 'observation') ?? undefined, 'results')
  const made = results.length === 0 ? [speaker] : [speaker, resultStep(results, calls, base)]
  // What was copied from the trajectory before this one happened there: here it is only what the agent started from.
  return booleanAt(step, 'is_copied_context') === true
    ? made.map((one) => ({ ...one, role: 'environment', rawRole: one.role, parts: folded(one.parts) }))
    : made
}

function resultStep(results: readonly Json[], calls: readonly Part[], base: Pick<Step, 'at' | 'anchors'>): Step {
  const links: Link[] = []
  const parts = results.flatMap((result): Part[] => {
    const subagents = listAt(result, 'subagent_trajectory_ref').flatMap((ref) => idAt(ref, 'session_id') ?? [])
    links.push(...subagents.map((target): Link => ({ kind: 'subagent', target })))
    const content = chatContent(member(result, 'content'))
    const text = content.flatMap((part) => ('text' in part ? [part.text] : [])).join('\n')
    const said = text === '' && subagents.length > 0 ? `Sub-agents: ${subagents.join(', ')}` : text
    return [resultPart(idAt(result, 'source_call_id'), said), ...content.filter((part) => part.kind === 'file')]
  })
  const first = calls[0]
  return draftStep({ ...base, actor: first?.kind === 'tool_call' ? first.name : 'environment', role: 'tool', parts, links })
}

function folded(parts: readonly Part[]): Part[] {
  return parts.map((part) => ({ ...part, visibility: 'folded' }))
}

function rewardOf(value: Json): { success: null; rule: null; scores: Record<string, number> } | null {
  const reward =
    numberAt(objectAt(value, 'extra') ?? undefined, 'reward') ?? numberAt(objectAt(value, 'final_metrics') ?? undefined, 'reward')
  return reward === null ? null : { success: null, rule: null, scores: { reward } }
}
