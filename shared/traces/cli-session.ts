import { buildTrace } from './build-trace.ts'
import { type ChatMessage, chatSteps } from './chat-steps.ts'
import { cliMessages, dialectOf } from './cli-session/dialects.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord, spanOf } from './importer.ts'
import { idAt, isObject, objectAt, stringAt } from './json/json.ts'

/** Sessions of coding agents that write a message, call or result per line: Cursor, Pi, OpenClaw, Droid, Qwen Code, Copilot CLI, Kimi CLI. */
export const cliSession: Importer = { format: 'cli-session', name: 'Session of a coding agent', detect, read }

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const values = sample.records.map((record) => record.value).filter(isObject)
  const dialect = dialectOf(values)
  if (dialect === null) return NOT_MINE
  const known = values.filter(dialect.knows).length
  return {
    score: Math.min(1, 0.55 + 0.4 * (known / values.length)) * (dialect.isDistinct ? 1 : 0.95),
    why: `the lines of ${dialect.name}`,
    formatVersion: dialect.name,
  }
}

function* read(source: Source): Iterable<Imported> {
  const records: SourceRecord[] = [...source.records]
  const first = records[0]
  const last = records.at(-1)
  if (first === undefined || last === undefined) return
  const values = records.map((record) => record.value).filter(isObject)
  const dialect = dialectOf(values)
  if (dialect === null) {
    yield { kind: 'refused', reason: 'The lines are those of no coding agent that is known.', line: first.line, anchor: first.anchor }
    return
  }
  const messages = withoutRepeatedInstructions(records.flatMap((record) => cliMessages(dialect, record)))
  const steps = chatSteps(messages).map((step) =>
    step.role === 'agent' && step.actor === 'assistant' ? { ...step, actor: dialect.name } : step,
  )
  const id = values
    .map(
      (value) =>
        idAt(value, 'sessionId') ??
        idAt(value, 'session_id') ??
        idAt(objectAt(value, 'data') ?? undefined, 'sessionId') ??
        (stringAt(value, 'type') === 'session' ? idAt(value, 'id') : null),
    )
    .find((one) => one !== null)
  const model = values
    .map(
      (value) => stringAt(value, 'modelId') ?? stringAt(objectAt(value, 'data') ?? undefined, 'selectedModel') ?? stringAt(value, 'model'),
    )
    .find((one) => one !== null)
  const trace = buildTrace({
    format: 'cli-session',
    formatVersion: dialect.name,
    framework: dialect.name,
    nativeIds: id === undefined || id === null ? [] : [id],
    ...(model === undefined || model === null ? {} : { model }),
    task: firstWords(steps),
    steps,
  })
  yield { kind: 'trace', trace, warnings: [], anchor: spanOf(first.anchor, last.anchor) }
}

/** Instructions are written again whenever a setting changes; the same words are shown once. */
function withoutRepeatedInstructions(messages: readonly ChatMessage[]): ChatMessage[] {
  const seen = new Set<string>()
  return messages.filter(({ value }) => {
    const content = stringAt(value, 'role') === 'system' ? stringAt(value, 'content') : null
    if (content === null) return true
    const isNew = !seen.has(content)
    seen.add(content)
    return isNew
  })
}
