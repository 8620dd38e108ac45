import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { must } from '../../shared/assert.ts'
import type { MutationId } from '../../shared/ids.ts'
import { startServerProcess } from '../harness/child.ts'
import { sqlite } from '../harness/databases.ts'
import { makeMutationIds } from '../harness/effects.ts'
import { mulberry32 } from '../harness/random.ts'
import { codebook, labels } from '../harness/traces.ts'
import { openWorld, PROJECT } from '../harness/world.ts'
import { importer, labeller, type Waiting } from './under-load.ts'

const KILLS = 15
const SEGMENTS = 4_000
/** Longest time from the first answer of a life to its end. */
const LIFE_MS = 200

it(`kill -9 at ${KILLS} random moments, while three label and one imports: what was acknowledged is there, and nothing twice`, {
  timeout: 180_000,
}, async () => {
  const seed = Number(process.env['TOUCHSTONE_SEED'] ?? Date.now() % 1_000_000)
  console.log(`kill -9: TOUCHSTONE_SEED=${seed}`)
  const random = mulberry32(seed)
  const world = await openWorld(sqlite)
  const people = ['ann', 'bob', 'cat']
  const round = await world.makeRound({
    traces: people.map((person) => Array.from({ length: SEGMENTS }, (_, index) => `${person} ${index}`)),
    overlap: 1,
  })
  // The server process lives in real time; so must the sessions and leases that were made for it.
  world.effects.clock.advance(Date.now() - world.effects.clock.now().getTime())
  const labellers = await Promise.all(
    people.map(async (person, index) => {
      const seat = await world.takeSeat(person, round)
      const newId = makeMutationIds(index + 1)
      const trace = must(
        round.traces.find((one) => one.id === seat.traceId),
        'the trace of the seat',
      )
      const work = trace.segments.map(
        ({ id }): Waiting => ({
          mutationId: newId(),
          mutation: {
            type: 'segment.submit',
            seatId: seat.id,
            epoch: seat.epoch,
            segmentId: id,
            codebook,
            baseRevision: 0,
            labels: labels(),
          },
        }),
      )
      return labeller(await world.cookie(person), work)
    }),
  )
  // Not the lead of before, whose session is older than that.
  const uploads = importer(await world.cookie('lead2'))
  const workers = [...labellers, uploads]
  await world.stop()

  const perLife: number[] = []
  const count = () => labellers.reduce((sum, one) => sum + one.done(), 0)
  for (let life = 0; life < KILLS; life++) {
    const before = count()
    // Every third life lasts until an upload is answered, so that kills also fall into the middle of a later one.
    const uploadsBefore = life % 3 === 2 ? uploads.done() : -1
    const server = await startServerProcess(world.config.data)
    const runs = workers.map((one) => one.run(server.port))
    // At least one acknowledgement in every life, then anywhere in the next fifth of a second.
    while (count() === before || uploads.done() === uploadsBefore) await sleep(2)
    await sleep(random() * LIFE_MS)
    await server.kill('SIGKILL')
    await Promise.all(runs)
    perLife.push(count() - before)
  }

  await world.resume()
  const { db } = world.deps
  const events = await db.selectFrom('label_event').select(['mutation_id', 'segment_id', 'annotator_id', 'revision']).execute()
  const recorded = events.map((event) => event.mutation_id as MutationId)
  expect(new Set(recorded).size).toBe(recorded.length)
  const held = new Set(recorded)
  const lost = labellers.flatMap((one) => [...one.acknowledged].filter((id) => !held.has(id)))
  expect(lost).toEqual([])
  // One event and one current label per segment; nothing was answered twice in a different way.
  expect(events.filter((event) => event.revision !== 1)).toEqual([])
  expect(new Set(events.map((event) => event.segment_id)).size).toBe(events.length)
  expect((await db.selectFrom('label').select('segment_id').execute()).length).toBe(events.length)
  expect((await db.selectFrom('mutation').select('id').execute()).length).toBe(events.length)
  // Of each uploaded trace there is one, and it is whole.
  const traces = await db.selectFrom('trace').select(['id', 'native_key', 'segment_count']).execute()
  const segments = await db
    .selectFrom('segment')
    .select(['trace_id', (eb) => eb.fn.countAll<number>().as('n')])
    .groupBy('trace_id')
    .execute()
  const ids = new Set<string>(traces.map((trace) => trace.id))
  expect([...uploads.acknowledged].filter((id) => !ids.has(id))).toEqual([])
  expect(new Set(traces.map((trace) => trace.native_key)).size).toBe(traces.length)
  expect(new Map(segments.map((row) => [row.trace_id, row.n]))).toEqual(new Map(traces.map((trace) => [trace.id, trace.segment_count])))
  expect(uploads.done()).toBeGreaterThanOrEqual(Math.floor(KILLS / 3))
  const health = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db)
  expect(health.rows).toEqual([{ integrity_check: 'ok' }])
  expect((await sql`pragma foreign_key_check`.execute(db)).rows).toEqual([])
  // The numbers of the log have no gap, so nothing half was committed.
  const log = await db.selectFrom('event').select('sequence').where('project_id', '=', PROJECT).orderBy('sequence').execute()
  expect(log.map((row) => row.sequence)).toEqual(log.map((_row, index) => index + 1))
  console.log(`kill -9: ${count()} acknowledged, ${events.length} recorded, ${uploads.done()} uploads; per life ${perLife.join(', ')}`)
  expect(perLife.every((n) => n > 0)).toBe(true)
})

it('a server that is asked to stop ends well: what was acknowledged is there, and clients are told to come back', {
  timeout: 60_000,
}, async () => {
  const world = await openWorld(sqlite)
  await world.cookie('ann')
  const cookie = await world.cookie('ann')
  world.effects.clock.advance(0)
  await world.deps.db.updateTable('session').set({ expires_at: '2999-01-01T00:00:00.000Z' }).execute()
  await world.stop()
  const server = await startServerProcess(world.config.data)
  const socket = new WebSocket(`ws://127.0.0.1:${server.port}/live`, { headers: { cookie, origin: `http://localhost:${server.port}` } })
  await new Promise((resolve) => socket.once('open', resolve))
  const closed = new Promise<number>((resolve) => socket.once('close', resolve))
  expect(await server.kill('SIGTERM')).toBe(0)
  expect(await closed).toBe(1012)
  await world.resume()
})
