/** What happened, as it stands in a project's log. Past tense; the same on the wire, in the store and in the fuzz tests. */
import * as z from 'zod/mini'
import { DecisionView } from '../adjudication/decision.ts'
import { SeatView } from '../assignments/seat.ts'
import { MutationId, RoundId, SeatId, SegmentId, TraceId, UserId } from '../ids.ts'
import { SegmentLabels } from '../labels/label.ts'

/** The current labels of a (seat, segment). `later` marks a segment put off; it carries no labels then. */
export const SegmentRecord = z.strictObject({
  seatId: SeatId,
  roundId: RoundId,
  traceId: TraceId,
  segmentId: SegmentId,
  annotatorId: UserId,
  state: z.enum(['submitted', 'later']),
  labels: z.nullable(SegmentLabels),
  revision: z.int(),
  at: z.string(),
  /** Arrived after the seat had lapsed: kept, and out of agreement until a lead decides. */
  late: z.boolean(),
  /** Written when its author could see a peer's labels: kept, and no reliability data. */
  exposed: z.boolean(),
})
export type SegmentRecord = z.infer<typeof SegmentRecord>

const caused = { mutationId: z.nullable(MutationId) }

export const SeatLeased = z.strictObject({ type: z.literal('seat.leased'), ...caused, seat: SeatView })
export const SeatReleased = z.strictObject({
  type: z.literal('seat.released'),
  ...caused,
  seatId: SeatId,
  roundId: RoundId,
  annotatorId: UserId,
  reason: z.enum(['skipped', 'lapsed', 'handed_back']),
})
export const SegmentSubmitted = z.strictObject({ type: z.literal('segment.submitted'), ...caused, record: SegmentRecord })
export const SegmentDeferred = z.strictObject({ type: z.literal('segment.deferred'), ...caused, record: SegmentRecord })
export const TraceSubmitted = z.strictObject({ type: z.literal('trace.submitted'), ...caused, seat: SeatView })
export const CellSettled = z.strictObject({ type: z.literal('cell.settled'), ...caused, decision: DecisionView })
export const CellReopened = z.strictObject({ type: z.literal('cell.reopened'), ...caused, decision: DecisionView })
export const RoundOpened = z.strictObject({ type: z.literal('round.opened'), ...caused, roundId: RoundId, name: z.string() })
export const TraceReopened = z.strictObject({ type: z.literal('trace.reopened'), ...caused, seat: SeatView })
export const LateDecided = z.strictObject({
  type: z.literal('late.decided'),
  ...caused,
  seatId: SeatId,
  roundId: RoundId,
  annotatorId: UserId,
  verdict: z.enum(['accepted', 'refused']),
})
export const RoundRevealed = z.strictObject({ type: z.literal('round.revealed'), ...caused, roundId: RoundId })
export const RoundWidened = z.strictObject({ type: z.literal('round.widened'), ...caused, roundId: RoundId, overlap: z.int() })
export const RoundClosed = z.strictObject({ type: z.literal('round.closed'), ...caused, roundId: RoundId })
export const TracesImported = z.strictObject({ type: z.literal('traces.imported'), ...caused, count: z.int() })

export const LiveEvent = z.discriminatedUnion('type', [
  SeatLeased,
  SeatReleased,
  SegmentSubmitted,
  SegmentDeferred,
  TraceSubmitted,
  CellSettled,
  CellReopened,
  TraceReopened,
  LateDecided,
  RoundOpened,
  RoundRevealed,
  RoundWidened,
  RoundClosed,
  TracesImported,
])
export type LiveEvent = z.infer<typeof LiveEvent>
