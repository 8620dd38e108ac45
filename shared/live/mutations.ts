/** What a client asks for. Imperative; each is answered by exactly one `mutation.accepted` or `mutation.rejected`. */
import * as z from 'zod/mini'
import { DecisionValue, ReasonCode } from '../adjudication/decision.ts'
import { CodebookId, ModeId, RoundId, SeatId, SegmentId } from '../ids.ts'
import { SegmentLabels } from '../labels/label.ts'
import { Note } from '../labels/note.ts'

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
export const SeatSkip = z.strictObject({ type: z.literal('seat.skip'), ...seat, note: Note })

const cell = { roundId: RoundId, segmentId: SegmentId, mode: ModeId, baseRevision: z.int().check(z.nonnegative()) }

/** A lead decides one (segment, mode) cell. */
export const CellSettle = z.strictObject({
  type: z.literal('cell.settle'),
  ...cell,
  value: DecisionValue,
  reason: ReasonCode,
  note: Note,
})

/** A lead takes a decision back; it stays in the history. */
export const CellReopen = z.strictObject({ type: z.literal('cell.reopen'), ...cell, note: Note })

const lead = { note: Note }

/** A lead takes a seat from its holder; what was labelled there is kept. */
export const SeatHandBack = z.strictObject({ type: z.literal('seat.hand_back'), ...seat, ...lead })

/** A lead gives a submitted trace back to its annotator. What they change from now on is no reliability data if they could see a peer's labels. */
export const TraceReopen = z.strictObject({ type: z.literal('trace.reopen'), ...seat, ...lead })

/** A lead decides about labels that arrived after their seat had passed to somebody else. */
export const LateDecide = z.strictObject({ type: z.literal('late.decide'), ...seat, verdict: z.enum(['accepted', 'refused']) })

const round = { roundId: RoundId }

/** No more seats are given out and nothing more is submitted. */
export const RoundClose = z.strictObject({ type: z.literal('round.close'), ...round })

/** Annotators may see each other's labels from now on. Cannot be taken back. */
export const RoundReveal = z.strictObject({ type: z.literal('round.reveal'), ...round })

/** More annotators per trace; finished traces open again for them. */
export const RoundWiden = z.strictObject({ type: z.literal('round.widen'), ...round, overlap: z.int().check(z.gte(2), z.lte(20)) })

export const Mutation = z.discriminatedUnion('type', [
  SegmentSubmit,
  SegmentDefer,
  TraceSubmit,
  SeatSkip,
  CellSettle,
  CellReopen,
  SeatHandBack,
  TraceReopen,
  LateDecide,
  RoundClose,
  RoundReveal,
  RoundWiden,
])
export type Mutation = z.infer<typeof Mutation>
export type SegmentSubmit = z.infer<typeof SegmentSubmit>
export type SegmentDefer = z.infer<typeof SegmentDefer>
export type TraceSubmit = z.infer<typeof TraceSubmit>
export type SeatSkip = z.infer<typeof SeatSkip>
export type CellSettle = z.infer<typeof CellSettle>
export type CellReopen = z.infer<typeof CellReopen>
export type SeatHandBack = z.infer<typeof SeatHandBack>
export type TraceReopen = z.infer<typeof TraceReopen>
export type LateDecide = z.infer<typeof LateDecide>
export type RoundWiden = z.infer<typeof RoundWiden>
