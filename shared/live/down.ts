/** The table of contents of what the server may say on the websocket. */
import * as z from 'zod/mini'
import { Role } from '../accounts/role.ts'
import { AgreementSummary } from '../agreement/summary.ts'
import { RoundProgress } from '../assignments/progress.ts'
import { SeatView } from '../assignments/seat.ts'
import { Cursor, MutationId, RoundId, UserId } from '../ids.ts'
import { LiveEvent, SegmentRecord } from './events.ts'

/** All that the viewer may see at one moment: own seats in hand, and what was recorded in them. */
export const Snapshot = z.strictObject({ seats: z.array(SeatView), records: z.array(SegmentRecord) })
export type Snapshot = z.infer<typeof Snapshot>

export const Welcome = z.strictObject({
  type: z.literal('welcome'),
  protocolVersion: z.int(),
  viewer: z.strictObject({ userId: UserId, name: z.string(), role: Role }),
  cursor: Cursor,
  state: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('snapshot'), snapshot: Snapshot }),
    /** What the viewer missed since the cursor of the hello. */
    z.strictObject({ kind: z.literal('delta'), events: z.array(LiveEvent) }),
  ]),
})
/** `from` is the cursor the client must hold; if it holds another, it says hello again. */
export const Events = z.strictObject({ type: z.literal('events'), from: Cursor, to: Cursor, events: z.array(LiveEvent) })
export const MutationAccepted = z.strictObject({ type: z.literal('mutation.accepted'), mutationId: MutationId, at: z.string() })
/** `current` is what the server holds where that helps to choose (a conflicting record or decision). */
export const MutationRejected = z.strictObject({
  type: z.literal('mutation.rejected'),
  mutationId: MutationId,
  code: z.string(),
  message: z.string(),
  /** True: the same mutation may be sent again later. False: sending it again is of no use. */
  retry: z.boolean(),
  current: z.nullable(z.unknown()),
})
/** For leads only: fresh figures of a round. */
export const AgreementUpdated = z.strictObject({ type: z.literal('agreement.updated'), roundId: RoundId, agreement: AgreementSummary })
export const ProgressUpdated = z.strictObject({ type: z.literal('progress.updated'), roundId: RoundId, progress: RoundProgress })
export const Pong = z.strictObject({ type: z.literal('pong'), n: z.int() })
/** The server dropped what it would have sent; say hello again with no cursor. */
export const Reset = z.strictObject({ type: z.literal('reset'), reason: z.string() })
/** A message that could not be read or allowed; nothing was changed. */
export const Problem = z.strictObject({ type: z.literal('problem'), code: z.string(), message: z.string() })

export const DownMessage = z.discriminatedUnion('type', [
  Welcome,
  Events,
  MutationAccepted,
  MutationRejected,
  AgreementUpdated,
  ProgressUpdated,
  Pong,
  Reset,
  Problem,
])
export type DownMessage = z.infer<typeof DownMessage>
export type Welcome = z.infer<typeof Welcome>
export type Events = z.infer<typeof Events>
export type MutationRejected = z.infer<typeof MutationRejected>
