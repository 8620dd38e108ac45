import * as z from 'zod/mini'
import { ModeId } from '../ids.ts'
import { Note } from './note.ts'

/** One annotator's answer for one segment and mode. Unsure and not applicable are neither present nor absent. */
export const LabelValue = z.enum(['present', 'absent', 'unsure', 'not_applicable'])
export type LabelValue = z.infer<typeof LabelValue>

/** A value for every mode of the codebook: a submitted segment has no gaps. */
export const LabelVector = z.record(ModeId, LabelValue)
export type LabelVector = z.infer<typeof LabelVector>

/** A quote that carries a mode: half-open code-point offsets into the segment's text, which must read exactly `quote`. */
export const Evidence = z.strictObject({
  mode: ModeId,
  start: z.int().check(z.nonnegative()),
  end: z.int().check(z.positive()),
  quote: z.string().check(z.minLength(1), z.maxLength(20_000)),
})
export type Evidence = z.infer<typeof Evidence>

/** Everything an annotator records when submitting a segment. */
export const SegmentLabels = z.strictObject({
  values: LabelVector,
  evidence: z.array(Evidence).check(z.maxLength(200)),
  /** Free text per mode; kept beside the vote, never part of the value. */
  notes: z.record(ModeId, Note),
  /** This is the step where the run was lost. */
  decisive: z.boolean(),
  /** Set by "rest of the trace: nothing", so that agreement can leave it out. */
  bulk: z.boolean(),
})
export type SegmentLabels = z.infer<typeof SegmentLabels>
