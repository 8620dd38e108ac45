import type { Kysely } from 'kysely'
import { Codebook } from '../../../shared/codebooks/codebook.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Database } from '../../db/database.ts'

export type StoredCodebook = { readonly codebook: Codebook; readonly sha256: string }

/** Codebooks are immutable once stored, and asked for with every submit: read once per process. */
const cache = new WeakMap<object, Map<string, StoredCodebook>>()

/** The codebook of exactly this version. `root` is the process's database handle, which the cache belongs to. */
export async function getCodebook(db: Kysely<Database>, root: object, id: string, version: string): Promise<StoredCodebook> {
  const known = cache.get(root) ?? new Map<string, StoredCodebook>()
  cache.set(root, known)
  const key = `${id}\n${version}`
  const held = known.get(key)
  if (held) return held
  const row = await db
    .selectFrom('codebook')
    .select(['body', 'sha256'])
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', `There is no codebook "${id}" version ${version}.`)
  const stored = { codebook: Codebook.parse(JSON.parse(row.body)), sha256: row.sha256 }
  known.set(key, stored)
  return stored
}
