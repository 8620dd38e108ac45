import { buildTrace } from './build-trace.ts'
import { type ChatMessage, chatSteps, isChatMessage } from './chat-steps.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from './importer.ts'
import { at, idAt, isObject, type Json, listAt, objectAt, stringAt } from './json/json.ts'
import type { Anchor, Step } from './model.ts'
import { resultPart } from './parts.ts'

/** Trajectories of mini-swe-agent: a bare list of messages (0.x) and `{info, messages}` (1.x). */
export const miniSweAgent: Importer = { format: 'mini-swe-agent', name: 'mini-swe-agent trajectory', detect, read }

const OBSERVATION = /^\s*(?:<returncode>(-?\d+)<\/returncode>|Observation: )/
const COMMAND_BLOCK = /```(?:mswea_bash_command|bash)\s*\n/

function detect(sample: Sample): Detection {
  const values = sample.records.map((record) => record.value)
  const version = values
    .map((value) => stringAt(value, 'trajectory_format') ?? stringAt(objectAt(value, 'info') ?? undefined, 'mini_version'))
    .find((one) => one !== null)
  if (version !== undefined && version !== null) return { score: 1, why: 'it names mini-swe-agent as its format', formatVersion: version }
  const messages = values.length === 1 && isObject(values[0]) ? listAt(values[0], 'messages') : values
  const observed = messages.some((message) => stringAt(message, 'role') === 'user' && OBSERVATION.test(stringAt(message, 'content') ?? ''))
  const commands = messages.some(
    (message) => stringAt(message, 'role') === 'assistant' && COMMAND_BLOCK.test(stringAt(message, 'content') ?? ''),
  )
  return observed && commands && messages.every(isChatMessage)
    ? { score: 0.9, why: 'command blocks answered by return codes', formatVersion: '0' }
    : NOT_MINE
}

function* read(source: Source): Iterable<Imported> {
  const bare: ChatMessage[] = []
  for (const { value, anchor } of source.records) {
    const messages = listAt(value, 'messages')
    if (messages.length > 0)
      yield toTrace(
        value,
        messages.map((message) => ({ value: message, anchor })),
        anchor,
      )
    else bare.push({ value, anchor })
  }
  const first = bare[0]
  const last = bare.at(-1)
  if (first !== undefined && last !== undefined) yield toTrace(null, bare, spanOf(first.anchor, last.anchor))
}

function toTrace(value: Json, messages: readonly ChatMessage[], anchor: Anchor): Imported {
  const steps = chatSteps(messages)
    .map(asObservation)
    .map((step) => (step.role === 'agent' ? { ...step, actor: 'mini-swe-agent' } : step))
  const info = objectAt(value, 'info') ?? undefined
  const id = idAt(value, 'instance_id')
  const model = stringAt(at(info, 'config', 'model'), 'model_name')
  const trace = buildTrace({
    format: 'mini-swe-agent',
    formatVersion: stringAt(value, 'trajectory_format') ?? stringAt(info, 'mini_version'),
    framework: 'mini-swe-agent',
    nativeIds: id === null ? [] : [id],
    ...(model === null ? {} : { model }),
    task: firstWords(steps),
    steps,
  })
  return { kind: 'trace', trace, warnings: [], anchor }
}

/** The environment answers in the user's name. */
function asObservation(step: Step): Step {
  const part = step.parts[0]
  const found = step.role === 'user' && part?.kind === 'text' ? OBSERVATION.exec(part.text) : null
  if (found === null || part?.kind !== 'text') return step
  const exitCode = found[1] === undefined ? null : Number(found[1])
  return {
    ...step,
    actor: 'shell',
    role: 'tool',
    parts: [resultPart(null, part.text, { exitCode, isError: exitCode === null ? null : exitCode !== 0 })],
  }
}
