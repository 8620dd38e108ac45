import * as z from 'zod/mini'
import { RoundId, SeatId, TraceId, UserId } from '../ids.ts'

/**
 * `labelling`: a seat in hand and a sign of life in the last five minutes; `idle`: here, and none for a while; `stuck`: a seat in hand
 * and no sign of life for half an hour; `offline`: a seat in hand, and no connection; `away`: neither.
 */
export const WorkState = z.enum(['labelling', 'idle', 'stuck', 'offline', 'away'])
export type WorkState = z.infer<typeof WorkState>

export const AnnotatorProgress = z.strictObject({
  userId: UserId,
  name: z.string(),
  /** A live connection is open now. */
  isHere: z.boolean(),
  state: WorkState,
  /** Submits of the last hour. */
  perHour: z.int(),
  /** Time spent in this round, as the gaps between submits show it, each counted up to five minutes. */
  activeMinutes: z.int(),
  /** The same for the last 24 hours: a day that needs no time zone. */
  activeDayMinutes: z.int(),
  /** The last key or submit that the server heard of, or null. */
  lastActiveAt: z.nullable(z.string()),
  /** The seat in hand, or null. */
  seat: z.nullable(
    z.strictObject({
      id: SeatId,
      /** Which lease this is; an act on the seat names it, so that it meets nobody else's. */
      epoch: z.int(),
      traceId: TraceId,
      traceTitle: z.string(),
      submitted: z.int(),
      segments: z.int(),
      later: z.int(),
      expiresAt: z.nullable(z.string()),
    }),
  ),
  tracesDone: z.int(),
  segmentsSubmitted: z.int(),
  lastSubmitAt: z.nullable(z.string()),
})
export type AnnotatorProgress = z.infer<typeof AnnotatorProgress>

/** Labels that arrived after their seat had passed on, and that no lead has decided about. One per (seat, annotator). */
export const LateLabels = z.strictObject({
  seatId: SeatId,
  /** The last lease of this annotator on the seat; a verdict names it. */
  epoch: z.int(),
  annotatorId: UserId,
  name: z.string(),
  traceId: TraceId,
  traceTitle: z.string(),
  /** Segments that came late. */
  late: z.int(),
  /** All segments this annotator submitted in the seat, also in time: what a verdict is about. */
  segments: z.int(),
  lastAt: z.string(),
})
export type LateLabels = z.infer<typeof LateLabels>

/** Where a round stands. `seats` by state; the sums always equal the number of seats. */
export const RoundProgress = z.strictObject({
  roundId: RoundId,
  state: z.enum(['open', 'closed']),
  revealedAt: z.nullable(z.string()),
  seats: z.strictObject({ total: z.int(), free: z.int(), leased: z.int(), submitted: z.int() }),
  segments: z.strictObject({ total: z.int(), submitted: z.int() }),
  /** `open` cells wait for a decision: votes differ, a vote that takes no side is left over, or a lead has reopened it. */
  cells: z.strictObject({ open: z.int(), settled: z.int() }),
  traces: z.array(
    z.strictObject({
      id: TraceId,
      title: z.string(),
      segments: z.int(),
      seats: z.array(
        z.strictObject({
          id: SeatId,
          epoch: z.int(),
          slot: z.int(),
          pass: z.int(),
          state: z.enum(['free', 'leased', 'submitted']),
          annotatorId: z.nullable(UserId),
          submitted: z.int(),
          submittedAt: z.nullable(z.string()),
          /** Its annotator could see a peer's labels from then on: what they change later is kept apart. */
          isExposed: z.boolean(),
        }),
      ),
    }),
  ),
  late: z.array(LateLabels),
  annotators: z.array(AnnotatorProgress),
})
export type RoundProgress = z.infer<typeof RoundProgress>
