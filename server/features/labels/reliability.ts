import type { Kysely } from 'kysely'
import type { RoundVote } from '../../../shared/agreement/round/round-ratings.ts'
import type { Evidence } from '../../../shared/labels/label.ts'
import type { Database } from '../../db/database.ts'

export type ReliabilityQuery = {
  /** 1 = what people compare; 2 = hidden repeats. */
  readonly pass: number
  /** Also labels that came after a lease had ended and that no lead has refused. */
  readonly includeLate: boolean
  /** Only these traces, so that a large round can be read in pieces. */
  readonly traceIds?: readonly string[]
}

/**
 * The reliability data of a round: values as they stood when their author could first see a peer's, in the order trace, segment, annotator,
 * so that equal rows give equal figures. A value written only after that is left out.
 */
export async function listReliabilityVotes(
  db: Kysely<Database>,
  roundId: string,
  { pass, includeLate, traceIds }: ReliabilityQuery,
): Promise<RoundVote[]> {
  const rows = await db
    .selectFrom('label')
    .innerJoin('seat', 'seat.id', 'label.seat_id')
    .where('seat.round_id', '=', roundId)
    .where('label.state', '=', 'submitted')
    .where('label.blind_vector', 'is not', null)
    .where('seat.pass', '=', pass)
    .$if(traceIds !== undefined, (query) => query.where('seat.trace_id', 'in', [...(traceIds ?? [])]))
    .where((eb) => {
      const verdict = (said: string) =>
        eb.exists(
          eb
            .selectFrom('seat_lease')
            .select('seat_lease.epoch')
            .whereRef('seat_lease.seat_id', '=', 'label.seat_id')
            .whereRef('seat_lease.annotator_id', '=', 'label.annotator_id')
            .where('seat_lease.late_verdict', '=', said),
        )
      const inTime = eb.and([eb('seat.annotator_id', '=', eb.ref('label.annotator_id')), eb('label.is_late', '=', 0)])
      const late = eb.and([eb('label.is_late', '=', 1), eb.not(verdict('refused'))])
      return eb.or([inTime, verdict('accepted'), ...(includeLate ? [late] : [])])
    })
    .select(['label.trace_id', 'label.segment_id', 'label.annotator_id', 'label.blind_vector', 'label.is_bulk', 'label.at'])
    .orderBy('label.trace_id')
    .orderBy('label.segment_id')
    .orderBy('label.annotator_id')
    .execute()
  return rows.map((row) => ({
    traceId: row.trace_id,
    segmentId: row.segment_id,
    raterId: row.annotator_id,
    vector: row.blind_vector ?? '',
    isBulk: row.is_bulk === 1,
    at: row.at,
  }))
}

export type Quote = { readonly raterId: string; readonly traceId: string; readonly segmentId: string; readonly quote: string }

/** What these annotators quoted for a mode, in these segments or traces of a round. */
export async function listQuotes(
  db: Kysely<Database>,
  roundId: string,
  mode: string,
  raterIds: readonly string[],
  places: { readonly segmentIds: readonly string[] } | { readonly traceIds: readonly string[] },
): Promise<Quote[]> {
  const [column, ids] =
    'segmentIds' in places ? (['label.segment_id', places.segmentIds] as const) : (['label.trace_id', places.traceIds] as const)
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('label')
    .select(['label.annotator_id', 'label.trace_id', 'label.segment_id', 'label.detail'])
    .where('label.round_id', '=', roundId)
    .where('label.annotator_id', 'in', [...raterIds])
    .where(column, 'in', [...ids])
    .where('label.detail', 'is not', null)
    .orderBy('label.segment_id')
    .execute()
  return rows.flatMap((row) => {
    const { evidence }: { evidence: Evidence[] } = JSON.parse(row.detail ?? '{"evidence":[]}')
    return evidence
      .filter((one) => one.mode === mode)
      .map(({ quote }) => ({ raterId: row.annotator_id, traceId: row.trace_id, segmentId: row.segment_id, quote }))
  })
}
