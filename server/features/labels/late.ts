import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'

export type LateCount = {
  readonly seatId: string
  readonly annotatorId: string
  readonly traceId: string
  /** Segments that came late, and all that this annotator submitted in the seat. */
  readonly late: number
  readonly segments: number
  readonly lastAt: string
}

/** Labels that arrived after their author's seat had passed on, counted per seat and author. */
export async function countLate(db: Kysely<Database>, roundId: string): Promise<LateCount[]> {
  const rows = await db
    .selectFrom('label')
    .select((eb) => [
      'seat_id',
      'annotator_id',
      'trace_id',
      eb.fn.sum<number | string>('is_late').as('late'),
      eb.fn.countAll<number | string>().as('segments'),
      eb.fn.max(eb.case().when('is_late', '=', 1).then(eb.ref('at')).end()).as('last_at'),
    ])
    .where('round_id', '=', roundId)
    .where('state', '=', 'submitted')
    .groupBy(['seat_id', 'annotator_id', 'trace_id'])
    .having((eb) => eb(eb.fn.sum<number>('is_late'), '>', 0))
    .execute()
  return rows.map((row) => ({
    seatId: row.seat_id,
    annotatorId: row.annotator_id,
    traceId: row.trace_id,
    late: Number(row.late),
    segments: Number(row.segments),
    lastAt: row.last_at ?? '',
  }))
}
