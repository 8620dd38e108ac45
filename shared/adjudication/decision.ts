import * as z from 'zod/mini'
import { ModeId, RoundId, SegmentId, TraceId, UserId } from '../ids.ts'

export const DecisionValue = z.enum(['present', 'absent', 'not_assessable'])
export type DecisionValue = z.infer<typeof DecisionValue>

/** Why the votes differed; required, so that disagreements teach something about the guideline. */
export const ReasonCode = z.enum(['slip', 'guideline_gap', 'ambiguous', 'missing_evidence', 'other'])
export type ReasonCode = z.infer<typeof ReasonCode>

/** `reopened` keeps its place in the history: nothing is overwritten. */
export const DecisionView = z.strictObject({
  roundId: RoundId,
  traceId: TraceId,
  segmentId: SegmentId,
  mode: ModeId,
  state: z.enum(['settled', 'reopened']),
  value: z.nullable(DecisionValue),
  reason: z.nullable(ReasonCode),
  note: z.string(),
  by: UserId,
  at: z.string(),
  judgeSeen: z.boolean(),
  /** Grows with each decision on the cell; a settle names the one it was made on. */
  revision: z.int(),
})
export type DecisionView = z.infer<typeof DecisionView>
