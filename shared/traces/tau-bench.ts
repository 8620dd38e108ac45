import { buildTrace } from './build-trace.ts'
import { chatSteps } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord } from './importer.ts'
import { at, idAt, isObject, type Json, type JsonObject, listAt, member, numberAt, objectAt, stringAt } from './json/json.ts'
import type { Outcome, Trace } from './model.ts'

/** Runs of tau-bench (a list of runs, few-shot texts) and tau2 (simulations). */
export const tauBench: Importer = { format: 'tau-bench', name: 'tau-bench runs', detect, read }

function detect(sample: Sample): Detection {
  const values = sample.records.map((record) => record.value)
  const found = (['tau-bench', 'tau2', 'few-shot'] as const).find((kind) => values.some((value) => isKind(value, kind)))
  if (found === undefined) return NOT_MINE
  return { score: values.filter((value) => isKind(value, found)).length / values.length, why: WHY[found], formatVersion: found }
}

const WHY = {
  'tau-bench': 'runs with traj, task_id and reward',
  tau2: 'simulations with messages and reward_info',
  'few-shot': 'messages_display',
}

function isKind(value: Json, kind: keyof typeof WHY): boolean {
  if (kind === 'tau-bench') return listAt(value, 'traj').length > 0 && member(value, 'task_id') !== undefined
  if (kind === 'tau2')
    return listAt(value, 'simulations').some((one) => member(one, 'messages') !== undefined && member(one, 'task_id') !== undefined)
  return stringAt(value, 'messages_display') !== null
}

function* read(source: Source): Iterable<Imported> {
  for (const record of source.records) {
    const { value, anchor, line } = record
    const traces = [...tracesOf(record)]
    if (traces.length === 0)
      yield { kind: 'refused', reason: isObject(value) ? 'The record holds no run.' : 'The record is not an object.', line, anchor }
    for (const trace of traces) yield { kind: 'trace', trace, warnings: [], anchor }
  }
}

function* tracesOf(record: SourceRecord): Generator<Trace> {
  const { value } = record
  if (isKind(value, 'tau-bench')) {
    const id = [idAt(value, 'task_id'), idAt(value, 'trial')].filter((part) => part !== null).join('/')
    yield run(record, 'tau-bench', id, listAt(value, 'traj'), numberAt(value, 'reward'), null)
  } else if (isKind(value, 'tau2')) {
    const model = stringAt(at(value, 'info', 'agent_info'), 'llm')
    for (const simulation of listAt(value, 'simulations')) {
      const reward = numberAt(objectAt(simulation, 'reward_info') ?? undefined, 'reward')
      yield run(record, 'tau2', idAt(simulation, 'id') ?? '', listAt(simulation, 'messages').flatMap(tau2Messages), reward, model)
    }
  } else if (isKind(value, 'few-shot')) {
    yield run(record, 'few-shot', '', displayed(stringAt(value, 'messages_display') ?? ''), null, null)
  }
}

function run(
  record: SourceRecord,
  version: string,
  id: string,
  messages: readonly Json[],
  reward: number | null,
  model: string | null,
): Trace {
  const steps = chatSteps(messages.map((value) => ({ value, anchor: record.anchor })))
  // What the simulated user was told, and the actions that would be right, stand in the record too: they are never read.
  const outcome: Outcome | null =
    reward === null ? null : { success: reward === 1, rule: 'The benchmark gives the reward 1.', scores: { reward } }
  return buildTrace({
    format: 'tau-bench',
    formatVersion: version,
    framework: 'tau-bench',
    benchmark: version === 'tau2' ? 'tau2' : 'tau-bench',
    nativeIds: id === '' ? [] : [id],
    ...(model === null ? {} : { model }),
    task: firstWords(steps),
    steps,
    outcome,
  })
}

/** Several results may share a message, and a result names its call by its own id. */
function tau2Messages(message: Json): JsonObject[] {
  const inner = listAt(message, 'tool_messages')
  const messages = (inner.length > 0 ? inner : [message]).filter(isObject)
  return messages.map((one) => (stringAt(one, 'role') === 'tool' ? { ...one, tool_call_id: idAt(one, 'id') } : one))
}

/** A conversation as text, a line `speaker: words` for each message. */
function displayed(text: string): JsonObject[] {
  const messages: { role: string; content: string }[] = []
  for (const line of text.split('\n')) {
    const found = /^(user|assistant|tool|system): (.*)$/.exec(line)
    const last = messages.at(-1)
    if (found !== null) messages.push({ role: found[1] ?? '', content: found[2] ?? '' })
    else if (last !== undefined) last.content += `\n${line}`
  }
  // A call without words is printed as None.
  return messages.map((message) => (message.role === 'assistant' && message.content === 'None' ? { ...message, content: '' } : message))
}
