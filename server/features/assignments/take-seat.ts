import { type Kysely, sql, type Transaction } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { WorkAnswer } from '../../../shared/http/api.ts'
import { type MutationId, SeatId, UserId } from '../../../shared/ids.ts'
import type { Database } from '../../db/database.ts'
import type { Write } from '../../db/writer.ts'
import { type Deps, nowText } from '../../deps.ts'
import { recordEvent } from '../../event-log.ts'
import { sha256 } from '../../hash.ts'
import type { Actor } from '../accounts/index.ts'
import { getRound, getSeatRow, type Round, type SeatRow, seatRows, toSeatView } from './queries.ts'

export function leaseEnd(deps: Pick<Deps, 'clock' | 'config'>): string {
  return new Date(deps.clock.now().getTime() + deps.config.leaseMinutes * 60_000).toISOString()
}

/** Gives the actor the seat in hand, or the next one that is free or has lapsed; or says why there is none. */
export async function takeSeat(deps: Deps, actor: Actor, roundId: string): Promise<WorkAnswer> {
  return deps.writer.write(async (write) => {
    const round = await getRound(write.trx, actor.projectId, roundId)
    if (round.state !== 'open') throw new AppError('round_closed', 'This round is closed; there is nothing to hand out.')
    const inHand = await seatRows(write.trx)
      .where('seat.round_id', '=', round.id)
      .where('seat.annotator_id', '=', actor.userId)
      .where('seat.state', '=', 'leased')
      .executeTakeFirst()
    if (inHand) {
      // Asking again is a sign of life, also for a lease that had run out and that nobody else took.
      await write.trx
        .updateTable('seat')
        .set({ expires_at: leaseEnd(deps) })
        .where('id', '=', inHand.id)
        .execute()
      return { kind: 'seat', seat: toSeatView(await getSeatRow(write.trx, inHand.id)) } as const
    }
    if (await hasReachedQuota(write.trx, round, actor)) {
      return {
        kind: 'none',
        message: `You have done the ${round.policy.quota} traces this round asks of you.`,
        heldByOthers: 0,
        nextFreesAt: null,
      } as const
    }
    const leased = await leaseNext(deps, write, round, actor)
    return leased ? ({ kind: 'seat', seat: toSeatView(leased) } as const) : explainNone(write.trx, round, actor)
  })
}

async function hasReachedQuota(trx: Transaction<Database>, round: Round, actor: Actor): Promise<boolean> {
  if (round.policy.quota === null) return false
  const row = await trx
    .selectFrom('seat')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('round_id', '=', round.id)
    .where('annotator_id', '=', actor.userId)
    .where('pass', '=', 1)
    .executeTakeFirstOrThrow()
  return Number(row.n) >= round.policy.quota
}

/** How many candidates are looked at for one seat; beyond it the order no longer matters to anybody. */
const MAX_CANDIDATES = 500

/**
 * Seats this actor could take now: free or lapsed, on a trace they neither sit on nor handed back. A second pass is for whoever
 * finished the first one of the same slot, and for nobody else.
 */
function takeable(db: Kysely<Database>, round: Round, actor: Actor, now: string) {
  return db
    .selectFrom('seat')
    .innerJoin('round_trace', (join) =>
      join.onRef('round_trace.round_id', '=', 'seat.round_id').onRef('round_trace.trace_id', '=', 'seat.trace_id'),
    )
    .select(['seat.id', 'seat.epoch', 'seat.annotator_id', 'seat.trace_id', 'seat.pass', 'seat.exposed_at'])
    .where('seat.round_id', '=', round.id)
    .where((eb) => eb.or([eb('seat.state', '=', 'free'), eb.and([eb('seat.state', '=', 'leased'), eb('seat.expires_at', '<=', now)])]))
    .where((eb) => {
      const mine = eb
        .selectFrom('seat as mine')
        .select('mine.id')
        .whereRef('mine.round_id', '=', 'seat.round_id')
        .whereRef('mine.trace_id', '=', 'seat.trace_id')
        .where('mine.annotator_id', '=', actor.userId)
      const first = mine.whereRef('mine.slot', '=', 'seat.slot').where('mine.pass', '=', 1).where('mine.state', '=', 'submitted')
      const again = mine.where('mine.pass', '=', 2)
      return eb.or([
        eb.and([eb('seat.pass', '=', 1), eb.not(eb.exists(mine))]),
        eb.and([eb('seat.pass', '=', 2), eb.exists(first), eb.not(eb.exists(again))]),
      ])
    })
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('seat_skip')
            .select('seat_skip.trace_id')
            .whereRef('seat_skip.round_id', '=', 'seat.round_id')
            .whereRef('seat_skip.trace_id', '=', 'seat.trace_id')
            .where('seat_skip.annotator_id', '=', actor.userId),
        ),
      ),
    )
    .orderBy('seat.pass')
    .orderBy('round_trace.position')
    .orderBy('seat.slot')
    .limit(MAX_CANDIDATES)
    .execute()
}

