import { AppError } from '../../../shared/errors.ts'
import type { MutationId } from '../../../shared/ids.ts'
import type { SeatSkip, TraceSubmit } from '../../../shared/live/mutations.ts'
import { toFlag } from '../../db/codecs.ts'
import type { Write } from '../../db/writer.ts'
import type { Deps } from '../../deps.ts'
import { recordEvent } from '../../event-log.ts'
import type { Actor } from '../accounts/index.ts'
import { assertOpen, getOwnSeat } from './own-seat.ts'
import { getSeatRow, type Round, toSeatView } from './queries.ts'
import { endLease, leaseEnd } from './take-seat.ts'

/** What a mutation is done with: the write it belongs to, who acts, its id and when. */
export type MutationContext = {
  readonly deps: Deps
  readonly write: Write
  readonly actor: Actor
  readonly mutationId: MutationId
  readonly at: string
}

/** Finishes the seat; refused while segments are unanswered. */
export async function submitTrace(
  { deps, write, actor, at, mutationId }: MutationContext,
  mutation: TraceSubmit,
  countSubmitted: (seatId: string) => Promise<number>,
): Promise<void> {
  const own = await getOwnSeat(write.trx, actor, mutation)
  assertOpen(own)
  if (own.isLate)
    throw new AppError(
      'seat_lapsed',
      'This seat lapsed and passed to somebody else. Your segments are kept and a lead decides about them; the trace is not yours to submit.',
    )
  const open = own.seat.segments - (await countSubmitted(own.seat.id))
  if (open > 0)
    throw new AppError(
      'trace_incomplete',
      `${open} of ${own.seat.segments} segments have no answer yet. Answer them, then submit the trace.`,
    )
  await write.trx
    .updateTable('seat')
    .set({
      state: 'submitted',
      submitted_at: at,
      expires_at: null,
      task_completed: toFlag(mutation.taskCompleted),
      exposed_at: own.seat.exposed_at ?? (isExposing(own.round) ? at : null),
    })
    .where('id', '=', own.seat.id)
    .execute()
  await write.trx
    .updateTable('seat_lease')
    .set({ ended_at: at, end_reason: 'submitted' })
    .where('seat_id', '=', own.seat.id)
    .where('epoch', '=', own.seat.epoch)
    .execute()
  const seat = toSeatView(await getSeatRow(write.trx, own.seat.id))
  await recordEvent(deps, write, {
    projectId: actor.projectId,
    event: { type: 'trace.submitted', mutationId, seat },
    actorId: actor.userId,
    at,
  })
}

/** Whether finishing a trace of this round lets its annotator see what others said of it. */
function isExposing(round: Round): boolean {
  return round.policy.blind === 'until_submit' || round.revealedAt !== null
}

/** Frees the seat for others; the trace is not offered to this annotator again in the round. */
export async function skipSeat({ deps, write, actor, mutationId, at }: MutationContext, mutation: SeatSkip): Promise<void> {
  const own = await getOwnSeat(write.trx, actor, mutation)
  assertOpen(own)
  if (own.isLate) return
  await endLease(deps, write, { seat: own.seat, round: own.round, reason: 'skipped', mutationId, at })
  await write.trx.updateTable('seat').set({ annotator_id: null, state: 'free', expires_at: null }).where('id', '=', own.seat.id).execute()
  await write.trx
    .insertInto('seat_skip')
    .values({ round_id: own.round.id, trace_id: own.seat.trace_id, annotator_id: actor.userId, note: mutation.note, at })
    .onConflict((oc) => oc.columns(['round_id', 'trace_id', 'annotator_id']).doUpdateSet({ note: mutation.note, at }))
    .execute()
}

/** A heartbeat: keeps a lease alive. Written only when half of it is gone, so that a ping is not a write. */
export async function keepSeat(deps: Deps, actor: Actor, seatId: string): Promise<void> {
  const half = new Date(deps.clock.now().getTime() + (deps.config.leaseMinutes * 60_000) / 2).toISOString()
  const isOld = await deps.db
    .selectFrom('seat')
    .select('id')
    .where('id', '=', seatId)
    .where('annotator_id', '=', actor.userId)
    .where('state', '=', 'leased')
    .where('expires_at', '<', half)
    .executeTakeFirst()
  if (!isOld) return
  await deps.writer.write(({ trx }) =>
    trx
      .updateTable('seat')
      .set({ expires_at: leaseEnd(deps) })
      .where('id', '=', seatId)
      .where('annotator_id', '=', actor.userId)
      .where('state', '=', 'leased')
      .execute(),
  )
}
