import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { migrations } from '../../migrations/index.ts'
import { readConfig } from '../../server/config.ts'
import type { Database } from '../../server/db/database.ts'
import { openInstallation } from '../../server/installation.ts'
import { startServerProcess } from '../harness/child.ts'
import { mulberry32 } from '../harness/random.ts'

const KILLS = 6
const script = join(import.meta.dirname, '../harness/migrate-child.ts')

type Said = { readonly kind: 'ready' } | { readonly kind: 'begun' } | { readonly kind: 'done'; readonly ms: number }

/** A process that has loaded everything and waits for the word, so that the moment of the kill is one of migrating. */
async function startMigrator(): Promise<ChildProcess> {
  const child = fork(script, [], { execArgv: ['--import', 'tsx'], stdio: 'ignore' })
  await hear(child, 'ready')
  return child
}

function hear<Kind extends Said['kind']>(child: ChildProcess, kind: Kind): Promise<Extract<Said, { kind: Kind }>> {
  return new Promise((resolve, reject) => {
    child.on('message', (said: Said) => {
      if (said.kind === kind) resolve(said as Extract<Said, { kind: Kind }>)
    })
    child.once('exit', (code) => reject(new Error(`The process ended with ${code} before it said ${kind}.`)))
  })
}

async function tables(db: Kysely<Database>): Promise<unknown[]> {
  return (await sql`select type, name, sql from sqlite_master order by type, name`.execute(db)).rows
}

it(`kill -9 at ${KILLS} random moments while a new folder is migrated: the next start finishes it, and nothing is there twice`, {
  timeout: 120_000,
}, async () => {
  const seed = Number(process.env['TOUCHSTONE_SEED'] ?? Date.now() % 1_000_000)
  console.log(`kill -9 while migrating: TOUCHSTONE_SEED=${seed}`)
  const random = mulberry32(seed)
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))

  const whole = join(folder, 'whole')
  const first = await startMigrator()
  const gone = once(first, 'exit')
  first.send(whole)
  const { ms } = await hear(first, 'done')
  await gone
  const reference = await openInstallation(readConfig({ data: whole, port: 0 }, {}))
  const expected = await tables(reference.deps.db)
  await reference.close()

  let unfinished = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const data = join(folder, `killed-${kill}`)
    const child = await startMigrator()
    const ended = once(child, 'exit')
    const finished = hear(child, 'done').then(
      () => true,
      () => false,
    )
    child.send(data)
    await hear(child, 'begun')
    await sleep(random() * ms)
    child.kill('SIGKILL')
    await ended
    if (!(await finished)) unfinished += 1

    const again = await openInstallation(readConfig({ data, port: 0 }, {}))
    const { db } = again.deps
    expect(await tables(db)).toEqual(expected)
    const names = await sql<{ name: string }>`select name from migration order by name`.execute(db)
    expect(names.rows.map((row) => row.name)).toEqual(Object.keys(migrations))
    expect((await sql`pragma integrity_check`.execute(db)).rows).toEqual([{ integrity_check: 'ok' }])
    await again.close()
  }
  console.log(`kill -9 while migrating: ${unfinished} of ${KILLS} were killed before they had finished (of ${ms.toFixed(0)} ms)`)
  expect(unfinished).toBeGreaterThan(0)

  const server = await startServerProcess(join(folder, 'killed-0'))
  expect(await server.kill('SIGTERM')).toBe(0)
})
