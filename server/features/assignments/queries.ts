import type { Kysely } from 'kysely'
import { type RoundPolicy, SeatView } from '../../../shared/assignments/seat.ts'
import { AppError } from '../../../shared/errors.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import { CodebookId, RoundId } from '../../../shared/ids.ts'
import { fromFlag } from '../../db/codecs.ts'
import type { Database } from '../../db/database.ts'

export type Round = {
  readonly id: RoundId
  readonly projectId: string
  readonly number: number
  readonly name: string
  readonly state: 'open' | 'closed'
  readonly codebook: { readonly id: CodebookId; readonly version: string }
  readonly overlap: number
  readonly policy: RoundPolicy
  readonly openedAt: string
  readonly revealedAt: string | null
}

function roundRows(db: Kysely<Database>) {
  return db.selectFrom('round').selectAll()
}

function toRound(row: Awaited<ReturnType<ReturnType<typeof roundRows>['executeTakeFirstOrThrow']>>): Round {
  return {
    id: RoundId.parse(row.id),
    projectId: row.project_id,
    number: row.number,
    name: row.name,
    state: row.state === 'open' ? 'open' : 'closed',
    codebook: { id: CodebookId.parse(row.codebook_id), version: row.codebook_version },
    overlap: row.overlap,
    policy: JSON.parse(row.policy),
    openedAt: row.opened_at,
    revealedAt: row.revealed_at,
  }
}

export async function getRound(db: Kysely<Database>, projectId: string, roundId: string): Promise<Round> {
  const row = await roundRows(db).where('project_id', '=', projectId).where('id', '=', roundId).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such round in this project.')
  return toRound(row)
}

/** Rounds by their ids, of any project. */
export async function listRoundsById(db: Kysely<Database>, ids: readonly string[]): Promise<Map<string, Round>> {
  if (ids.length === 0) return new Map()
  const rows = await roundRows(db)
    .where('id', 'in', [...ids])
    .execute()
  return new Map(rows.map((row) => [row.id, toRound(row)]))
}

export async function listRounds(db: Kysely<Database>, projectId: string): Promise<Round[]> {
  return (await roundRows(db).where('project_id', '=', projectId).orderBy('number').execute()).map(toRound)
}

export async function listRoundViews(db: Kysely<Database>, projectId: string): Promise<RoundView[]> {
  const rounds = await listRounds(db, projectId)
  const counts = await db
    .selectFrom('round_trace')
    .innerJoin('round', 'round.id', 'round_trace.round_id')
    .select((eb) => ['round_trace.round_id', eb.fn.countAll<number | string>().as('traces')])
    .where('round.project_id', '=', projectId)
    .groupBy('round_trace.round_id')
    .execute()
  const tracesOf = new Map(counts.map((row) => [row.round_id, Number(row.traces)]))
  return rounds.map(({ projectId: _project, ...round }) => ({ ...round, traces: tracesOf.get(round.id) ?? 0 }))
}

/** Round numbers by trace, for the list of traces. */
export async function listRoundNumbersByTrace(db: Kysely<Database>, projectId: string): Promise<Map<string, number[]>> {
  const rows = await db
    .selectFrom('round_trace')
    .innerJoin('round', 'round.id', 'round_trace.round_id')
    .select(['round_trace.trace_id', 'round.number'])
    .where('round.project_id', '=', projectId)
    .orderBy('round.number')
    .execute()
  const numbers = new Map<string, number[]>()
  for (const row of rows) numbers.set(row.trace_id, [...(numbers.get(row.trace_id) ?? []), row.number])
  return numbers
}

export type RoundTrace = { readonly id: string; readonly title: string; readonly segments: number }

export async function listRoundTraces(db: Kysely<Database>, roundId: string): Promise<RoundTrace[]> {
  return db
    .selectFrom('round_trace')
    .innerJoin('trace', 'trace.id', 'round_trace.trace_id')
    .select(['trace.id', 'trace.title', 'round_trace.segment_count as segments'])
    .where('round_trace.round_id', '=', roundId)
    .orderBy('round_trace.position')
    .execute()
}

/** A seat with what is needed to show it and to judge who may write to it. */
export function seatRows(db: Kysely<Database>) {
  return db
    .selectFrom('seat')
    .innerJoin('trace', 'trace.id', 'seat.trace_id')
    .innerJoin('round_trace', (join) =>
      join.onRef('round_trace.round_id', '=', 'seat.round_id').onRef('round_trace.trace_id', '=', 'seat.trace_id'),
    )
    .select([
      'seat.id',
      'seat.round_id',
      'seat.trace_id',
      'seat.slot',
      'seat.pass',
      'seat.annotator_id',
      'seat.state',
      'seat.epoch',
      'seat.expires_at',
      'seat.submitted_at',
      'seat.exposed_at',
      'seat.task_completed',
      'trace.title as trace_title',
      'round_trace.segment_count as segments',
      'round_trace.segment_ids',
    ])
}

export type SeatRow = Awaited<ReturnType<ReturnType<typeof seatRows>['executeTakeFirstOrThrow']>>

/** A seat that somebody holds or has finished. */
export function toSeatView(row: SeatRow): SeatView {
  return SeatView.parse({
    id: row.id,
    roundId: row.round_id,
    traceId: row.trace_id,
    traceTitle: row.trace_title,
    annotatorId: row.annotator_id,
    state: row.state,
    epoch: row.epoch,
    expiresAt: row.expires_at,
    segments: row.segments,
    segmentIds: row.segment_ids === null ? null : JSON.parse(row.segment_ids),
    taskCompleted: fromFlag(row.task_completed),
    submittedAt: row.submitted_at,
  })
}

export async function getSeatRow(db: Kysely<Database>, seatId: string): Promise<SeatRow> {
  return seatRows(db).where('seat.id', '=', seatId).executeTakeFirstOrThrow()
}

/** Seats in hand and seats finished by one annotator in one project. */
export async function listSeatsOf(
  db: Kysely<Database>,
  projectId: string,
  annotatorId: string,
  states: readonly string[],
): Promise<SeatView[]> {
  const rows = await seatRows(db)
    .where('trace.project_id', '=', projectId)
    .where('seat.annotator_id', '=', annotatorId)
    .where('seat.state', 'in', [...states])
    .orderBy('seat.id')
    .execute()
  return rows.map(toSeatView)
}

/** The first-pass seat somebody holds or has finished on a trace, or none. */
export async function findOwnSeatOn(
  db: Kysely<Database>,
  roundId: string,
  traceId: string,
  annotatorId: string,
): Promise<{ submittedAt: string | null } | undefined> {
  const row = await db
    .selectFrom('seat')
    .select('submitted_at')
    .where('round_id', '=', roundId)
    .where('trace_id', '=', traceId)
    .where('annotator_id', '=', annotatorId)
    .where('pass', '=', 1)
    .executeTakeFirst()
  return row && { submittedAt: row.submitted_at }
}

/** Whether a trace was ever given to this annotator and not handed back. */
export async function hasSeatOn(db: Kysely<Database>, annotatorId: string, traceId: string): Promise<boolean> {
  const row = await db
    .selectFrom('seat')
    .select('id')
    .where('annotator_id', '=', annotatorId)
    .where('trace_id', '=', traceId)
    .executeTakeFirst()
  return row !== undefined
}

export async function listRoundSeats(db: Kysely<Database>, roundId: string): Promise<SeatRow[]> {
  return seatRows(db).where('seat.round_id', '=', roundId).orderBy('seat.slot').orderBy('seat.pass').execute()
}
