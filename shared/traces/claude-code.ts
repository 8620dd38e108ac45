import { buildTrace, distinct, mostFrequent } from './build-trace.ts'
import { laneFinder } from './claude-code/lanes.ts'
import { type ClaudeRecord, claudeSessions } from './claude-code/records.ts'
import { SessionSteps } from './claude-code/steps.ts'
import { firstSentence } from './first-sentence.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from './importer.ts'
import { isObject, type Json, type JsonObject, member, objectAt, stringAt } from './json/json.ts'
import type { Link, Step } from './model.ts'
import { WarningList } from './warnings.ts'

/** Sessions of Claude Code: the project files, and those of sub-agents. */
export const claudeCode: Importer = { format: 'claude-code', name: 'Claude Code session', detect, read }

const BOOKKEEPING = /^(user|assistant|system|summary|progress|queue-operation|file-history-snapshot|attachment)$/

function detect(sample: Sample): Detection {
  if (sample.shape === 'text') return NOT_MINE
  const objects = sample.records.map((record) => record.value).filter(isObject)
  const spoken = objects.filter((value) => /^(user|assistant)$/.test(stringAt(value, 'type') ?? '') && isMessage(member(value, 'message')))
  if (spoken.length === 0) return NOT_MINE
  const hasIds = spoken.some((value) => member(value, 'sessionId') !== undefined || member(value, 'parentUuid') !== undefined)
  const known = objects.filter((value) => BOOKKEEPING.test(stringAt(value, 'type') ?? '') || member(value, 'sessionId') !== undefined)
  const score = (hasIds ? 1 : 0.65) * (known.length / objects.length)
  return {
    score,
    why: 'user and assistant lines with a message',
    formatVersion: spoken.map((value) => stringAt(value, 'version')).find(Boolean) ?? null,
  }
}

/** Qwen Code writes the same envelope around the parts of Gemini. */
function isMessage(message: Json | undefined): boolean {
  return message !== undefined && member(message, 'parts') === undefined
}

function* read(source: Source): Iterable<Imported> {
  const ofFile = new WarningList()
  for (const records of claudeSessions(source.records, ofFile)) {
    const warnings = new WarningList()
    // What is odd in the file is told with its first trace.
    warnings.addAll(ofFile.take())
    const first = records[0]
    const last = records.at(-1)
    if (first === undefined || last === undefined) continue
    const steps = stepsOf(records)
    const sessions = distinct(records.filter((record) => record.speaker !== 'other').flatMap((record) => record.sessionId ?? []))
    // A file that holds nothing but one sub-agent's side chain is that sub-agent's trace.
    const agent = records.every((record) => record.isSide || record.speaker === 'other')
      ? (records.find((record) => record.agentId !== null)?.agentId ?? null)
      : null
    const session = sessions[0]
    const task = firstWords(steps)
    const trace = buildTrace({
      format: 'claude-code',
      formatVersion: records.map((record) => stringAt(record.value, 'version')).find((version) => version !== null) ?? null,
      framework: 'Claude Code',
      nativeIds: agent !== null && session !== undefined ? [`${session}/${agent}`] : sessions,
      model: mostFrequent(records.flatMap((record) => modelOf(record))),
      ...titleOf(records),
      task,
      steps,
      links: linksOf(records, session, agent),
    })
    if (sessions.length > 1)
      warnings.add('session-resumed', 'The conversation goes on under another session id; it is one trace.', null, sessions.length - 1)
    yield { kind: 'trace', trace, warnings: warnings.list(), anchor: spanOf(first.anchor, last.anchor) }
  }
}

/** A sub-agent's file names its session; the session names the sub-agents whose work its calls came back with. */
function linksOf(records: readonly ClaudeRecord[], session: string | undefined, agent: string | null): Link[] {
  if (session === undefined) return []
  if (agent !== null) return [{ kind: 'subagent', target: session }]
  const agents = records.flatMap((record) => stringAt(objectAt(record.value, 'toolUseResult') ?? undefined, 'agentId') ?? [])
  return distinct(agents).map((id) => ({ kind: 'subagent', target: `${session}/${id}` }))
}

function stepsOf(records: readonly ClaudeRecord[]): Step[] {
  const session = new SessionSteps()
  const laneOf = laneFinder(records)
  for (const record of records) session.add(record, laneOf(record))
  return session.steps
}

function modelOf(record: ClaudeRecord): string[] {
  const model = stringAt(objectAt(record.value, 'message') ?? undefined, 'model')
  // The program's own notices carry a model that is none.
  return model === null || model.startsWith('<') ? [] : [model]
}

/** The title that a person, or the program, gave the session. */
function titleOf(records: readonly ClaudeRecord[]): { title?: string } {
  const given = (key: string): string | null =>
    records.map((record: { value: JsonObject }) => stringAt(record.value, key)).findLast((title) => title !== null) ?? null
  const title = given('customTitle') ?? given('aiTitle')
  return title === null || title.trim() === '' ? {} : { title: firstSentence(title) }
}
