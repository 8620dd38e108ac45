import { AppError } from '../../../shared/errors.ts'
import type { NewRound } from '../../../shared/http/api.ts'
import { type MutationId, RoundId } from '../../../shared/ids.ts'
import type { SeatSkip, TraceSubmit } from '../../../shared/live/mutations.ts'
import { toFlag } from '../../db/codecs.ts'
import type { Write } from '../../db/writer.ts'
import { type Deps, nowText } from '../../deps.ts'
import { recordEvent } from '../../event-log.ts'
import { type Actor, assertLead } from '../accounts/index.ts'
import { defaultCodebook } from '../codebooks/index.ts'
import { assertOpen, getOwnSeat } from './own-seat.ts'
import { getRound, getSeatRow, toSeatView } from './queries.ts'
import { endLease, leaseEnd } from './take-seat.ts'

const ROWS_PER_STATEMENT = 1_000

/** Hands out work: a seat per trace and slot, all of them free. */
export async function createRound(deps: Deps, actor: Actor, round: NewRound): Promise<RoundId> {
  assertLead(actor)
  const id = RoundId.parse(deps.newId('round'))
  const at = nowText(deps)
  const traces = [...new Set(round.traces)]
  await deps.writer.write(async (write) => {
    const { trx } = write
    const known = await trx.selectFrom('trace').select('id').where('project_id', '=', actor.projectId).where('id', 'in', traces).execute()
    if (known.length !== traces.length)
      throw new AppError(
        'not_found',
        `${traces.length - known.length} of the chosen traces are not in this project. Nothing was handed out.`,
      )
    const last = await trx
      .selectFrom('round')
      .select((eb) => eb.fn.max('number').as('n'))
      .where('project_id', '=', actor.projectId)
      .executeTakeFirst()
    await trx
      .insertInto('round')
      .values({
        id,
        project_id: actor.projectId,
        number: (last?.n ?? 0) + 1,
        name: round.name,
        state: 'open',
        codebook_id: defaultCodebook.id,
        codebook_version: defaultCodebook.version,
        overlap: round.overlap,
        policy: JSON.stringify(round.policy),
        opened_at: at,
      })
      .execute()
    const places = traces.map((trace_id, position) => ({ round_id: id, trace_id, position }))
    const seats = traces.flatMap((trace_id) =>
      Array.from({ length: round.overlap }, (_, slot) => ({
        id: deps.newId('seat'),
        round_id: id,
        trace_id,
        slot,
        pass: 1,
        state: 'free',
        epoch: 0,
      })),
    )
    for (let from = 0; from < places.length; from += ROWS_PER_STATEMENT)
      await trx
        .insertInto('round_trace')
        .values(places.slice(from, from + ROWS_PER_STATEMENT))
        .execute()
    for (let from = 0; from < seats.length; from += ROWS_PER_STATEMENT)
      await trx
        .insertInto('seat')
        .values(seats.slice(from, from + ROWS_PER_STATEMENT))
        .execute()
    await recordEvent(deps, write, {
      projectId: actor.projectId,
      event: { type: 'round.opened', mutationId: null, roundId: id, name: round.name },
      actorId: actor.userId,
      at,
    })
  })
  return id
}

/** Ends the handing out; what was labelled stays, and can still be settled. */
export async function closeRound(deps: Deps, actor: Actor, roundId: RoundId): Promise<void> {
  assertLead(actor)
  const at = nowText(deps)
  await deps.writer.write(async (write) => {
    const round = await getRound(write.trx, actor.projectId, roundId)
    if (round.state === 'closed') return
    await write.trx.updateTable('round').set({ state: 'closed' }).where('id', '=', round.id).execute()
    await recordEvent(deps, write, {
      projectId: actor.projectId,
      event: { type: 'round.closed', mutationId: null, roundId: round.id },
      actorId: actor.userId,
      at,
    })
  })
}

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
    .set({ state: 'submitted', submitted_at: at, expires_at: null, task_completed: toFlag(mutation.taskCompleted) })
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

/** Frees the seat for others; the trace is not offered to this annotator again in the round. */
export async function skipSeat({ deps, write, actor, at }: MutationContext, mutation: SeatSkip): Promise<void> {
  const own = await getOwnSeat(write.trx, actor, mutation)
  assertOpen(own)
  if (own.isLate) return
  await endLease(deps, write, { seat: own.seat, round: own.round, reason: 'skipped', at })
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
