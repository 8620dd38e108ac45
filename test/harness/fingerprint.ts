import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import { sha256 } from '../../server/hash.ts'

/** Rows and hash of every table: equal before and after means that nothing at all was changed. */
export async function fingerprint(db: Kysely<Database>, without: readonly string[] = []): Promise<Record<string, string>> {
  const tables = (await db.introspection.getTables()).map((table) => table.name).filter((name) => !without.includes(name))
  const prints: Record<string, string> = {}
  for (const table of tables.toSorted()) {
    const { rows } = await sql<object>`select * from ${sql.table(table)}`.execute(db)
    prints[table] = `${rows.length} rows, ${sha256(
      rows
        .map((row) => JSON.stringify(row))
        .toSorted()
        .join('\n'),
    )}`
  }
  return prints
}
