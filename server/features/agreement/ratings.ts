import type { Kysely } from 'kysely'
import {
  type RatingScope,
  type RoundRatings,
  type RoundTraceFacts,
  type RoundVote,
  scopedRatings,
} from '../../../shared/agreement/round/round-ratings.ts'
import type { Database } from '../../db/database.ts'
import { listRoundTraces, type Round } from '../assignments/index.ts'
import { listReliabilityVotes } from '../labels/index.ts'

/** What somebody asks of a round: its scope, and whether labels that came late are in. */
export type RatingRequest = RatingScope & { readonly includeLate: boolean }

/** Lets others have a turn; awaited between pieces. */
export type Rest = () => Promise<void>

/** About so many answers are read in one piece, so that nobody who labels meanwhile waits for more than a few milliseconds. */
const LABELS_AT_ONCE = 500

/** The reliability data of a round that a request asks for, read from the rows. */
export async function readRatings(db: Kysely<Database>, round: Round, request: RatingRequest, rest?: Rest): Promise<RoundRatings> {
  const votes: RoundVote[] = []
  for await (const piece of votesOf(db, round, { pass: 1, includeLate: request.includeLate }, rest))
    for (const vote of piece) votes.push(vote)
  return scopedRatings(await listTraceFacts(db, round.id), votes, request)
}

/**
 * The votes of a round piece by piece, whole traces at a time. What is submitted meanwhile may or may not be in them: whoever puts later
 * events in once more, in their order, has every value as it stands.
 */
export async function* votesOf(
  db: Kysely<Database>,
  round: Round,
  query: { readonly pass: number; readonly includeLate: boolean },
  rest?: Rest,
): AsyncGenerator<RoundVote[]> {
  const traces = await listRoundTraces(db, round.id)
  let traceIds: string[] = []
  let labels = 0
  for (const [index, trace] of traces.entries()) {
    traceIds.push(trace.id)
    labels += trace.segments * round.overlap
    if (labels < LABELS_AT_ONCE && index < traces.length - 1) continue
    yield await listReliabilityVotes(db, round.id, { ...query, traceIds })
    traceIds = []
    labels = 0
    await rest?.()
  }
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
