import type { Kysely } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../accounts/index.ts'
import { listRoundsById, type Round, type SeatRow, seatRows } from './queries.ts'

export type OwnSeat = {
  readonly seat: SeatRow
  readonly round: Round
  /** The seat has passed to somebody else since: what arrives now is kept, and flagged. */
  readonly isLate: boolean
  /** When this actor could first see a peer's labels of the trace, or null. */
  readonly exposedAt: string | null
}

type SeatClaim = { readonly seatId: string; readonly epoch: number }

export type OwnSeats = {
  /**
   * The seat, if this actor holds it or held it at the given epoch. One answer for a seat that is not there and one that is
   * somebody else's. Expiry alone does not make a submit late: nobody else has the seat, so the write keeps it.
   */
  readonly get: (actor: Actor, claim: SeatClaim) => Promise<OwnSeat>
}

/** Reads seats and their rounds at once, to be asked for by whoever claims to hold them. */
export async function listOwnSeats(db: Kysely<Database>, seatIds: readonly string[]): Promise<OwnSeats> {
  const rows = await seatRows(db)
    .select('trace.project_id')
    .where('seat.id', 'in', [...new Set(seatIds)])
    .execute()
  const seats = new Map(rows.map((row) => [row.id, row]))
  const rounds = await listRoundsById(db, [...new Set(rows.map((row) => row.round_id))])
  return {
    async get(actor, claim) {
      const seat = seats.get(claim.seatId)
      const round = seat && rounds.get(seat.round_id)
      if (!seat || !round || seat.project_id !== actor.projectId) throw notYours()
      if (seat.annotator_id === actor.userId && seat.epoch === claim.epoch)
        return { seat, round, isLate: false, exposedAt: seat.exposed_at }
      const lease = await findLease(db, actor, claim)
      if (!lease) throw notYours()
      return { seat, round, isLate: true, exposedAt: lease.exposed_at }
    },
  }
}

function notYours(): AppError {
  return new AppError('seat_not_yours', 'This seat is not yours. Nothing was recorded; ask for work to get a seat of your own.')
}

export async function getOwnSeat(db: Kysely<Database>, actor: Actor, claim: SeatClaim): Promise<OwnSeat> {
  return (await listOwnSeats(db, [claim.seatId])).get(actor, claim)
}

/** How this actor held the seat before, if they did. */
async function findLease(db: Kysely<Database>, actor: Actor, claim: SeatClaim) {
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
