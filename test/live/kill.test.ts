import { expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { must } from '../../shared/assert.ts'
import type { MutationId } from '../../shared/ids.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import { PROTOCOL_VERSION } from '../../shared/live/protocol-version.ts'
import { startServerProcess } from '../harness/child.ts'
import { sqlite } from '../harness/databases.ts'
import { makeMutationIds } from '../harness/effects.ts'
import { mulberry32 } from '../harness/random.ts'
import { codebook, labels } from '../harness/traces.ts'
import { openWorld, PROJECT } from '../harness/world.ts'

const KILLS = 6
const SEGMENTS = 1_500
const IN_FLIGHT = 8

type Waiting = { readonly mutationId: MutationId; readonly mutation: Mutation }

/** What an annotator's browser does: sends in order, keeps what is not acknowledged, and sends it again under the same id. */
function labeller(cookie: string, work: Waiting[]) {
  const acknowledged = new Set<MutationId>()
  const unanswered = [...work]
  return {
    acknowledged,
    /** Resolves when the connection is gone. */
    run(port: number): Promise<void> {
      return new Promise((resolve) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { cookie, origin: `http://localhost:${port}` } })
        const sent = new Set<MutationId>()
        const fill = () => {
          for (const waiting of unanswered.slice(0, IN_FLIGHT)) {
            if (sent.has(waiting.mutationId)) continue
            sent.add(waiting.mutationId)
            socket.send(JSON.stringify({ type: 'mutate', ...waiting }))
          }
        }
        socket.on('open', () =>
          socket.send(JSON.stringify({ type: 'hello', protocolVersion: PROTOCOL_VERSION, clientId: 'c', project: PROJECT, cursor: null })),
        )
        socket.on('message', (data) => {
          const message = JSON.parse(data.toString())
          if (message.type === 'mutation.rejected') throw new Error(`${message.code}: ${message.message}`)
          if (message.type === 'mutation.accepted') {
            acknowledged.add(message.mutationId)
            unanswered.splice(
              unanswered.findIndex((waiting) => waiting.mutationId === message.mutationId),
              1,
            )
          }
          if (message.type === 'mutation.accepted' || message.type === 'welcome') fill()
        })
        socket.on('error', () => undefined)
        socket.on('close', () => resolve())
      })
    },
  }
}

it(`kill -9 at ${KILLS} random moments under load: every acknowledged label is there, and none twice`, { timeout: 90_000 }, async () => {
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
  await world.stop()

  const perLife: number[] = []
  const count = () => labellers.reduce((sum, one) => sum + one.acknowledged.size, 0)
  for (let life = 0; life < KILLS; life++) {
    const before = count()
    const server = await startServerProcess(world.config.data)
    const runs = labellers.map((one) => one.run(server.port))
    // At least one acknowledgement in every life, then anywhere in the next fifth of a second.
    while (count() === before) await new Promise((resolve) => setTimeout(resolve, 5))
    await new Promise((resolve) => setTimeout(resolve, random() * 200))
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
  // The numbers of the log have no gap, so nothing half was committed.
  const log = await db.selectFrom('event').select('sequence').where('project_id', '=', PROJECT).orderBy('sequence').execute()
  expect(log.map((row) => row.sequence)).toEqual(log.map((_row, index) => index + 1))
  console.log(`kill -9: ${count()} acknowledged, ${events.length} recorded; per life ${perLife.join(', ')}`)
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
