import type { Transaction } from 'kysely'
import { AppError } from '../../shared/errors.ts'
import type { Database } from './database.ts'

export type Claim = { accountId: string; mutationId: string; payloadSha256: string; at: string }

/**
 * Claims a mutation id in the transaction of its write. The same actor's repeat answers with the time it was first recorded;
 * the same id with another payload is refused. Ids are claimed per actor, so nobody learns of another's by guessing.
 */
export async function claimMutation(
  trx: Transaction<Database>,
  claim: Claim,
): Promise<{ kind: 'claimed' } | { kind: 'repeated'; at: string }> {
  const inserted = await trx
    .insertInto('mutation')
    .values({ account_id: claim.accountId, id: claim.mutationId, payload_sha256: claim.payloadSha256, at: claim.at })
    .onConflict((oc) => oc.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (inserted) return { kind: 'claimed' }
  const stored = await trx
    .selectFrom('mutation')
    .select(['payload_sha256', 'at'])
    .where('account_id', '=', claim.accountId)
    .where('id', '=', claim.mutationId)
    .executeTakeFirstOrThrow()
  if (stored.payload_sha256 !== claim.payloadSha256) {
    throw new AppError(
      'mutation_id_reused',
      'This mutation id was used before for something else. Nothing was recorded; send it again under a new id.',
    )
  }
  return { kind: 'repeated', at: stored.at }
}
