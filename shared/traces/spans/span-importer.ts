import { buildTrace } from '../build-trace.ts'
import { firstWords } from '../first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source, spanOf } from '../importer.ts'
import { type Json, listAt, numberAt, objectAt, stringAt } from '../json/json.ts'
import type { Anchor, Outcome } from '../model.ts'
import type { Span } from './span.ts'
import { weaveSpans } from './weave.ts'

/** An importer for a format of spans: what it is called, and how the spans are found in a record. */
export function spanImporter(format: string, name: string, why: string, spansOf: (value: Json, anchor: Anchor) => Span[]): Importer {
  const nowhere: Anchor = { start: 0, end: 0 }
  const detect = (sample: Sample): Detection => {
    const hits = sample.records.filter((record) => spansOf(record.value, nowhere).length > 0).length
    return hits === 0 ? NOT_MINE : { score: 0.95 * (hits / sample.records.length), why, formatVersion: null }
  }
  return { format, name, detect, read: (source) => readSpans(format, source, spansOf) }
}

/** A trace may be spread over records, and a record may hold several: spans are gathered by trace id. */
function* readSpans(format: string, source: Source, spansOf: (value: Json, anchor: Anchor) => Span[]): Generator<Imported> {
  const traces = new Map<string, { spans: Span[]; anchor: Anchor; line: number; outcome: Outcome | null }>()
  for (const { value, anchor, line } of source.records) {
    for (const span of spansOf(value, anchor)) {
      const trace = traces.get(span.trace)
      if (trace === undefined) traces.set(span.trace, { spans: [span], anchor, line, outcome: scoresOf(value) })
      else {
        trace.spans.push(span)
        trace.anchor = spanOf(trace.anchor, anchor)
      }
    }
  }
  for (const [id, { spans, anchor, line, outcome }] of traces) {
    const steps = weaveSpans(spans)
    if (steps.length === 0) {
      yield {
        kind: 'refused',
        reason: 'The spans hold no messages and no tool results: content was not recorded, or they are not those of a model.',
        line,
        anchor,
      }
      continue
    }
    yield {
      kind: 'trace',
      trace: buildTrace({ format, nativeIds: id === '' ? [] : [id], task: firstWords(steps), steps, outcome }),
      warnings: [],
      anchor,
    }
  }
}

/** The scores that a person or judge gave the trace. */
function scoresOf(value: Json): Outcome | null {
  const scores = listAt(objectAt(value, 'trace') ?? value, 'scores').flatMap((score): [string, number][] => {
    const number = numberAt(score, 'value')
    return number === null ? [] : [[stringAt(score, 'name') ?? 'score', number]]
  })
  return scores.length === 0 ? null : { success: null, rule: null, scores: Object.fromEntries(scores) }
}
