import type { Kysely } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../accounts/index.ts'
import { getRound, type Round, type SeatRow, seatRows } from './queries.ts'

export type OwnSeat = {
  readonly seat: SeatRow
  readonly round: Round
  /** The seat has passed to somebody else since: what arrives now is kept, and flagged. */
  readonly isLate: boolean
  /** When this actor could first see a peer's labels of the trace, or null. */
  readonly exposedAt: string | null
}

/**
 * The seat, if this actor holds it or held it at the given epoch. One answer for a seat that is not there and one that is
 * somebody else's. Expiry alone does not make a submit late: nobody else has the seat, so the write keeps it.
 */
export async function getOwnSeat(db: Kysely<Database>, actor: Actor, claim: { seatId: string; epoch: number }): Promise<OwnSeat> {
  const seat = await seatRows(db).where('seat.id', '=', claim.seatId).where('trace.project_id', '=', actor.projectId).executeTakeFirst()
  const isHolder = seat?.annotator_id === actor.userId && seat.epoch === claim.epoch
  const lease = isHolder ? undefined : await findLease(db, actor, claim)
  if (!seat || !(isHolder || lease)) {
    throw new AppError('seat_not_yours', 'This seat is not yours. Nothing was recorded; ask for work to get a seat of your own.')
  }
  return {
    seat,
    round: await getRound(db, actor.projectId, seat.round_id),
    isLate: !isHolder,
    exposedAt: lease ? lease.exposed_at : seat.exposed_at,
  }
}

/** How this actor held the seat before, if they did. */
async function findLease(db: Kysely<Database>, actor: Actor, claim: { seatId: string; epoch: number }) {
  return db
    .selectFrom('seat_lease')
    .select('exposed_at')
    .where('seat_id', '=', claim.seatId)
    .where('epoch', '=', claim.epoch)
    .where('annotator_id', '=', actor.userId)
    .executeTakeFirst()
}

/** Whether the seat asks for this segment; which trace it belongs to is checked where it is read. */
export function asksFor({ seat }: OwnSeat, segmentId: string): boolean {
  const chosen: string[] | null = seat.segment_ids === null ? null : JSON.parse(seat.segment_ids)
  return chosen === null || chosen.includes(segmentId)
}

/** Refuses writing into a finished seat or a closed round. */
export function assertOpen(own: OwnSeat): void {
  if (own.round.state !== 'open')
    throw new AppError('round_closed', 'This round is closed. Nothing was recorded; ask a lead to open it again.')
  if (!own.isLate && own.seat.state === 'submitted') {
    throw new AppError('seat_closed', 'You have submitted this trace. Nothing was changed; ask a lead to reopen it.')
  }
}
