import type { Kysely } from 'kysely'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { RoundId, SeatId, SegmentId, TraceId, UserId } from '../../../shared/ids.ts'
import type { Evidence } from '../../../shared/labels/label.ts'
import type { SegmentRecord } from '../../../shared/live/events.ts'
import { fromFlag } from '../../db/codecs.ts'
import type { Database } from '../../db/database.ts'
import { decodeVector } from './vector.ts'

export function labelKey(seatId: string, annotatorId: string, segmentId: string): string {
  return `${seatId}\n${annotatorId}\n${segmentId}`
}

/** What an annotator holds for a segment: enough to accept or refuse the next write. */
export type HeldLabel = { readonly revision: number; readonly state: string; readonly sequence: number }

/** What is held for these seats and segments, by `labelKey`. */
export async function listHeldLabels(
  db: Kysely<Database>,
  seatIds: readonly string[],
  segmentIds: readonly string[],
): Promise<Map<string, HeldLabel>> {
  const rows = await db
    .selectFrom('label')
    .select(['seat_id', 'annotator_id', 'segment_id', 'revision', 'state', 'sequence'])
    .where('seat_id', 'in', [...new Set(seatIds)])
    .where('segment_id', 'in', [...new Set(segmentIds)])
    .execute()
  return new Map(rows.map((row) => [labelKey(row.seat_id, row.annotator_id, row.segment_id), row]))
}

/** The record of a place in the log, to show beside one that conflicts with it. */
export async function getRecord(db: Kysely<Database>, projectId: string, sequence: number): Promise<SegmentRecord> {
  const row = await db
    .selectFrom('label_event')
    .select('record')
    .where('project_id', '=', projectId)
    .where('sequence', '=', sequence)
    .executeTakeFirstOrThrow()
  return JSON.parse(row.record)
}

function detailOf(detail: string | null): { evidence: Evidence[]; notes: Record<string, string> } {
  return detail === null ? { evidence: [], notes: {} } : JSON.parse(detail)
}

/** What one annotator recorded in their seats, for the snapshot a client starts from. */
export async function listRecordsOf(
  db: Kysely<Database>,
  annotatorId: string,
  seatIds: readonly string[],
  codebookOf: (roundId: string) => Codebook,
): Promise<SegmentRecord[]> {
  if (seatIds.length === 0) return []
  const rows = await db
    .selectFrom('label')
    .selectAll()
    .where('annotator_id', '=', annotatorId)
    .where('seat_id', 'in', [...seatIds])
    .orderBy('sequence')
    .execute()
  return rows.map((row) => ({
    seatId: SeatId.parse(row.seat_id),
    roundId: RoundId.parse(row.round_id),
    traceId: TraceId.parse(row.trace_id),
    segmentId: SegmentId.parse(row.segment_id),
    annotatorId: UserId.parse(row.annotator_id),
    state: row.state === 'submitted' ? 'submitted' : 'later',
    labels:
      row.vector === null
        ? null
        : {
            values: decodeVector(codebookOf(row.round_id), row.vector),
            ...detailOf(row.detail),
            decisive: fromFlag(row.is_decisive),
            bulk: fromFlag(row.is_bulk),
          },
    revision: row.revision,
    at: row.at,
    late: fromFlag(row.is_late),
    exposed: fromFlag(row.is_exposed),
  }))
}

