import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import { AppError } from '../../../shared/errors.ts'
import type { Deps } from '../../deps.ts'
import { canonicalJson, sha256 } from '../../hash.ts'

/** Stores a codebook version. The same content again changes nothing; other content under the same version is refused. */
export async function putCodebook(deps: Deps, codebook: Codebook): Promise<void> {
  const body = canonicalJson(codebook)
  const hash = sha256(body)
  await deps.writer.write(async ({ trx }) => {
    const held = await trx
      .selectFrom('codebook')
      .select('sha256')
      .where('id', '=', codebook.id)
      .where('version', '=', codebook.version)
      .executeTakeFirst()
    if (held?.sha256 === hash) return
    if (held) {
      throw new AppError(
        'already_exists',
        `Codebook ${codebook.id} version ${codebook.version} is stored already with other content. Give the changed one a new version.`,
      )
    }
    await trx.insertInto('codebook').values({ id: codebook.id, version: codebook.version, sha256: hash, body }).execute()
  })
}

/** The codebook a new project starts with. */
export const defaultCodebook: Codebook = mast14
