import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source } from './importer.ts'
import { stringAt } from './json/json.ts'
import { Trace } from './model.ts'

const SCHEMA = 'touchstone.trace/1'

/** Our own trace files: one object, a list, or one object by line. */
export const touchstone: Importer = { format: 'touchstone', name: 'Touchstone trace', detect, read }

function detect(sample: Sample): Detection {
  const own = sample.records.filter((record) => stringAt(record.value, 'schema') === SCHEMA).length
  if (own === 0) return NOT_MINE
  return { score: own / sample.records.length, why: `schema is ${SCHEMA}`, formatVersion: '1' }
}

function* read(source: Source): Iterable<Imported> {
  for (const { value, anchor, line } of source.records) {
    const parsed = Trace.safeParse(value)
    const misplaced = parsed.data?.steps.findIndex((step, index) => step.index !== index) ?? -1
    if (!parsed.success) {
      const issue = parsed.error.issues[0]
      yield {
        kind: 'refused',
        reason: `The trace does not fit ${SCHEMA} at ${issue?.path.join('.') || 'its top'}: ${issue?.message}.`,
        line,
        anchor,
      }
    } else if (misplaced >= 0) {
      yield { kind: 'refused', reason: `Step ${misplaced} carries another index; steps are numbered from 0 without a gap.`, line, anchor }
    } else {
      // Anchors lead into the file at hand, not into the one the trace was first read from.
      const steps = parsed.data.steps.map((step) => ({ ...step, anchors: [anchor] }))
      yield { kind: 'trace', trace: { ...parsed.data, steps }, warnings: [], anchor }
    }
  }
}
