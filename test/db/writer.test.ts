import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { openInstallation } from '../../server/installation.ts'
import { isDiskFull } from '../../server/plugins/errors.ts'
import { describeOnDatabases, sqlite, type TestDatabase } from '../harness/databases.ts'

async function open(database: TestDatabase) {
  const place = await database.makePlace()
  const installation = await openInstallation(place.config)
  onTestFinished(async () => {
    await installation.close()
    await place.remove()
  })
  return installation.deps
}

const put =
  (key: string, value = 'v') =>
  (write: { trx: Awaited<ReturnType<typeof open>>['db'] }) =>
    write.trx.insertInto('setting').values({ key, value }).execute()

async function keys(deps: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  return (await deps.db.selectFrom('setting').select('key').orderBy('key').execute()).map((row) => row.key)
}

describeOnDatabases('the writer', (database) => {
  it('commits what arrives in one turn together, and undoes of it only what failed', async () => {
    const deps = await open(database)
    const outcomes = await Promise.allSettled([
      deps.writer.write(put('a')),
      deps.writer.write(async (write) => {
        await put('b')(write)
        throw new Error('thought better of it')
      }),
      deps.writer.write(put('a')),
      deps.writer.write(put('c')),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
    expect(await keys(deps)).toEqual(['a', 'c'])
  })

  it('tells the world only after the commit, in the order of the commands, and never of one that failed', async () => {
    const deps = await open(database)
    const told: string[] = []
    const tell = (key: string, fails = false) =>
      deps.writer.write(async (write) => {
        await put(key)(write)
        write.afterCommit(() => told.push(key))
        expect(told).toEqual([])
        if (fails) throw new Error('no')
      })
    await Promise.allSettled([tell('a'), tell('b', true), tell('c')])
    expect(told).toEqual(['a', 'c'])
  })

  it('acknowledges nobody when the commit itself fails, and goes on afterwards', async () => {
    const deps = await open(database)
    const told: string[] = []
    const doomed = (key: string) =>
      deps.writer.write(async (write) => {
        await put(key)(write)
        write.afterCommit(() => told.push(key))
        return key
      })
    // A rule that is only looked at when everything is committed.
    const breakCommit = deps.writer.write(async ({ trx }) => {
      if (deps.dialect === 'sqlite') {
        await sql`pragma defer_foreign_keys = on`.execute(trx)
        await trx.insertInto('membership').values({ project_id: 'nowhere', account_id: 'nobody', role: 'lead' }).execute()
        return
      }
      await sql`create temporary table deferred (n int unique deferrable initially deferred) on commit drop`.execute(trx)
      await sql`insert into deferred values (1), (1)`.execute(trx)
    })
    const outcomes = await Promise.allSettled([doomed('a'), breakCommit, doomed('b')])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['rejected', 'rejected', 'rejected'])
    expect(told).toEqual([])
    expect(await keys(deps)).toEqual([])
    expect(await doomed('c')).toBe('c')
    expect(told).toEqual(['c'])
  })

  it('goes on when what was to happen after a commit fails, and still acknowledges what is durable', async () => {
    const deps = await open(database)
    const told: string[] = []
    const outcomes = await Promise.allSettled([
      deps.writer.write(async (write) => {
        await put('a')(write)
        write.afterCommit(() => {
          throw new Error('a listener fell over')
        })
      }),
      deps.writer.write(async (write) => write.afterCommit(() => told.push('b'))),
    ])
    expect(outcomes.map((outcome) => outcome.status)).toEqual(['fulfilled', 'fulfilled'])
    expect(told).toEqual(['b'])
    await deps.writer.write(put('c'))
    expect(await keys(deps)).toEqual(['a', 'c'])
  })

  it('drains: when it says so, everything asked for is in the database', async () => {
    const deps = await open(database)
    const many = Array.from({ length: 600 }, (_, index) => deps.writer.write(put(`k${String(index).padStart(4, '0')}`)))
    await deps.writer.drain()
    expect((await keys(deps)).length).toBe(600)
    await Promise.all(many)
  })
})

it('on a full disk every command is refused as such, nothing half is left, reading goes on, and it recovers when there is space', async () => {
  const deps = await open(sqlite)
  await deps.writer.write(put('before'))
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(deps.db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 2)}`.execute(deps.db)
  const big = 'x'.repeat(3_000)
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, (_, index) => deps.writer.write(put(`k${index}`, big))))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  expect(refused.length).toBeGreaterThan(0)
  expect(refused.filter((outcome) => !isDiskFull(outcome.reason))).toEqual([])
  const acknowledged = outcomes.flatMap((outcome, index) => (outcome.status === 'fulfilled' ? [`k${index}`] : []))
  expect(await keys(deps)).toEqual(['before', ...acknowledged].toSorted())
  await sql`pragma max_page_count = 1000000`.execute(deps.db)
  await deps.writer.write(put('after', big))
  expect(await keys(deps)).toContain('after')
  expect((await sql<object>`pragma integrity_check`.execute(deps.db)).rows).toEqual([{ integrity_check: 'ok' }])
})
