import type { Kysely } from 'kysely'
import { isLead } from '../../../shared/accounts/role.ts'
import { AppError } from '../../../shared/errors.ts'
import { SeatId, TraceId } from '../../../shared/ids.ts'
import type { SegmentRecord } from '../../../shared/live/events.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../accounts/index.ts'
import type { OwnSeat } from '../assignments/index.ts'
import { hasPeerLabel } from './queries.ts'

export function notAsked(): AppError {
  return new AppError('not_found', 'This segment is not among those your seat asks for. Nothing was recorded.')
}

/**
 * Whether the author could already see a peer's label when writing this: after the trace was submitted in a round that shows them
 * then, after the reveal, or, for a lead, as soon as a peer has submitted the segment.
 */
export async function isExposed(db: Kysely<Database>, actor: Actor, own: OwnSeat, segmentId: string): Promise<boolean> {
  if (own.exposedAt !== null) return true
  return isLead(actor.role) && (await hasPeerLabel(db, own.round.id, segmentId, actor.userId))
}

/** The record as it stands in the log and on the wire. */
export function toRecord(
  own: OwnSeat,
  actor: Actor,
  said: Pick<SegmentRecord, 'segmentId' | 'labels' | 'revision' | 'at' | 'exposed'>,
): SegmentRecord {
  return {
    seatId: SeatId.parse(own.seat.id),
    roundId: own.round.id,
    traceId: TraceId.parse(own.seat.trace_id),
    segmentId: said.segmentId,
    annotatorId: actor.userId,
    state: said.labels ? 'submitted' : 'later',
    labels: said.labels,
    revision: said.revision,
    at: said.at,
    late: own.isLate,
    exposed: said.exposed,
  }
}