/** Whether anybody else has submitted this segment in the round. */
export async function hasPeerLabel(db: Kysely<Database>, roundId: string, segmentId: string, annotatorId: string): Promise<boolean> {
  const row = await db
    .selectFrom('label')
    .select('annotator_id')
    .where('round_id', '=', roundId)
    .where('segment_id', '=', segmentId)
    .where('annotator_id', '!=', annotatorId)
    .where('state', '=', 'submitted')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Rows that count: submitted by whoever holds the seat, and not late; and what a lead has accepted of those who held it before.
 * The bulk reader for agreement, adjudication and gold.
 */
function countingLabels(db: Kysely<Database>, roundId: string) {
  return db
    .selectFrom('label')
    .innerJoin('seat', 'seat.id', 'label.seat_id')
    .where('label.round_id', '=', roundId)
    .where('label.state', '=', 'submitted')
    .where((eb) =>
      eb.or([
        eb.and([eb('seat.annotator_id', '=', eb.ref('label.annotator_id')), eb('label.is_late', '=', 0)]),
        eb.exists(
          eb
            .selectFrom('seat_lease')
            .select('seat_lease.epoch')
            .whereRef('seat_lease.seat_id', '=', 'label.seat_id')
            .whereRef('seat_lease.annotator_id', '=', 'label.annotator_id')
            .where('seat_lease.late_verdict', '=', 'accepted'),
        ),
      ]),
    )
}

export type Vote = {
  readonly traceId: string
  readonly segmentId: string
  readonly raterId: string
  /** The value as it stands. */
  readonly vector: string
  /** The value as it stood when its author could first see a peer's; null when it was written only after that. */
  readonly blindVector: string | null
  readonly isBulk: boolean
}

/**
 * The votes of a round, or of some traces of it: first passes only. Ordered by trace and segment, so that equal rows give equal results.
 */
export async function listVotes(db: Kysely<Database>, roundId: string, traceIds?: readonly string[]): Promise<Vote[]> {
  const rows = await countingLabels(db, roundId)
    .where('seat.pass', '=', 1)
    .$if(traceIds !== undefined, (query) => query.where('label.trace_id', 'in', [...(traceIds ?? [])]))
    .select(['label.trace_id', 'label.segment_id', 'label.annotator_id', 'label.vector', 'label.blind_vector', 'label.is_bulk'])
    .orderBy('label.trace_id')
    .orderBy('label.segment_id')
    .orderBy('label.annotator_id')
    .execute()
  return rows.map((row) => ({
    traceId: row.trace_id,
    segmentId: row.segment_id,
    raterId: row.annotator_id,
    vector: row.vector ?? '',
    blindVector: row.blind_vector,
    isBulk: row.is_bulk === 1,
  }))
}

export type FullVote = Vote & {
  readonly evidence: readonly Evidence[]
  readonly notes: Readonly<Record<string, string>>
  readonly isDecisive: boolean
  readonly at: string
  readonly seatId: string
}

/** Votes with evidence and notes; of one trace, or of one segment. */
export async function listFullVotes(
  db: Kysely<Database>,
  roundId: string,
  of: { traceId: string; segmentId?: string },
): Promise<FullVote[]> {
  const rows = await countingLabels(db, roundId)
    .where('seat.pass', '=', 1)
    .where('label.trace_id', '=', of.traceId)
    .$if(of.segmentId !== undefined, (query) => query.where('label.segment_id', '=', of.segmentId ?? ''))
    .selectAll('label')
    .orderBy('label.segment_id')
    .orderBy('label.annotator_id')
    .execute()
  return rows.map((row) => ({
    traceId: row.trace_id,
    segmentId: row.segment_id,
    raterId: row.annotator_id,
    vector: row.vector ?? '',
    blindVector: row.blind_vector,
    isBulk: row.is_bulk === 1,
    isDecisive: row.is_decisive === 1,
    at: row.at,
    seatId: row.seat_id,
    ...detailOf(row.detail),
  }))
}

/** When each annotator submitted segments of these traces in the round. */
export async function listSubmitTimes(
  db: Kysely<Database>,
  roundId: string,
  traceIds: readonly string[],
): Promise<{ annotatorId: string; at: string }[]> {
  const rows = await db
    .selectFrom('label')
    .select(['annotator_id', 'at'])
    .where('round_id', '=', roundId)
    .where('trace_id', 'in', [...traceIds])
    .where('state', '=', 'submitted')
    .execute()
  return rows.map((row) => ({ annotatorId: row.annotator_id, at: row.at }))
}

/** Seats of hidden repeats: their labels measure self-agreement only. */
export async function listSecondPassSeats(db: Kysely<Database>, roundId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('seat').select('id').where('round_id', '=', roundId).where('pass', '>', 1).execute()
  return new Set(rows.map((row) => row.id))
}

export type SeatCount = { readonly submitted: number; readonly later: number }

/** Segments of these traces submitted, and put off, by the present holder of each seat. */
export async function countBySeat(db: Kysely<Database>, roundId: string, traceIds: readonly string[]): Promise<Map<string, SeatCount>> {
  const rows = await db
    .selectFrom('label')
    .innerJoin('seat', (join) => join.onRef('seat.id', '=', 'label.seat_id').onRef('seat.annotator_id', '=', 'label.annotator_id'))
    .select((eb) => ['label.seat_id', 'label.state', eb.fn.countAll<number | string>().as('n')])
    .where('label.round_id', '=', roundId)
    .where('label.trace_id', 'in', [...traceIds])
    .groupBy(['label.seat_id', 'label.state'])
    .execute()
  const counts = new Map<string, SeatCount>()
  for (const row of rows) {
    const held = counts.get(row.seat_id) ?? { submitted: 0, later: 0 }
    counts.set(row.seat_id, row.state === 'submitted' ? { ...held, submitted: Number(row.n) } : { ...held, later: Number(row.n) })
  }
  return counts
}

export async function countSubmitted(db: Kysely<Database>, seatId: string, annotatorId: string): Promise<number> {
  const row = await db
    .selectFrom('label')
    .select((eb) => eb.fn.countAll<number | string>().as('n'))
    .where('seat_id', '=', seatId)
    .where('annotator_id', '=', annotatorId)
    .where('state', '=', 'submitted')
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
