/** What a client asks for. Imperative; each is answered by exactly one `mutation.accepted` or `mutation.rejected`. */
import * as z from 'zod/mini'
import { DecisionValue, ReasonCode } from '../adjudication/decision.ts'
import { CodebookId, ModeId, RoundId, SeatId, SegmentId } from '../ids.ts'
import { SegmentLabels } from '../labels/label.ts'

const seat = { seatId: SeatId, epoch: z.int() }

/** Records the annotator's whole vector for a segment, or a correction of it while the trace is not submitted. */
export const SegmentSubmit = z.strictObject({
  type: z.literal('segment.submit'),
  ...seat,
  segmentId: SegmentId,
  codebook: z.strictObject({ id: CodebookId, version: z.string() }),
  /** The revision the annotator was looking at; 0 = none yet. */
  baseRevision: z.int().check(z.nonnegative()),
  labels: SegmentLabels,
})

/** "Later": the segment stays mine and unanswered. */
export const SegmentDefer = z.strictObject({ type: z.literal('segment.defer'), ...seat, segmentId: SegmentId })

/** Finishes the seat; only when every segment is submitted. */
export const TraceSubmit = z.strictObject({ type: z.literal('trace.submit'), ...seat, taskCompleted: z.nullable(z.boolean()) })

/** Hands the seat back; the trace is not offered to this annotator again in this round. */
export const SeatSkip = z.strictObject({ type: z.literal('seat.skip'), ...seat, note: z.string().check(z.maxLength(4_000)) })

const cell = { roundId: RoundId, segmentId: SegmentId, mode: ModeId, baseRevision: z.int().check(z.nonnegative()) }

/** A lead decides one (segment, mode) cell. */
export const CellSettle = z.strictObject({
  type: z.literal('cell.settle'),
  ...cell,
  value: DecisionValue,
  reason: ReasonCode,
  note: z.string().check(z.maxLength(4_000)),
})

/** A lead takes a decision back; it stays in the history. */
export const CellReopen = z.strictObject({ type: z.literal('cell.reopen'), ...cell, note: z.string().check(z.maxLength(4_000)) })

export const Mutation = z.discriminatedUnion('type', [SegmentSubmit, SegmentDefer, TraceSubmit, SeatSkip, CellSettle, CellReopen])
export type Mutation = z.infer<typeof Mutation>
export type SegmentSubmit = z.infer<typeof SegmentSubmit>
export type SegmentDefer = z.infer<typeof SegmentDefer>
export type TraceSubmit = z.infer<typeof TraceSubmit>
export type SeatSkip = z.infer<typeof SeatSkip>
export type CellSettle = z.infer<typeof CellSettle>
export type CellReopen = z.infer<typeof CellReopen>
