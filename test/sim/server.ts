/** The real server without its sockets: opened from a folder, killed at any moment, opened again from what is on the disk. */
import { rmSync } from 'node:fs'
import type { ControlledTransaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../../server/db/database.ts'
import type { Deps } from '../../server/deps.ts'
import { signIn as tradeLink } from '../../server/features/accounts/commands.ts'
import { createSignInLink, toActor } from '../../server/features/accounts/index.ts'
import { findAccountBySession } from '../../server/features/accounts/queries.ts'
import { takeSeat } from '../../server/features/assignments/index.ts'
import { type Connection, makeConnection, type ServerSocket } from '../../server/features/live/connection.ts'
import { type Cursors, makeCursors } from '../../server/features/live/cursor.ts'
import { makeRunMutation, type RunMutation } from '../../server/features/live/run-mutation.ts'
import { sha256 } from '../../server/hash.ts'
import { type Installation, openInstallation } from '../../server/installation.ts'
import type { WorkAnswer } from '../../shared/http/api.ts'
import type { UserId } from '../../shared/ids.ts'
import type { Chance } from './chance.ts'
import type { Actor, Scheduler } from './scheduler.ts'
import { configOf, copyData, PROJECT, scratchFolder } from './template.ts'
import type { Trail } from './trail.ts'

/** What the disk of the server does. */
export type Disk = { isFull: boolean; isSlow: boolean }

export type Accepted = { readonly receive: (text: string) => void; readonly end: () => void }

export type SimServer = {
  readonly disk: Disk
  /** Its clock minus the true time. */
  skewMs: number
  readonly isUp: () => boolean
  readonly actor: () => Actor
  readonly folder: () => string
  readonly start: () => Promise<void>
  readonly crash: () => void
  /** Null: nobody is signed in with this token. */
  readonly accept: (socket: ServerSocket, token: string) => Promise<Accepted | null>
  readonly isSignedIn: (token: string) => Promise<boolean>
  readonly signIn: (userId: UserId) => Promise<string>
  /** Ends a session without a word to anybody, as time does. */
  readonly expire: (token: string) => Promise<void>
  /** Ends a session as signing out elsewhere does. */
  readonly revoke: (token: string) => Promise<void>
  readonly takeSeat: (token: string, roundId: string) => Promise<WorkAnswer>
  readonly fillPages: (isFull: boolean) => Promise<void>
  readonly cursors: () => Cursors
  /** Closes the last one and all that crashed, and removes their folders. */
  readonly close: () => Promise<void>
}

type Life = {
  readonly actor: Actor
  readonly folder: string
  readonly installation: Installation
  /** One for all connections, so that what they send in one turn is written together. */
  readonly run: RunMutation
  readonly cursors: Cursors
  readonly connections: Set<Connection>
  /** What waits for a turn of virtual time; let go when the dead are buried. */
  readonly held: Set<(isBuried: boolean) => void>
}

class DiskFullError extends Error {
  readonly code = 'SQLITE_FULL'
}

export function makeSimServer(options: {
  readonly scheduler: Scheduler
  readonly chance: Chance
  readonly trail: Trail
  readonly folder: string
}): SimServer {
  const { scheduler, chance, trail } = options
  const disk: Disk = { isFull: false, isSlow: false }
  const dead: Life[] = []
  let life: Life | null = null
  let folder = options.folder
  let ids = 0
  let lives = 0

  function up(): Life {
    if (!life) throw new Error('The server is down.')
    return life
  }
  const deps = (): Deps => up().installation.deps

  async function start(): Promise<void> {
    lives += 1
    const actor: Actor = { name: `server ${lives}`, isAlive: true }
    const held: Life['held'] = new Set()
    const turns = { last: 0 }
    let isBuried = false

    function wait(ms: number): Promise<void> {
      return new Promise((resolve, reject) => {
        const go = (buried: boolean) => {
          held.delete(go)
          isBuried = buried
          if (buried) reject(new Error('This server was killed.'))
          else resolve()
        }
        held.add(go)
        scheduler.inOrder(turns, ms, actor, () => go(false))
      })
    }

    async function commit(trx: ControlledTransaction<Database>): Promise<void> {
      if (isBuried) throw new Error('This server was killed.')
      if (disk.isFull) throw new DiskFullError('database or disk is full')
      if (disk.isSlow) await wait(chance.between(0, 400))
      await trx.commit().execute()
      // Durable, and nobody has been told yet: a crash here is why an act may be sent twice.
      if (disk.isSlow) await wait(chance.between(0, 400))
    }

    const installation = await openInstallation(configOf(folder), {
      clock: { now: () => new Date(scheduler.now() + server.skewMs) },
      newId: (kind) => `${kind}_${String(++ids).padStart(6, '0')}`,
      newSecret: () => `secret-number-${String(++ids).padStart(10, '0')}`,
      nextTurn: (run) => {
        if (isBuried) return queueMicrotask(run)
        wait(1).then(run, run)
      },
      commit,
    })
    const row = await installation.deps.db
      .selectFrom('setting')
      .select('value')
      .where('key', '=', 'cursor_secret')
      .executeTakeFirstOrThrow()
    const connections = new Set<Connection>()
    installation.deps.hub.subscribe((published) => {
      for (const connection of connections) connection.publish(published)
    })
    installation.deps.hub.onRevoke((session) => {
      for (const connection of connections) if (connection.sessionSha256 === session) connection.close(4401, 'signed out')
    })
    life = { actor, folder, installation, run: makeRunMutation(installation.deps), cursors: makeCursors(row.value), connections, held }
    trail.note('server', `starts (life ${lives})`)
  }

  function crash(): void {
    const last = up()
    last.actor.isAlive = false
    dead.push(last)
    life = null
    folder = scratchFolder()
    copyData(last.folder, folder)
    trail.note('server', 'crashes')
  }

  async function accountOf(token: string) {
    return findAccountBySession(deps().db, sha256(token), deps().clock.now().toISOString())
  }

  async function accept(socket: ServerSocket, token: string): Promise<Accepted | null> {
    const { installation, run, cursors, connections } = up()
    const account = await accountOf(token)
    if (!account) return null
    const connection = makeConnection(socket, {
      deps: installation.deps,
      run,
      cursors,
      account,
      sessionSha256: sha256(token),
      onPresence: () => undefined,
    })
    connections.add(connection)
    return {
      receive: connection.receive,
      end: () => {
        connections.delete(connection)
        connection.end()
      },
    }
  }

  const server: SimServer = {
    disk,
    skewMs: 0,
    isUp: () => life !== null,
    actor: () => up().actor,
    folder: () => folder,
    start,
    crash,
    accept,
    cursors: () => up().cursors,
    isSignedIn: async (token) => (await accountOf(token)) !== undefined,
    signIn: async (userId) => (await tradeLink(deps(), await createSignInLink(deps(), userId, { isReusable: false, days: 1 }))).token,
    expire: async (token) => {
      const at = deps().clock.now().toISOString()
      await deps().writer.write(({ trx }) =>
        trx.updateTable('session').set({ expires_at: at }).where('token_sha256', '=', sha256(token)).execute(),
      )
    },
    revoke: async (token) => {
      await server.expire(token)
      if (life) life.installation.deps.hub.revoke(sha256(token))
    },
    takeSeat: async (token, roundId) => {
      const account = await accountOf(token)
      if (!account) throw new Error('not signed in')
      return takeSeat(deps(), await toActor(deps(), account, PROJECT), roundId)
    },
    fillPages: async (isFull) => {
      const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(deps().db)
      const pages = isFull ? (rows[0]?.page_count ?? 0) : 1_000_000
      await sql`pragma max_page_count = ${sql.lit(pages)}`.execute(deps().db)
    },
    close: async () => {
      const lives = life ? [...dead, life] : dead
      life = null
      for (const one of lives) {
        one.actor.isAlive = false
        // Whatever hung in a commit is let go, fails, and lets the files be closed.
        for (let left = 0; one.held.size > 0 && left < 100; left++) {
          for (const go of [...one.held]) go(true)
          await Promise.resolve()
        }
        await one.installation.close()
        rmSync(one.folder, { recursive: true, force: true })
      }
    },
  }
  return server
}
