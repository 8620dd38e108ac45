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
  const unlock = config.database.kind === 'sqlite' ? lockDirectory(config.data) : () => undefined
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
    throw error
  }
}

/** Opens an installation to look at, beside a server that may be running. */
export function openInstallationReadOnly(config: Config, effects: Effects = {}): Installation {
  const { database } = config
  if (database.kind === 'sqlite' && !existsSync(database.file)) {
    throw new Error(`There is no Touchstone database at ${database.file}. Name the folder of one with --data.`)
  }
  const opened = openDatabaseReadOnly(database)
  return { deps: makeDeps(config, opened, effects), close: opened.close }
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
function lockDirectory(directory: string): () => void {
  mkdirSync(directory, { recursive: true })
  const lock = new SqliteDatabase(join(directory, 'touchstone.lock'), { timeout: 0 })
  try {
    lock.pragma('journal_mode = DELETE')
    lock.exec('begin exclusive')
  } catch {
    lock.close()
    throw new Error(
      `Another Touchstone process writes to ${directory} now (a server, perhaps). Stop it first, or choose another folder with --data.`,
    )
  }
  return () => lock.close()
}
