import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { v7 as uuidv7 } from 'uuid'
import type { Config } from './config.ts'
import { migrate } from './db/migrate.ts'
import { openDatabase, openDatabaseReadOnly } from './db/open-database.ts'
import { makeWriter, type WriterEffects } from './db/writer.ts'
import type { Clock, Deps, Log, NextTurn } from './deps.ts'
import { makeHub } from './hub.ts'

export type Installation = { readonly deps: Deps; readonly close: () => Promise<void> }

export type Effects = {
  readonly clock?: Clock
  readonly newId?: (kind: string) => string
  readonly newSecret?: () => string
  readonly log?: Log
  readonly nextTurn?: NextTurn
  readonly commit?: NonNullable<WriterEffects['commit']>
}

const systemClock: Clock = { now: () => new Date() }

/** Sorts by time, and says of what it is an id. */
function timedId(kind: string): string {
  return `${kind}_${uuidv7().replaceAll('-', '')}`
}

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Opens an installation for reading and writing: lock, database, migrations. */
export async function openInstallation(config: Config, effects: Effects = {}): Promise<Installation> {
  const unlock = config.database.kind === 'sqlite' ? lockDirectory(config) : () => undefined
  try {
    const opened = openDatabase(config.database)
    const clock = effects.clock ?? systemClock
    await migrate(opened.db, opened.dialect, () => clock.now().toISOString())
    const deps = makeDeps(config, opened, effects)
    return {
      deps,
      close: async () => {
        await deps.writer.drain()
        await opened.close()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw explained(config, error)
  }
}

/** What the file system or the database says in codes, as a sentence a person can act on; anything else as it is. */
function explained({ data, database }: Config, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (database.kind !== 'sqlite') return error
  if (code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT'))
    return new Error(
      `${database.file} is no intact Touchstone database. Nothing was changed; put a good copy there, or choose another folder with --data.`,
    )
  if (/^(SQLITE_(CANTOPEN|READONLY|PERM)|EACCES|EPERM|EROFS|EEXIST|ENOTDIR)/.test(code))
    return new Error(
      `Touchstone cannot write to the folder ${data} (${code}). Make it a folder this account may write to, or choose another with --data.`,
    )
  return error
}

/** Opens an installation to look at, beside a server that may be running. */
export function openInstallationReadOnly(config: Config, effects: Effects = {}): Installation {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new Error(`There is no Touchstone database at ${database.file}. Name the folder of one with --data.`)
  }
  const opened = openReadable(config)
  return { deps: makeDeps(config, opened, effects), close: opened.close }
}

function openReadable(config: Config): ReturnType<typeof openDatabase> {
  try {
    return openDatabaseReadOnly(config.database)
  } catch (error) {
    throw explained(config, error)
  }
}

function makeDeps(config: Config, opened: ReturnType<typeof openDatabase>, effects: Effects): Deps {
  const log = effects.log ?? quiet
  const { commit, nextTurn = setImmediate } = effects
  return {
    db: opened.db,
    dialect: opened.dialect,
    writer: makeWriter(opened.db, (error) => log.error({ err: error }, 'what follows a commit failed'), {
      nextTurn,
      ...(commit ? { commit } : {}),
    }),
    clock: effects.clock ?? systemClock,
    nextTurn,
    newId: effects.newId ?? timedId,
    newSecret: effects.newSecret ?? (() => randomBytes(24).toString('base64url')),
    hub: makeHub(),
    config,
    log,
  }
}

/**
 * The embedded database has one writing process. The lock is held by an open transaction on a file of its own, so that it ends
 * with the process however that ends.
 */
function lockDirectory(config: Config): () => void {
  const directory = config.data
  let lock: SqliteDatabase.Database | null = null
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 })
    lock = new SqliteDatabase(join(directory, 'touchstone.lock'), { timeout: 0 })
    lock.pragma('journal_mode = DELETE')
    lock.exec('begin exclusive')
  } catch (error) {
    lock?.close()
    if (!(error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY'))) throw explained(config, error)
    throw new Error(
      `Another Touchstone process writes to ${directory} now (a server, perhaps). Stop it first, or choose another folder with --data.`,
    )
  }
  const held = lock
  return () => held.close()
}
