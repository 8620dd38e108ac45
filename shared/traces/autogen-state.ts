import { autoGenSteps, isAutoGenMessage, messagesOfState } from './autogen/messages.ts'
import { buildTrace } from './build-trace.ts'
import { tellCallsApart } from './call-ids.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Importer, NOT_MINE, type Sample, type SourceRecord } from './importer.ts'
import { idAt, isObject, type Json, type JsonObject, listAt, objectAt } from './json/json.ts'
import { readPythonLiteral } from './json/python-literal.ts'
import { autogenConsole } from './mast/autogen-console.ts'
import type { Step } from './model.ts'
import { type Made, readRecords } from './read-records.ts'

/** What AutoGen saves: states of teams and agents, task results, as JSON or as Python prints them (also with the console's output after). */
export const autoGenState: Importer = {
  format: 'autogen-state',
  name: 'AutoGen saved state',
  detect,
  read: (source) => readRecords(source, makeTrace),
}

function detect(sample: Sample): Detection {
  const hits = sample.records.filter((record) => stateOf(record.value) !== null).length
  return hits === 0
    ? NOT_MINE
    : { score: 0.93 * (hits / sample.records.length), why: 'states or messages of AutoGen agents', formatVersion: null }
}

type State = { readonly value: JsonObject; readonly rest: string }

function stateOf(value: Json): State | null {
  if (typeof value === 'string') {
    if (!/^\s*\{\s*['"]/.test(value)) return null
    const literal = readPythonLiteral(value)
    return literal !== null && isObject(literal.value) && isState(literal.value)
      ? { value: literal.value, rest: value.slice(literal.end) }
      : null
  }
  return isObject(value) && isState(value) ? { value, rest: '' } : null
}

function isState(value: JsonObject): boolean {
  return threads(value).length > 0
}

function threads(value: JsonObject): { lane: string; messages: JsonObject[] }[] {
  if (objectAt(value, 'agent_states') !== null || Array.isArray(value['llm_messages']) || objectAt(value, 'llm_context') !== null)
    return messagesOfState(value)
  const messages = listAt(value, 'messages')
  return messages.length > 0 && messages.every((message) => isAutoGenMessage(message) && typeof message['source'] === 'string')
    ? [{ lane: 'main', messages: messages.filter(isAutoGenMessage) }]
    : []
}

function makeTrace(record: SourceRecord): Made {
  const state = stateOf(record.value)
  if (state === null) return 'The state holds no messages.'
  const steps: Step[] = threads(state.value).flatMap(({ lane, messages }) =>
    messages.flatMap((message) => autoGenSteps(message, record.anchor, lane)),
  )
  const after = state.rest.trim() === '' ? [] : (autogenConsole(state.rest.trim(), [record.anchor]) ?? [])
  const whole = tellCallsApart([...steps, ...after])
  const id = idAt(state.value, 'team_id')
  return buildTrace({
    format: 'autogen-state',
    framework: 'AutoGen',
    nativeIds: id === null ? [] : [id],
    task: firstWords(whole),
    steps: whole,
  })
}
