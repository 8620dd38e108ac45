import { type Kysely, sql } from 'kysely'

export type Dialect = 'sqlite' | 'postgres'

export function types(dialect: Dialect) {
  return { blob: dialect === 'postgres' ? sql`bytea` : sql`blob` }
}

/** Makes a table append-only: the database itself refuses to change or delete its rows. */
export async function refuseChanges(db: Kysely<never>, dialect: Dialect, table: string): Promise<void> {
  const message = `${table} is append-only`
  if (dialect === 'sqlite') {
    for (const act of ['update', 'delete']) {
      await sql`create trigger ${sql.ref(`${table}_no_${act}`)} before ${sql.raw(act)} on ${sql.table(table)} begin select raise(abort, ${sql.lit(message)}); end`.execute(
        db,
      )
    }
    return
  }
  await sql`create function ${sql.ref(`${table}_append_only`)}() returns trigger language plpgsql as ${sql.lit(`begin raise exception '${message}'; end`)}`.execute(
    db,
  )
  await sql`create trigger ${sql.ref(`${table}_no_change`)} before update or delete or truncate on ${sql.table(table)} for each statement execute function ${sql.ref(`${table}_append_only`)}()`.execute(
    db,
  )
}
