import { isObject, listAt, numberAt, stringAt } from '../json/json.ts'
import type { PriorLabels, Trace } from '../model.ts'
import { type Joiner, withOutcome } from './join.ts'

/** What TRAIL's annotators found in a trace: errors by category and span, and scores. */
export const trailAnnotations: Joiner = {
  format: 'trail-annotations',
  sees: (value) =>
    Array.isArray(isObject(value) ? value['errors'] : null) &&
    (listAt(value, 'errors').some((error) => stringAt(error, 'category') !== null) || listAt(value, 'scores').length > 0),
  joins: ({ file, value }) => {
    // The data set names the file after the trace, and does not always repeat the id in it.
    const id = stringAt(value, 'trace_id') ?? /([0-9a-f]{32})/.exec(file)?.[1] ?? null
    const labels = labelsOf(listAt(value, 'errors'))
    const scores: Record<string, number> = {}
    for (const entry of listAt(value, 'scores').filter(isObject)) {
      for (const key of Object.keys(entry)) {
        const score = numberAt(entry, key)
        if (score !== null) scores[key] = score
      }
    }
    const add = (trace: Trace): Trace => ({
      ...(Object.keys(scores).length === 0 ? trace : withOutcome(trace, { success: null, rule: null, scores })),
      priorLabels: [...trace.priorLabels, labels],
    })
    return id === null ? [] : [{ matches: (trace) => trace.nativeIds.includes(id), add }]
  },
  alone: 'These are TRAIL annotations, not a trace. Import them together with the trace they are of.',
}

function labelsOf(errors: readonly unknown[]): PriorLabels {
  const found = errors.flatMap((error) => (isObject(error as never) ? [error as never] : []))
  const categories = [...new Set(found.flatMap((error) => stringAt(error, 'category')?.trim() ?? []))]
  const notes = found.map((error) =>
    ['category', 'location', 'impact', 'description', 'evidence'].flatMap((key) => stringAt(error, key) ?? []).join(' | '),
  )
  return {
    source: 'human',
    rater: 'TRAIL annotators',
    taxonomy: 'TRAIL',
    values: categories.map((mode) => ({ mode, value: true })),
    note: notes.length === 0 ? null : notes.join('\n'),
  }
}
