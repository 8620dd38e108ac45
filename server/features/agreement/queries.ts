import type { Kysely } from 'kysely'
import { makeReliabilityCounts, type ReliabilityCounts } from '../../../shared/agreement/reliability-counts.ts'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { UserId } from '../../../shared/ids.ts'
import type { Database } from '../../db/database.ts'
import { getRound, listRoundTraces, type Round } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { listVotes } from '../labels/index.ts'
import { summarise } from './summarise.ts'

/** The figures of a round, made anew from its rows. `root` is the process's database handle. */
export async function readAgreement(db: Kysely<Database>, root: object, projectId: string, roundId: string): Promise<AgreementSummary> {
  const round = await getRound(db, projectId, roundId)
  return summariseRound(db, root, round, await readCounts(db, root, round))
}

/** The reliability data of a round counted: every vote as it stood when its author could first see a peer's. */
export async function readCounts(db: Kysely<Database>, root: object, round: Round): Promise<ReliabilityCounts> {
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const counts = makeReliabilityCounts(codebook.modes.length)
  for (const { segmentId, traceId, raterId, blindVector } of await listVotes(db, round.id)) {
    counts.put({ segment: segmentId, trace: traceId, rater: raterId, vector: blindVector })
  }
  return counts
}

export async function summariseRound(
  db: Kysely<Database>,
  root: object,
  round: Round,
  counts: ReliabilityCounts,
): Promise<AgreementSummary> {
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const traces = await listRoundTraces(db, round.id)
  const raters = await listRaters(db, counts.raters())
  return summarise({ roundId: round.id, codebook, raters, totalSegments: traces.reduce((sum, trace) => sum + trace.segments, 0), counts })
}

async function listRaters(db: Kysely<Database>, ids: readonly string[]): Promise<AgreementSummary['raters']> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  const nameOf = new Map(rows.map((row) => [row.id, row.name]))
  return ids.map((id) => ({ id: UserId.parse(id), name: nameOf.get(id) ?? id }))
}
