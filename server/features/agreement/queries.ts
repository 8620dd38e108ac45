import type { Kysely } from 'kysely'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { UserId } from '../../../shared/ids.ts'
import type { Database } from '../../db/database.ts'
import { getRound, listRoundTraces } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { listVotes } from '../labels/index.ts'
import { summarise } from './summarise.ts'

/** The figures of a round, made anew from its rows. `root` is the process's database handle. */
export async function readAgreement(db: Kysely<Database>, root: object, projectId: string, roundId: string): Promise<AgreementSummary> {
  const round = await getRound(db, projectId, roundId)
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const votes = (await listVotes(db, round.id)).flatMap(({ blindVector, ...vote }) =>
    blindVector === null ? [] : [{ ...vote, vector: blindVector }],
  )
  const traces = await listRoundTraces(db, round.id)
  return summarise({
    roundId: round.id,
    codebook,
    votes,
    raters: await listRaters(db, [...new Set(votes.map((vote) => vote.raterId))]),
    totalSegments: traces.reduce((sum, trace) => sum + trace.segments, 0),
  })
}

async function listRaters(db: Kysely<Database>, ids: readonly string[]): Promise<AgreementSummary['raters']> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('account')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .execute()
  return rows.map((row) => ({ id: UserId.parse(row.id), name: row.name }))
}
