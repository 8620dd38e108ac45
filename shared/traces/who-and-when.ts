import { buildTrace, draftStep, withTask } from './build-trace.ts'
import { chatContent } from './chat-message.ts'
import { type Detection, type Importer, NOT_MINE, type Sample, type SourceRecord } from './importer.ts'
import { booleanAt, idAt, integerAt, type Json, listAt, member, stringAt } from './json/json.ts'
import type { Outcome, PriorLabels, Step } from './model.ts'
import { resultPart } from './parts.ts'
import { type Made, readRecords } from './read-records.ts'

/** Failure logs of Who&When: a history with the agent and step to blame. */
export const whoAndWhen: Importer = {
  format: 'who-and-when',
  name: 'Who&When log',
  detect,
  read: (source) => readRecords(source, makeTrace),
}

function detect(sample: Sample): Detection {
  const hits = sample.records.filter(
    ({ value }) =>
      listAt(value, 'history').length > 0 && member(value, 'mistake_agent') !== undefined && member(value, 'mistake_step') !== undefined,
  ).length
  return hits === 0
    ? NOT_MINE
    : { score: hits / sample.records.length, why: 'a history with mistake_agent and mistake_step', formatVersion: null }
}

function makeTrace(record: SourceRecord): Made {
  const { value, anchor } = record
  const history = listAt(value, 'history')
  if (history.length === 0) return 'The record has no history.'
  const id = idAt(value, 'question_ID')
  const question = stringAt(value, 'question')
  const success = booleanAt(value, 'is_correct') ?? booleanAt(value, 'is_corrected')
  const outcome: Outcome | null =
    success === null ? null : { success, rule: 'The data set says whether the answer is correct.', scores: {} }
  const steps = history.map((message) => stepOf(message, record))
  return buildTrace({
    format: 'who-and-when',
    benchmark: 'Who&When',
    nativeIds: id === null ? [] : [id],
    task: question,
    steps: withTask(steps, question, [anchor]),
    outcome,
    priorLabels: blame(value),
  })
}

function stepOf(message: Json, record: SourceRecord): Step {
  const rawRole = stringAt(message, 'role')
  // In the hand-crafted half the speaker stands in the role: `Orchestrator (thought)`, `Orchestrator (-> WebSurfer)`.
  const spoken = /^(.+?) \((?:-> ?(.+)|.*)\)$/.exec(rawRole ?? '')
  const actor = stringAt(message, 'name') ?? spoken?.[1] ?? rawRole ?? 'agent'
  const base = { rawRole, anchors: [record.anchor], actor }
  const content = member(message, 'content')
  if (/^(human|user)$/i.test(actor)) return draftStep({ ...base, role: 'user', parts: chatContent(content) })
  if (/terminal/i.test(actor))
    return draftStep({
      ...base,
      role: 'tool',
      parts: chatContent(content).map((part) => ('text' in part ? resultPart(null, part.text) : part)),
    })
  const parts = chatContent(content, 'markdown').map((part) => {
    const to = spoken?.[2]
    return part.kind === 'text' && to !== undefined ? { kind: 'handoff' as const, visibility: 'main' as const, to, text: part.text } : part
  })
  return draftStep({ ...base, role: 'agent', parts })
}

/** Who is to blame, and when. The step is 0-based and may be written as text. */
function blame(value: Json): PriorLabels[] {
  const agent = stringAt(value, 'mistake_agent') ?? ''
  const step = integerAt(value, 'mistake_step') ?? Number.parseInt(stringAt(value, 'mistake_step') ?? '', 10)
  const where = `Decisive mistake at message ${Number.isNaN(step) ? 'unknown' : step} by ${agent}`
  const reason = stringAt(value, 'mistake_reason')
  return [
    {
      source: 'human',
      rater: 'Who&When',
      taxonomy: 'Who&When',
      values: [{ mode: 'mistake', value: true }],
      note: reason === null ? where : `${where}: ${reason}`,
    },
  ]
}
