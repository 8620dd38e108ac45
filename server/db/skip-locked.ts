import type { SelectQueryBuilder } from 'kysely'
import type { Dialect } from '../../migrations/index.ts'
import type { Database } from './database.ts'

/** Locks the rows a query picks and passes over those another process holds. SQLite has one writer, so there it changes nothing. */
export function skipLockedRows<TB extends keyof Database, O>(
  query: SelectQueryBuilder<Database, TB, O>,
  dialect: Dialect,
  table: TB & string,
) {
  return dialect === 'postgres' ? query.forUpdate(table).skipLocked() : query
}
