import { AppError } from '../../../shared/errors.ts'
import { SeatId, UserId } from '../../../shared/ids.ts'
import type { LateDecide, SeatHandBack, TraceReopen } from '../../../shared/live/mutations.ts'
import { recordEvent } from '../../event-log.ts'
import { assertLead } from '../accounts/index.ts'
import type { MutationContext } from './commands.ts'
import { getRound, getSeatRow, type Round, type SeatRow, seatRows, toSeatView } from './queries.ts'
import { endLease, leaseEnd } from './take-seat.ts'

/** A seat of the lead's project at the epoch the lead was looking at. */
async function getSeatAt(
  { write, actor }: MutationContext,
  claim: { seatId: string; epoch: number },
): Promise<{ seat: SeatRow; round: Round }> {
  assertLead(actor)
  const seat = await seatRows(write.trx)
    .where('seat.id', '=', claim.seatId)
    .where('trace.project_id', '=', actor.projectId)
    .executeTakeFirst()
  if (!seat) throw new AppError('not_found', 'There is no such seat in this project.')
  return { seat, round: await getRound(write.trx, actor.projectId, seat.round_id) }
}

function assertEpoch(seat: SeatRow, epoch: number): void {
  if (seat.epoch !== epoch)
    throw new AppError('revision_conflict', 'The seat changed hands meanwhile. Nothing was done; look at it again.', toSeatViewOrNull(seat))
}

function toSeatViewOrNull(seat: SeatRow) {
  return seat.annotator_id === null ? null : toSeatView(seat)
}

/** Takes a seat from its holder and frees it. Their labels are kept; if they send more, it is recorded as late. */
export async function handBackSeat(context: MutationContext, mutation: SeatHandBack): Promise<void> {
  const { deps, write, at } = context
  const { seat, round } = await getSeatAt(context, mutation)
  assertEpoch(seat, mutation.epoch)
  if (seat.state !== 'leased') throw new AppError('seat_closed', 'Nobody holds this seat now, so there is nothing to hand back.')
  await endLease(deps, write, { seat, round, reason: 'handed_back', mutationId: context.mutationId, at })
  await write.trx.updateTable('seat').set({ annotator_id: null, state: 'free', expires_at: null }).where('id', '=', seat.id).execute()
}

/** Gives a submitted trace back to whoever labelled it. */
export async function reopenTrace(context: MutationContext, mutation: TraceReopen): Promise<void> {
  const { deps, write, actor, at, mutationId } = context
  const { seat, round } = await getSeatAt(context, mutation)
  assertEpoch(seat, mutation.epoch)
  if (seat.state !== 'submitted') throw new AppError('seat_closed', 'This trace is not submitted, so there is nothing to reopen.')
  if (round.state !== 'open') throw new AppError('round_closed', 'This round is closed; its traces stay as they were submitted.')
  await write.trx
    .updateTable('seat')
    .set({ state: 'leased', expires_at: leaseEnd(deps) })
    .where('id', '=', seat.id)
    .execute()
  await write.trx
    .updateTable('seat_lease')
    .set({ ended_at: null, end_reason: null })
    .where('seat_id', '=', seat.id)
    .where('epoch', '=', seat.epoch)
    .execute()
  const reopened = toSeatView(await getSeatRow(write.trx, seat.id))
  await recordEvent(deps, write, {
    projectId: actor.projectId,
    event: { type: 'trace.reopened', mutationId, seat: reopened },
    actorId: actor.userId,
    at,
  })
}

/** Accepts or refuses, as a whole, what an annotator labelled in a seat that had passed to somebody else. Can be changed. */
export async function decideLate(context: MutationContext, mutation: LateDecide): Promise<void> {
  const { deps, write, actor, at, mutationId } = context
  const { seat, round } = await getSeatAt(context, mutation)
  const lease = await write.trx
    .updateTable('seat_lease')
    .set({ late_verdict: mutation.verdict })
    .where('seat_id', '=', seat.id)
    .where('epoch', '=', mutation.epoch)
    .where('end_reason', 'in', ['lapsed', 'handed_back'])
    .returning('annotator_id')
    .executeTakeFirst()
  if (!lease) throw new AppError('not_found', 'There is no ended lease of this seat to decide about.')
  const event = {
    type: 'late.decided',
    mutationId,
    seatId: SeatId.parse(seat.id),
    roundId: round.id,
    annotatorId: UserId.parse(lease.annotator_id),
    verdict: mutation.verdict,
  } as const
  await recordEvent(deps, write, { projectId: actor.projectId, event, actorId: actor.userId, at })
}
