import type { Transaction } from 'kysely'
import { AppError } from '../../shared/errors.ts'
import type { Database } from './database.ts'
import { insertRows } from './insert-rows.ts'

export type Claim = { readonly accountId: string; readonly mutationId: string; readonly payloadSha256: string; readonly at: string }

function keyOf(claim: Pick<Claim, 'accountId' | 'mutationId'>): string {
  return `${claim.accountId}\n${claim.mutationId}`
}

/**
 * When each of the claimed mutations was recorded before, or null for one that is new. The same actor's repeat finds the time of the
 * first; the same id with another payload is refused. Ids are claimed per actor, so nobody learns of another's by guessing.
 */
export async function findRepeats(trx: Transaction<Database>, claims: readonly Claim[]): Promise<(claim: Claim) => string | null> {
  const ids = claims.map((claim) => claim.mutationId)
  const rows = await trx.selectFrom('mutation').selectAll().where('id', 'in', ids).execute()
  const stored = new Map(rows.map((row) => [keyOf({ accountId: row.account_id, mutationId: row.id }), row]))
  return (claim) => {
    const row = stored.get(keyOf(claim))
    if (!row) return null
    if (row.payload_sha256 !== claim.payloadSha256) {
      throw new AppError(
        'mutation_id_reused',
        'This mutation id was used before for something else. Nothing was recorded; send it again under a new id.',
      )
    }
    return row.at
  }
}

/** Claims the ids for good, in the transaction of what they stand for; the database refuses one that was claimed meanwhile. */
export async function claimMutations(trx: Transaction<Database>, claims: readonly Claim[]): Promise<void> {
  await insertRows(
    trx,
    'mutation',
    claims.map(({ accountId, mutationId, payloadSha256, at }) => ({
      account_id: accountId,
      id: mutationId,
      payload_sha256: payloadSha256,
      at,
    })),
  )
}
