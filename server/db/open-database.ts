import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely'
import pg from 'pg'
import type { Dialect } from '../../migrations/index.ts'
import type { Database } from './database.ts'

export type OpenDatabase = { readonly db: Kysely<Database>; readonly dialect: Dialect; readonly close: () => Promise<void> }

export type DatabasePlace = { readonly kind: 'sqlite'; readonly file: string } | { readonly kind: 'postgres'; readonly url: string }

/** Opens for reading and writing. Does not migrate. */
export function openDatabase(place: DatabasePlace): OpenDatabase {
  return place.kind === 'sqlite' ? openSqlite(place.file) : openPostgres(place.url)
}

/** Opens the embedded database beside a running server; nothing can be written through it. */
export function openDatabaseReadOnly(place: DatabasePlace): OpenDatabase {
  if (place.kind === 'postgres') return openPostgres(place.url)
  const sqlite = new SqliteDatabase(place.file, { readonly: true, fileMustExist: true })
  sqlite.pragma('busy_timeout = 5000')
  // Reads the first page: a file that is no database is known here, not at some query.
  sqlite.pragma('schema_version')
  return fromSqlite(sqlite)
}

function openSqlite(file: string): OpenDatabase {
  if (file !== ':memory:') createPrivately(file)
  const sqlite = new SqliteDatabase(file)
  sqlite.pragma('journal_mode = WAL')
  // This build of SQLite falls back to NORMAL on every open of a file that is already in WAL mode: acknowledged commits
  // could then roll back on power loss. So it is set, and looked at, on each open.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')
  // A file this account may only read opens all the same; it must not be served until the first label fails.
  sqlite.exec('begin; pragma user_version = 0; rollback')
  const synchronous = sqlite.pragma('synchronous', { simple: true })
  if (synchronous !== 2)
    throw new Error(`The database did not accept synchronous = FULL (it says ${String(synchronous)}); labels would not be safe.`)
  return fromSqlite(sqlite)
}

/** Labels and session hashes are for this account alone; the files beside it take their mode from this one. */
function createPrivately(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  closeSync(openSync(file, 'a', 0o600))
}

function fromSqlite(sqlite: SqliteDatabase.Database): OpenDatabase {
  const db = new Kysely<Database>({ dialect: new SqliteDialect({ database: sqlite }) })
  return { db, dialect: 'sqlite', close: () => db.destroy() }
}

/** bigint (OID 20) comes as text by default; our sequences and sizes are safe integers. */
function parseBigint(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new Error(`The database holds ${text}, which is not a safe integer.`)
  return value
}

function openPostgres(url: string): OpenDatabase {
  const types: pg.CustomTypesConfig = {
    getTypeParser: (oid: number, format?: 'text' | 'binary') => {
      if (oid === 20) return parseBigint
      return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text')
    },
  }
  const pool = new pg.Pool({ connectionString: url, max: 10, types })
  // An idle connection that the server closes must not end the process; the next query reports it.
  pool.on('error', () => undefined)
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
  return { db, dialect: 'postgres', close: () => db.destroy() }
}
