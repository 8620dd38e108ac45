/** The table of contents of what a client may say on the websocket. Anything else is answered with a `problem`. */
import * as z from 'zod/mini'
import { ClientId, Cursor, MutationId, ProjectId, SeatId } from '../ids.ts'
import { Mutation } from './mutations.ts'

/** Largest message a client may send, in bytes. */
export const MAX_UP_BYTES = 64 * 1024

export const Hello = z.strictObject({
  type: z.literal('hello'),
  protocolVersion: z.int(),
  clientId: ClientId,
  project: ProjectId,
  /** Where the client stopped reading, or null to start from a snapshot. */
  cursor: z.nullable(Cursor),
})
export const Mutate = z.strictObject({ type: z.literal('mutate'), mutationId: MutationId, mutation: Mutation })
/** Ten years: no page was left alone for longer, and the moment it names is still a date. */
const MAX_IDLE_SECONDS = 10 * 366 * 24 * 60 * 60

/** Sent every 25 s; keeps the named seat's lease alive. `idleSeconds`: since the person last pressed a key or moved, for the lead's board. */
export const Ping = z.strictObject({
  type: z.literal('ping'),
  n: z.int(),
  seatId: z.nullable(SeatId),
  idleSeconds: z.optional(z.int().check(z.nonnegative(), z.lte(MAX_IDLE_SECONDS))),
})

export const UpMessage = z.discriminatedUnion('type', [Hello, Mutate, Ping])
export type UpMessage = z.infer<typeof UpMessage>
export type Hello = z.infer<typeof Hello>
