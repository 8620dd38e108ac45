import type { Kysely } from 'kysely'
import { type RatingScope, type RoundRatings, type RoundTraceFacts, scopedRatings } from '../../../shared/agreement/round/round-ratings.ts'
import type { Database } from '../../db/database.ts'
import type { Round } from '../assignments/index.ts'
import { listReliabilityVotes } from '../labels/index.ts'

/** What somebody asks of a round: its scope, and whether labels that came late are in. */
export type RatingRequest = RatingScope & { readonly includeLate: boolean }

/** The reliability data of a round that a request asks for, read from the rows. */
export async function readRatings(db: Kysely<Database>, round: Round, request: RatingRequest): Promise<RoundRatings> {
  const votes = await listReliabilityVotes(db, round.id, { pass: 1, includeLate: request.includeLate })
  return scopedRatings(await listTraceFacts(db, round.id), votes, request)
}

/** The traces of a round in its order, each with the segments that are asked for. */
export async function listTraceFacts(db: Kysely<Database>, roundId: string): Promise<RoundTraceFacts[]> {
  const traces = await db
    .selectFrom('round_trace')
    .innerJoin('trace', 'trace.id', 'round_trace.trace_id')
    .select(['trace.id', 'trace.title', 'trace.framework', 'trace.model', 'round_trace.segment_ids'])
    .where('round_trace.round_id', '=', roundId)
    .orderBy('round_trace.position')
    .execute()
  const segments = await db
    .selectFrom('segment')
    .innerJoin('round_trace', 'round_trace.trace_id', 'segment.trace_id')
    .select(['segment.id', 'segment.trace_id', 'segment.position'])
    .where('round_trace.round_id', '=', roundId)
    .orderBy('segment.trace_id')
    .orderBy('segment.position')
    .execute()
  const ofTrace = new Map<string, { id: string; index: number }[]>(traces.map((trace) => [trace.id, []]))
  for (const { id, trace_id, position } of segments) ofTrace.get(trace_id)?.push({ id, index: position })
  return traces.map(({ segment_ids, ...trace }) => {
    const asked = segment_ids === null ? null : new Set<string>(JSON.parse(segment_ids))
    return { ...trace, segments: (ofTrace.get(trace.id) ?? []).filter(({ id }) => asked === null || asked.has(id)) }
  })
}
