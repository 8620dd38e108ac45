import 'fake-indexeddb/auto'
import { expect, it, onTestFinished } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import type { Clock } from '../../client/live/clock.ts'
import type { OpenSocket } from '../../client/live/connection.ts'
import { openOutbox } from '../../client/live/outbox.ts'
import { saveState } from '../../client/live/save-state.ts'
import { type LiveSession, makeLiveSession } from '../../client/live/session.ts'
import { fakeTabs } from '../../client/live/testing.ts'
import type { SeatView } from '../../shared/assignments/seat.ts'
import { ClientId, ProjectId, type SegmentId, UserId } from '../../shared/ids.ts'
import { recordKey } from '../../shared/live/reduce.ts'
import { sqlite } from '../harness/databases.ts'
import { codebook, labels } from '../harness/traces.ts'
import { openWorld, PROJECT, type TestRound, type World } from '../harness/world.ts'

/** What becomes of every second answer: it is swallowed and nothing else happens, or the connection breaks with it. */
type Loss = 'swallowed' | 'cut'

const SEGMENTS = 8
/** The waits of the client are real; they are made this much shorter. */
const HASTE = 100

/** Passes everything on, except every second answer to a mutation. The answer comes only after the commit, so what is lost is durable. */
async function makeProxy(target: number, loss: Loss) {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const count = { answers: 0, lost: 0 }
  server.on('connection', (client, request) => {
    const { cookie = '' } = request.headers
    const upstream = new WebSocket(`ws://127.0.0.1:${target}/live`, { headers: { cookie, origin: `http://localhost:${target}` } })
    const early: string[] = []
    client.on('message', (data) => (upstream.readyState === WebSocket.OPEN ? upstream.send(data.toString()) : early.push(data.toString())))
    upstream.on('open', () => {
      for (const text of early) upstream.send(text)
    })
    upstream.on('message', (data) => {
      const text = data.toString()
      if (/"type":"mutation\.(accepted|rejected)"/.test(text) && ++count.answers % 2 === 0) {
        count.lost += 1
        if (loss === 'cut') client.terminate()
        return
      }
      client.send(text)
    })
    client.on('close', () => upstream.terminate())
    upstream.on('close', (code) => client.close(code === 1006 ? 1011 : code))
    for (const socket of [client, upstream]) socket.on('error', () => undefined)
  })
  onTestFinished(() => {
    for (const client of server.clients) client.terminate()
    server.close()
  })
  return { port: (server.address() as { port: number }).port, count }
}

const hastyClock: Clock = {
  now: () => Date.now(),
  random: () => 0.5,
  after: (ms, run) => {
    const timer = setTimeout(run, ms / HASTE)
    return () => clearTimeout(timer)
  },
}

function openSession(port: number, cookie: string): LiveSession {
  const project = ProjectId.parse(PROJECT)
  const userId = UserId.parse('ann')
  const openSocket: OpenSocket = (events) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { cookie } })
    socket.on('open', events.opened)
    socket.on('message', (data) => events.received(data.toString()))
    socket.on('close', events.closed)
    socket.on('error', () => undefined)
    return { send: (text) => socket.readyState === WebSocket.OPEN && socket.send(text), close: () => socket.close() }
  }
  const session = makeLiveSession({
    project,
    userId,
    clientId: ClientId.parse('browser'),
    openSocket,
    openTabs: fakeTabs().open,
    outbox: openOutbox({ databaseName: `lost-answers-${port}`, userId, project }),
    clock: hastyClock,
    isHidden: () => false,
    onTouched: () => undefined,
    onEvents: () => undefined,
    onFigures: () => undefined,
    onChange: () => undefined,
  })
  session.start()
  onTestFinished(session.close)
  return session
}

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > 2_000) throw new Error('It did not come about.')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Answers every segment, corrects every second one, and submits the trace, all without waiting for anything but the outbox. */
async function work(session: LiveSession, seat: SeatView, segments: readonly SegmentId[]): Promise<void> {
  const answer = (segmentId: SegmentId, baseRevision: number, note: string) =>
    session.mutate({
      type: 'segment.submit',
      seatId: seat.id,
      epoch: seat.epoch,
      segmentId,
      codebook,
      baseRevision,
      labels: labels({ 'FM-1.1': 'present' }, { notes: { 'FM-1.1': note } as never }),
    })
  for (const segment of segments) await answer(segment, 0, `first thought on ${segment}`)
  for (const segment of segments.filter((_segment, index) => index % 2 === 0)) {
    const shown = session.store.view().records[recordKey(seat.id, segment)]
    await answer(segment, shown?.revision ?? 0, `second thought on ${segment}`)
  }
  await session.mutate({ type: 'trace.submit', seatId: seat.id, epoch: seat.epoch, taskCompleted: true })
}

async function recorded(world: World, round: TestRound) {
  const rows = await world.deps.db.selectFrom('label').selectAll().where('round_id', '=', round.id).execute()
  const events = await world.deps.db.selectFrom('label_event').select('mutation_id').execute()
  return { rows: new Map(rows.map((row) => [row.segment_id, row])), events: events.map((event) => event.mutation_id) }
}

for (const loss of ['cut', 'swallowed'] as const) {
  const how = loss === 'cut' ? 'lost together with its connection' : 'swallowed and nothing else happens'
  it(`T36: when every second answer is ${how}, the end is what the annotator saw, and nothing is doubled`, {
    timeout: 60_000,
  }, async () => {
    const world = await openWorld(sqlite)
    const round = await world.makeRound({ traces: [Array.from({ length: SEGMENTS }, (_, index) => `segment ${index}`)], overlap: 1 })
    const seat = await world.takeSeat('ann', round)
    const segments = (round.traces[0]?.segments ?? []).map((segment) => segment.id)
    const proxy = await makeProxy(world.port, loss)
    const session = openSession(proxy.port, await world.cookie('ann'))
    await until(() => session.store.view().seats[seat.id] !== undefined)

    await work(session, seat, segments)
    const seen = session.store.view().records
    // Never "saved" while an answer is missing.
    expect(saveState(session).kind).not.toBe('saved')
    await until(() => session.waiting().length === 0 && session.connection().kind === 'ready')

    expect(proxy.count.lost).toBeGreaterThanOrEqual(SEGMENTS / 2)
    expect(session.rejected()).toEqual([])
    expect(saveState(session).kind).toBe('saved')
    const { rows, events } = await recorded(world, round)
    expect(events.length).toBe(SEGMENTS + SEGMENTS / 2)
    expect(new Set(events).size).toBe(events.length)
    for (const segment of segments) {
      const shown = seen[recordKey(seat.id, segment)]
      const row = rows.get(segment)
      expect([row?.revision, JSON.parse(row?.detail ?? '{}').notes]).toEqual([shown?.revision, shown?.labels?.notes])
      expect(session.store.view().records[recordKey(seat.id, segment)]).toMatchObject({ revision: shown?.revision, labels: shown?.labels })
    }
    expect(session.store.view().seats[seat.id]).toMatchObject({ state: 'submitted', taskCompleted: true })
    expect(session.store.pending()).toEqual([])
  })
}
