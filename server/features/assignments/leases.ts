import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'

export type EndedLease = { readonly seatId: string; readonly annotatorId: string; readonly epoch: number }

/** Leases that lapsed or were handed back and that no lead has given a verdict on: per (seat, annotator) the last one. */
export async function listUndecidedLeases(db: Kysely<Database>, roundId: string): Promise<EndedLease[]> {
  const rows = await db
    .selectFrom('seat_lease')
    .innerJoin('seat', 'seat.id', 'seat_lease.seat_id')
    .select((eb) => ['seat_lease.seat_id', 'seat_lease.annotator_id', eb.fn.max('seat_lease.epoch').as('epoch')])
    .where('seat.round_id', '=', roundId)
    .where('seat_lease.end_reason', 'in', ['lapsed', 'handed_back'])
    .groupBy(['seat_lease.seat_id', 'seat_lease.annotator_id'])
    // A verdict is about all that this annotator left in the seat, however often they held it.
    .having((eb) => eb(eb.fn.max('seat_lease.late_verdict'), 'is', null))
    .execute()
  return rows.map((row) => ({ seatId: row.seat_id, annotatorId: row.annotator_id, epoch: row.epoch }))
}
