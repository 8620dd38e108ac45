import { buildTrace, draftStep } from './build-trace.ts'
import { codexItemSteps } from './codex/items.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Importer, NOT_MINE, type Sample, type SourceRecord } from './importer.ts'
import { asText, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Step } from './model.ts'
import { resultPart, textPart } from './parts.ts'
import { type Made, readRecords } from './read-records.ts'

/** Items of OpenAI's Responses API: responses, item lists, requests with `input`, and saved runs of the Agents SDK. */
export const responses: Importer = {
  format: 'responses',
  name: 'OpenAI Responses items',
  detect,
  read: (source) => readRecords(source, makeTrace),
}

const ITEM = /^(message|reasoning|function_call|function_call_output|\w+_call|\w+_call_output|\w+_output|compaction)$/

function detect(sample: Sample): Detection {
  const values = sample.records.map((record) => record.value)
  const hits = values.filter((value) => itemsOf(value).length > 0).length
  if (hits === 0) return NOT_MINE
  const first = values.find((value) => itemsOf(value).length > 0)
  const kind = member(first, 'generated_items') !== undefined ? 'run-state' : (stringAt(first, 'object') ?? 'items')
  return { score: 0.9 * (hits / values.length), why: 'items of the Responses API', formatVersion: kind }
}

type Item = { readonly item: JsonObject; readonly agent: string | null }

/** The items of a record in order; those of a run name their agent. */
function itemsOf(value: Json): Item[] {
  if (!isObject(value)) return []
  const plain = (list: readonly Json[]): Item[] => list.filter(isItem).map((item) => ({ item, agent: null }))
  if (Array.isArray(member(value, 'generated_items'))) {
    const input = member(value, 'original_input')
    const asked: Item[] =
      typeof input === 'string'
        ? [{ item: { type: 'message', role: 'user', content: input }, agent: null }]
        : plain(listAt(value, 'original_input'))
    const made = listAt(value, 'generated_items').flatMap((one): Item[] => {
      const item = objectAt(one, 'raw_item')
      return item === null || !isItem(item) ? [] : [{ item, agent: stringAt(objectAt(one, 'agent') ?? undefined, 'name') }]
    })
    return [...asked, ...made]
  }
  const isResponse = stringAt(value, 'object') === 'response' && Array.isArray(member(value, 'output'))
  if (isResponse) return [...inputOf(value, plain), ...plain(listAt(value, 'output'))]
  if (stringAt(value, 'object') === 'list') return plain(listAt(value, 'data'))
  const items = inputOf(value, plain)
  return items.some(({ item }) => /_call/.test(stringAt(item, 'type') ?? '')) ? items : []
}

function inputOf(value: JsonObject, plain: (list: readonly Json[]) => Item[]): Item[] {
  const input = member(value, 'input')
  if (typeof input === 'string') return [{ item: { type: 'message', role: 'user', content: input }, agent: null }]
  // Easy messages carry a role and no type.
  return plain(
    listAt(value, 'input').map((item) =>
      isObject(item) && member(item, 'type') === undefined && member(item, 'role') !== undefined ? { ...item, type: 'message' } : item,
    ),
  )
}

function isItem(value: Json): value is JsonObject {
  return (
    isObject(value) &&
    ITEM.test(stringAt(value, 'type') ?? '') &&
    (stringAt(value, 'type') !== 'message' || stringAt(value, 'role') !== null)
  )
}

function makeTrace(record: SourceRecord): Made {
  const { value, anchor } = record
  const items = itemsOf(value)
  if (items.length === 0) return 'The record holds no items.'
  const model = stringAt(value, 'model')
  const names = new Map<string, string>()
  const instructions = asText(member(value, 'instructions'))
  const head =
    instructions === ''
      ? []
      : [draftStep({ actor: 'system', role: 'system', anchors: [anchor], parts: [textPart(instructions, 'plain', 'folded')] })]
  const steps = items.flatMap(({ item, agent }) => {
    const made = codexItemSteps({ kind: 'item', payload: item, at: null, anchor }, names, model)
    return [...made.map((step) => renamed(step, agent)), ...ownResult(item, anchor)]
  })
  const id = idAt(value, 'id') ?? idAt(value, 'first_id')
  return buildTrace({
    format: 'responses',
    framework: member(value, 'generated_items') === undefined ? null : 'OpenAI Agents SDK',
    nativeIds: id === null ? [] : [id],
    task: firstWords(steps),
    steps: [...head, ...steps],
  })
}

function renamed(step: Step, agent: string | null): Step {
  if (step.role === 'agent' && step.actor === 'Codex') return { ...step, actor: agent ?? 'assistant' }
  return step.actor === 'Codex CLI' ? { ...step, actor: 'system' } : step
}

/** Calls that the API ran by itself carry their own result. */
function ownResult(item: JsonObject, anchor: Step['anchors'][number]): Step[] {
  const type = stringAt(item, 'type') ?? ''
  const output = type.endsWith('_call') ? (member(item, 'output') ?? member(item, 'outputs') ?? member(item, 'results')) : null
  if (output === null || output === undefined) return []
  const error = member(item, 'error')
  const isError = error === undefined || error === null ? null : true
  return [
    draftStep({
      actor: stringAt(item, 'name') ?? type.replace(/_call$/, ''),
      role: 'tool',
      anchors: [anchor],
      parts: [resultPart(idAt(item, 'call_id') ?? idAt(item, 'id'), asText(output), { isError })],
    }),
  ]
}
