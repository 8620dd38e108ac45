import type { Deps } from './deps.ts'

/** A secret of this installation, made at the first start and kept with the data. */
export async function ensureSecret(deps: Deps, key: string): Promise<string> {
  await deps.writer.write(({ trx }) =>
    trx
      .insertInto('setting')
      .values({ key, value: deps.newSecret() })
      .onConflict((oc) => oc.column('key').doNothing())
      .execute(),
  )
  const row = await deps.db.selectFrom('setting').select('value').where('key', '=', key).executeTakeFirstOrThrow()
  return row.value
}
