import * as z from 'zod/mini'
import { RoundId, SeatId, SegmentId, TraceId, UserId } from '../ids.ts'

/**
 * `free` waits for an annotator; `leased` is held until `expiresAt`; `submitted` is finished; `skipped` is what an annotator
 * handed back and is not offered to them again (the slot itself opens anew as another row).
 */
export const SeatState = z.enum(['free', 'leased', 'submitted', 'skipped'])
export type SeatState = z.infer<typeof SeatState>

export const SeatView = z.strictObject({
  id: SeatId,
  roundId: RoundId,
  traceId: TraceId,
  traceTitle: z.string(),
  annotatorId: UserId,
  state: SeatState,
  /** Fencing token: grows each time the seat changes hands. */
  epoch: z.int(),
  expiresAt: z.nullable(z.string()),
  /** How many segments the seat asks for. */
  segments: z.int(),
  /** Which of the trace's segments they are; null = all of them. */
  segmentIds: z.nullable(z.array(SegmentId)),
  taskCompleted: z.nullable(z.boolean()),
  /** When the trace was submitted, also while it is open again because a lead gave it back. */
  submittedAt: z.nullable(z.string()),
})
export type SeatView = z.infer<typeof SeatView>

/** When an annotator may see what others said of the same trace. */
export const BlindPolicy = z.enum(['until_submit', 'until_reveal'])
export type BlindPolicy = z.infer<typeof BlindPolicy>

export const RoundPolicy = z.strictObject({
  blind: BlindPolicy,
  kind: z.enum(['normal', 'training', 'discussion']),
  /** Most traces one annotator may hold or finish in the round, or null. */
  quota: z.nullable(z.int().check(z.positive())),
  /** In which order traces are offered: as they stand in the round, or differently to each annotator. */
  order: z._default(z.enum(['given', 'shuffled']), 'given'),
  /** Share of the traces that each annotator gets a second time without being told, to measure self-agreement. */
  repeats: z._default(z.number().check(z.gte(0), z.lte(1)), 0),
})
export type RoundPolicy = z.infer<typeof RoundPolicy>
