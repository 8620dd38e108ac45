import type { Kysely } from 'kysely'
import type { Database } from '../../db/database.ts'

export async function findProject(db: Kysely<Database>, projectId: string) {
  return db.selectFrom('project').select(['id', 'name']).where('id', '=', projectId).executeTakeFirst()
}
