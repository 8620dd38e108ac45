import type { Insertable, Transaction } from 'kysely'
import type { Database } from './database.ts'

/** SQLite binds at most 32,766 values in a statement, PostgreSQL 65,535. */
const MAX_VALUES = 30_000

/** Inserts any number of rows, as few statements as the databases allow. All rows must have the same columns. */
export async function insertRows<Table extends keyof Database>(
  trx: Transaction<Database>,
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
): Promise<void> {
  const [first] = rows
  if (!first) return
  const perStatement = Math.max(1, Math.floor(MAX_VALUES / Object.keys(first).length))
  for (let from = 0; from < rows.length; from += perStatement) {
    await trx
      .insertInto(table)
      .values(rows.slice(from, from + perStatement))
      .execute()
  }
}