type Candidate = Awaited<ReturnType<typeof takeable>>[number]

/** The order in which candidates are tried: repeats last, so that time passes before a trace comes back. */
function inOrder(candidates: readonly Candidate[], round: Round, actor: Actor): Candidate[] {
  if (round.policy.order === 'given') return [...candidates]
  const rank = new Map(candidates.map((seat) => [seat.id, sha256(`${actor.userId}\n${seat.trace_id}`)]))
  return candidates.toSorted((a, b) => a.pass - b.pass || ((rank.get(a.id) ?? '') < (rank.get(b.id) ?? '') ? -1 : 1))
}

async function leaseNext(deps: Deps, write: Write, round: Round, actor: Actor): Promise<SeatRow | undefined> {
  const now = nowText(deps)
  for (const candidate of inOrder(await takeable(write.trx, round, actor, now), round, actor)) {
    const seat = await leaseOne(deps, write, round, actor, candidate)
    if (seat) return seat
  }
  return undefined
}

/** One statement wins or loses the seat as a whole: its epoch stands in the condition, whoever else tries at the same time. */
async function leaseOne(deps: Deps, write: Write, round: Round, actor: Actor, candidate: Candidate): Promise<SeatRow | undefined> {
  const { trx } = write
  const at = nowText(deps)
  const epoch = candidate.epoch + 1
  const won = await trx
    .updateTable('seat')
    .set({ annotator_id: actor.userId, state: 'leased', epoch, expires_at: leaseEnd(deps), submitted_at: null, exposed_at: null })
    .where('id', '=', candidate.id)
    .where('epoch', '=', candidate.epoch)
    .where('state', '!=', 'submitted')
    .returning('id')
    .executeTakeFirst()
  if (!won) return undefined
  if (candidate.annotator_id !== null) await endLease(deps, write, { seat: candidate, round, reason: 'lapsed', mutationId: null, at })
  await trx
    .insertInto('seat_lease')
    .values({
      seat_id: candidate.id,
      epoch,
      annotator_id: actor.userId,
      leased_at: at,
      ended_at: null,
      end_reason: null,
      exposed_at: null,
      late_verdict: null,
    })
    .execute()
  const seat = await getSeatRow(trx, candidate.id)
  await recordEvent(deps, write, {
    projectId: round.projectId,
    event: { type: 'seat.leased', mutationId: null, seat: toSeatView(seat) },
    actorId: actor.userId,
    at,
  })
  return seat
}

type Ending = {
  seat: { id: string; epoch: number; annotator_id: string | null; exposed_at: string | null }
  round: Round
  reason: 'lapsed' | 'skipped' | 'handed_back'
  /** The act that ended it; null when it lapsed. */
  mutationId: MutationId | null
  at: string
}

/** Closes the lease in the history of the seat and says so; the seat itself is the caller's to change. */
export async function endLease(deps: Deps, write: Write, { seat, round, reason, mutationId, at }: Ending): Promise<void> {
  if (seat.annotator_id === null) return
  await write.trx
    .updateTable('seat_lease')
    .set({ ended_at: at, end_reason: reason, exposed_at: seat.exposed_at })
    .where('seat_id', '=', seat.id)
    .where('epoch', '=', seat.epoch)
    .execute()
  const released = {
    type: 'seat.released',
    mutationId,
    seatId: SeatId.parse(seat.id),
    roundId: round.id,
    annotatorId: UserId.parse(seat.annotator_id),
    reason,
  } as const
  await recordEvent(deps, write, { projectId: round.projectId, event: released, actorId: null, at })
}

async function explainNone(trx: Transaction<Database>, round: Round, actor: Actor): Promise<WorkAnswer> {
  const held = await trx
    .selectFrom('seat')
    .select((eb) => [eb.fn.countAll<number | string>().as('n'), eb.fn.min('expires_at').as('next')])
    .where('round_id', '=', round.id)
    .where('state', '=', 'leased')
    // A seat on a trace of one's own would not be given to one even if it came free.
    .where('trace_id', 'not in', (eb) =>
      eb
        .selectFrom('seat as mine')
        .select('mine.trace_id')
        .where('mine.round_id', '=', round.id)
        .where('mine.annotator_id', '=', actor.userId),
    )
    .where(
      sql<boolean>`not exists (select 1 from seat_skip where seat_skip.round_id = seat.round_id and seat_skip.trace_id = seat.trace_id and seat_skip.annotator_id = ${actor.userId})`,
    )
    .executeTakeFirstOrThrow()
  const heldByOthers = Number(held.n)
  const seats = heldByOthers === 1 ? '1 seat is' : `${heldByOthers} seats are`
  const message =
    heldByOthers > 0
      ? `${seats} held by others now. When one lapses or is handed back, it is offered to you.`
      : 'Every trace of this round that you could take is done. Thank you: nothing waits for you here.'
  return { kind: 'none', message, heldByOthers, nextFreesAt: held.next ?? null }
}
