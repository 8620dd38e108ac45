import { type Kysely, sql } from 'kysely'
import { type Dialect, migrations } from '../../migrations/index.ts'
import type { Database } from './database.ts'

const names = Object.keys(migrations)

/** Two processes that start together on PostgreSQL must not both migrate, nor both make the table that says who did. */
async function lock(trx: Kysely<Database>, dialect: Dialect): Promise<void> {
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(7461001)`.execute(trx)
}

async function makeTable(db: Kysely<Database>, dialect: Dialect): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lock(trx, dialect)
    await sql`create table if not exists migration (name text primary key, at text not null)`.execute(trx)
  })
}

async function applied(db: Kysely<Database>): Promise<string[]> {
  const rows = await sql<{ name: string }>`select name from migration order by name`.execute(db)
  return rows.rows.map((row) => row.name)
}

/**
 * Brings the tables up to date, each migration in a transaction of its own.
 * Refuses a database that a newer version has already changed.
 */
export async function migrate(db: Kysely<Database>, dialect: Dialect, now: () => string): Promise<string[]> {
  await makeTable(db, dialect)
  const done = await applied(db)
  const unknown = done.find((name) => !names.includes(name))
  if (unknown) {
    throw new Error(
      `This database was changed by a newer version of Touchstone (migration ${unknown}). Start that version, or restore a backup.`,
    )
  }
  const todo = names.filter((name) => !done.includes(name))
  for (const name of todo) {
    await db.transaction().execute(async (trx) => {
      await lock(trx, dialect)
      if ((await applied(trx)).includes(name)) return
      await migrations[name]?.up(trx as unknown as Kysely<never>, dialect)
      await sql`insert into migration (name, at) values (${name}, ${now()})`.execute(trx)
    })
  }
  return todo
}
