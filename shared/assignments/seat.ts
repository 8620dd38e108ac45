import * as z from 'zod/mini'
import { RoundId, SeatId, TraceId, UserId } from '../ids.ts'

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
  slot: z.int(),
  /** 1, or 2 for a hidden repeat that measures self-agreement. */
  pass: z.int(),
  annotatorId: UserId,
  state: SeatState,
  /** Fencing token: grows each time the seat changes hands. */
  epoch: z.int(),
  expiresAt: z.nullable(z.string()),
  segments: z.int(),
  taskCompleted: z.nullable(z.boolean()),
})
export type SeatView = z.infer<typeof SeatView>

/** When an annotator may see what others said of the same trace. */
export const BlindPolicy = z.enum(['until_submit', 'until_reveal'])
export type BlindPolicy = z.infer<typeof BlindPolicy>

export const RoundPolicy = z.strictObject({
  blind: BlindPolicy,
  kind: z.enum(['normal', 'training', 'discussion']),
  /** Most seats one annotator may hold or finish in the round, or null. */
  quota: z.nullable(z.int().check(z.positive())),
})
export type RoundPolicy = z.infer<typeof RoundPolicy>
