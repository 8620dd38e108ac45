import { existsSync } from 'node:fs'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '../../server/db/migrate.ts'
import { openDatabase } from '../../server/db/open-database.ts'
import { openInstallation, openInstallationReadOnly } from '../../server/installation.ts'
import { describeOnDatabases, type Place, sqlite } from '../harness/databases.ts'
import { fingerprint } from '../harness/fingerprint.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld } from '../harness/world.ts'

async function makePlace(database: { makePlace: () => Promise<Place> }): Promise<Place> {
  const place = await database.makePlace()
  onTestFinished(() => place.remove())
  return place
}

describeOnDatabases('storage', (database) => {
  it('migrates once: opening again changes nothing', async () => {
    const { config } = await makePlace(database)
    const first = await openInstallation(config)
    const before = await fingerprint(first.deps.db)
    expect(await migrate(first.deps.db, first.deps.dialect, () => 'never')).toEqual([])
    await first.close()
    const second = await openInstallation(config)
    onTestFinished(() => second.close())
    expect(await fingerprint(second.deps.db)).toEqual(before)
  })

  it('migrates once when two processes start at the same moment', async () => {
    const { config } = await makePlace(database)
    if (config.database.kind === 'sqlite') return
    const both = [openDatabase(config.database), openDatabase(config.database)]
    onTestFinished(() => Promise.all(both.map((one) => one.close())).then(() => undefined))
    const done = await Promise.all(both.map((one) => migrate(one.db, one.dialect, () => 'now')))
    expect(done.flat().length).toBeGreaterThan(0)
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(both[0]?.db ?? expect.fail())
    expect(new Set(rows.map((row) => row.name)).size).toBe(rows.length)
  })

  it('refuses a database that a newer version has changed, and leaves it as it is', async () => {
    const { config } = await makePlace(database)
    const first = await openInstallation(config)
    await sql`insert into migration (name, at) values ('999901010000-from-the-future', 'then')`.execute(first.deps.db)
    await first.close()
    await expect(openInstallation(config)).rejects.toThrow(/newer version of Touchstone.*999901010000-from-the-future/)
    // The refusal gave its lock back: it is the version that is wrong, not that somebody else is there.
    await expect(openInstallation(config)).rejects.toThrow(/newer version/)
  })

  it('refuses to change or delete what is append-only, also when asked by hand', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['one', 'two']] })
    const ann = await world.join('ann')
    const lead = await world.join('lead')
    await labelTrace(world, ann, 'ann', round, () => labels())
    const [trace] = round.traces
    const segmentId = trace?.segments[0]?.id ?? expect.fail()
    const settled = await lead.mutate({
      type: 'cell.settle',
      roundId: round.id,
      segmentId,
      mode: 'FM-1.1' as never,
      baseRevision: 0,
      value: 'absent',
      reason: 'slip',
      note: '',
    })
    expect(settled.type).toBe('mutation.accepted')
    const { db } = world.deps
    const before = await fingerprint(db)
    for (const table of ['event', 'label_event', 'decision_event']) {
      await expect(sql`update ${sql.table(table)} set project_id = 'other'`.execute(db)).rejects.toThrow('append-only')
      await expect(sql`delete from ${sql.table(table)}`.execute(db)).rejects.toThrow('append-only')
    }
    expect(await fingerprint(db)).toEqual(before)
  })

  it('keeps numbers, sizes and flags as they are, through a restart', async () => {
    const world = await openWorld(database)
    await world.makeRound({ traces: [['one', 'two']], more: { outcome: { success: false, rule: null, scores: { a: 0.1 } } } })
    const before = await fingerprint(world.deps.db)
    await world.restart()
    expect(await fingerprint(world.deps.db)).toEqual(before)
    const row = await world.deps.db.selectFrom('trace').select(['success', 'raw_end', 'segment_count']).executeTakeFirstOrThrow()
    expect(row).toEqual({ success: 0, raw_end: expect.any(Number), segment_count: 2 })
  })
})

it('SQLite opens with synchronous = FULL, write-ahead logging and foreign keys, on the first open and on every later one', async () => {
  const { config } = await makePlace(sqlite)
  for (let open = 1; open <= 3; open++) {
    const { deps, close } = await openInstallation(config)
    const pragma = async (name: string) => Object.values((await sql<object>`pragma ${sql.raw(name)}`.execute(deps.db)).rows[0] ?? {})[0]
    expect([open, await pragma('synchronous'), await pragma('journal_mode'), await pragma('foreign_keys')]).toEqual([open, 2, 'wal', 1])
    await close()
  }
})

it('a second process that writes to the same folder is refused with a sentence, and is let in when the first has ended', async () => {
  const { config } = await makePlace(sqlite)
  const first = await openInstallation(config)
  await expect(openInstallation(config)).rejects.toThrow(/Another Touchstone process writes to .* now.*--data/)
  // A command that only reads runs beside it.
  const reader = openInstallationReadOnly(config)
  await reader.deps.db.selectFrom('project').selectAll().execute()
  await expect(reader.deps.db.insertInto('setting').values({ key: 'a', value: 'b' }).execute()).rejects.toThrow(/readonly/)
  await reader.close()
  await first.close()
  const second = await openInstallation(config)
  await second.close()
})

it('a reader never makes a database where there is none', async () => {
  const { config } = await makePlace(sqlite)
  expect(() => openInstallationReadOnly(config)).toThrow()
  expect(config.database.kind === 'sqlite' && existsSync(config.database.file)).toBe(false)
})

it('a file that is no database is refused and not overwritten', async () => {
  const { config } = await makePlace(sqlite)
  if (config.database.kind !== 'sqlite') return
  const { writeFileSync, readFileSync } = await import('node:fs')
  writeFileSync(config.database.file, 'these are not the bytes of a database, but somebody may still want them')
  await expect(openInstallation(config)).rejects.toThrow()
  expect(readFileSync(config.database.file, 'utf8')).toContain('somebody may still want them')
})

it('the trigger that keeps history append-only is in the file, not in the process', async () => {
  const { config } = await makePlace(sqlite)
  await (await openInstallation(config)).close()
  const file = config.database.kind === 'sqlite' ? config.database.file : expect.fail()
  const other = new Sqlite(file, { readonly: true })
  const triggers = other.prepare("select count(*) as n from sqlite_master where type = 'trigger'").get()
  other.close()
  expect(triggers).toEqual({ n: 6 })
})
