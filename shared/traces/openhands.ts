import { buildTrace } from './build-trace.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, type SourceRecord, spanOf } from './importer.ts'
import { at, booleanAt, idAt, isObject, type Json, listAt, member, objectAt, stringAt } from './json/json.ts'
import type { Anchor, Outcome, Step } from './model.ts'
import { eventStep, isEvent } from './openhands/event.ts'
import { isSdkEvent, sdkStep } from './openhands/sdk-event.ts'

/** Runs of OpenHands: event lists, evaluation and resolver output (`history`), and the events of SDK v1. */
export const openHands: Importer = { format: 'openhands', name: 'OpenHands events', detect, read }

function detect(sample: Sample): Detection {
  const values = sample.records.map((record) => record.value)
  const share = (test: (value: Json) => boolean): number => values.filter(test).length / values.length
  if (values.some(isSdkEvent)) return { score: share(isSdkEvent), why: 'events with a kind', formatVersion: 'sdk-v1' }
  if (values.some((value) => eventsOf(value).length > 0))
    return { score: share((value) => eventsOf(value).length > 0), why: 'a history of actions and observations', formatVersion: 'output' }
  if (values.some(isEvent)) return { score: 0.95 * share(isEvent), why: 'actions and observations', formatVersion: 'events' }
  return NOT_MINE
}

function eventsOf(value: Json): Json[] {
  for (const key of ['history', 'trajectory', 'events']) {
    // Old evaluation output pairs each action with its observation.
    const events = listAt(value, key).flatMap((one) => (Array.isArray(one) ? one : [one]))
    if (events.some(isEvent) || events.some(isSdkEvent)) return events
  }
  return []
}

function* read(source: Source): Iterable<Imported> {
  const open: SourceRecord[] = []
  for (const record of source.records) {
    const events = eventsOf(record.value)
    if (events.length > 0)
      yield toTrace(
        record.value,
        events.map((value) => ({ value, anchor: record.anchor })),
        record.anchor,
      )
    else if (isEvent(record.value) || isSdkEvent(record.value) || open.length > 0) open.push(record)
    else yield { kind: 'refused', reason: 'The record holds no events.', line: record.line, anchor: record.anchor }
  }
  const first = open[0]
  const last = open.at(-1)
  if (first !== undefined && last !== undefined) yield toTrace(null, open, spanOf(first.anchor, last.anchor))
}

function toTrace(record: Json, events: readonly { value: Json; anchor: Anchor }[], anchor: Anchor): Imported {
  const steps: Step[] = []
  for (const { value, anchor: place } of events) {
    if (!isObject(value)) continue
    const step = isSdkEvent(value) ? sdkStep(value, place) : eventStep(value, place, steps)
    if (step !== null) steps.push(step)
  }
  const id = idAt(record, 'instance_id') ?? idAt(at(record, 'issue'), 'number')
  const model = stringAt(at(record, 'metadata', 'llm_config'), 'model')
  const trace = buildTrace({
    format: 'openhands',
    framework: 'OpenHands',
    nativeIds: id === null ? [] : [id],
    ...(model === null ? {} : { model }),
    task: stringAt(record, 'instruction') ?? firstWords(steps),
    steps,
    outcome: outcomeOf(record),
  })
  return { kind: 'trace', trace, warnings: [], anchor }
}

function outcomeOf(record: Json): Outcome | null {
  const resolved =
    booleanAt(objectAt(record, 'report') ?? undefined, 'resolved') ?? booleanAt(member(record, 'test_result') ?? undefined, 'resolved')
  if (resolved !== null) return { success: resolved, rule: 'The evaluation says `resolved`.', scores: {} }
  const success = booleanAt(record, 'success')
  return success === null ? null : { success, rule: 'The resolver says `success`.', scores: {} }
}
