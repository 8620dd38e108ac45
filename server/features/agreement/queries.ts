import type { Kysely } from 'kysely'
import { makeReliabilityCounts, type ReliabilityCounts } from '../../../shared/agreement/reliability-counts.ts'
import { countsOf, WHOLE_ROUND } from '../../../shared/agreement/round/round-ratings.ts'
import { summariseRound } from '../../../shared/agreement/round/summarise-round.ts'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { UserId } from '../../../shared/ids.ts'
import type { Database } from '../../db/database.ts'
import { getRound, type Round } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { type RatingRequest, type Rest, readRatings, votesOf } from './ratings.ts'

/** The figures of a round, or of a part of it, made anew from its rows. `root` is the process's database handle. */
export async function readAgreement(
  db: Kysely<Database>,
  root: object,
  projectId: string,
  roundId: string,
  request: RatingRequest = { ...WHOLE_ROUND, includeLate: false },
  rest?: Rest,
): Promise<AgreementSummary> {
  const round = await getRound(db, projectId, roundId)
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const ratings = await readRatings(db, round, request, rest)
  const counts = countsOf(ratings, codebook.modes.length)
  const raters = await listRaters(db, counts.raters())
  return summariseRound({ roundId: round.id, codebook, raters, totalSegments: ratings.items.length, counts })
}

/** The reliability data of a round counted, piece by piece; `rest` is awaited in between. */
export async function readCounts(db: Kysely<Database>, root: object, round: Round, rest: Rest): Promise<ReliabilityCounts> {
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const counts = makeReliabilityCounts(codebook.modes.length)
  for await (const piece of votesOf(db, round, { pass: 1, includeLate: false }, rest)) {
    for (const { segmentId, traceId, raterId, vector } of piece) {
      counts.put({ segment: segmentId, trace: traceId, rater: raterId, vector })
    }
  }
  return counts
}

/** Names of raters, in the order of the ids. */
export async function listRaters(db: Kysely<Database>, ids: readonly string[]): Promise<AgreementSummary['raters']> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  const nameOf = new Map(rows.map((row) => [row.id, row.name]))
  return ids.map((id) => ({ id: UserId.parse(id), name: nameOf.get(id) ?? id }))
}
