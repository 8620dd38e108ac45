import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it } from 'vitest'
import { ClientId, CodebookId, MutationId, ProjectId, SeatId, SegmentId, UserId } from '../../shared/ids.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import { recordKey } from '../../shared/live/reduce.ts'
import { openOutbox } from './outbox.ts'
import { saveState } from './save-state.ts'
import { UNANSWERED_MS } from './sender.ts'
import { makeLiveSession } from './session.ts'
import { fakeClock, fakeSockets, fakeTabs, welcome } from './testing.ts'

const seatId = SeatId.parse('seat-1')
const project = ProjectId.parse('p')
const seat = {
  id: 'seat-1',
  roundId: 'r1',
  traceId: 't1',
  traceTitle: 'A trace',
  annotatorId: 'ann',
  state: 'leased',
  epoch: 1,
  expiresAt: null,
  segments: 3,
  segmentIds: null,
  taskCompleted: null,
  submittedAt: null,
}
const held = { seats: [seat], records: [] }
const at = '2026-11-30T15:11:06.000Z'

let databaseName = ''
beforeEach(() => {
  databaseName = `test-${Math.random()}`
})

function submit(segment: string, value: 'present' | 'absent' = 'absent'): Mutation {
  return {
    type: 'segment.submit',
    seatId,
    epoch: 1,
    segmentId: SegmentId.parse(segment),
    codebook: { id: CodebookId.parse('mast'), version: '3' },
    baseRevision: 0,
    labels: { values: { 'FM-3.2': value } as never, evidence: [], notes: {}, decisive: false, bulk: false },
  }
}

function submitted(mutationId: string, segment: string, value: 'present' | 'absent' = 'absent', revision = 1) {
  const labels = { values: { 'FM-3.2': value }, evidence: [], notes: {}, decisive: false, bulk: false }
  const { roundId, traceId } = seat
  const record = {
    seatId,
    roundId,
    traceId,
    segmentId: segment,
    annotatorId: 'ann',
    state: 'submitted',
    labels,
    revision,
    at,
    late: false,
    exposed: false,
  }
  return { type: 'segment.submitted', mutationId, record }
}

function openSession(options: { tabs?: ReturnType<typeof fakeTabs>; user?: string } = {}) {
  const { clock, advance } = fakeClock()
  const sockets = fakeSockets()
  const userId = UserId.parse(options.user ?? 'ann')
  const session = makeLiveSession({
    project,
    userId,
    clientId: ClientId.parse('browser'),
    openSocket: sockets.open,
    openTabs: (options.tabs ?? fakeTabs()).open,
    outbox: openOutbox({ databaseName, userId, project }),
    clock,
    isHidden: () => false,
    onTouched: () => {},
    onEvents: () => {},
    onFigures: () => {},
    onChange: () => {},
  })
  session.start()
  const connect = (with_: Parameters<typeof welcome>[0] = { snapshot: held }) => {
    sockets.last().opened()
    sockets.last().receive(welcome({ userId, ...with_ }))
  }
  const mutations = () => sockets.last().sent.filter((message) => message.type === 'mutate')
  const marksOf = (segment: string) => session.store.view().records[recordKey(seatId, SegmentId.parse(segment))]?.labels?.values
  return { session, sockets, advance, connect, mutations, marksOf }
}

/** Lets what waits for the fake disk happen. */
const settle = async () => {
  for (let i = 0; i < 40; i++) await new Promise((resolve) => setTimeout(resolve, 0))
}

describe('a live session', () => {
  it('draws a submit at once, sends it after it is on disk, and says saved only when the server has it', async () => {
    const { session, sockets, connect, mutations, marksOf } = openSession()
    connect()
    const done = session.mutate(submit('s1', 'present'))
    expect(marksOf('s1')).toEqual({ 'FM-3.2': 'present' })
    expect(mutations()).toEqual([])
    const mutationId = await done
    await settle()
    expect(mutations()).toMatchObject([{ mutationId }])
    expect(saveState(session)).toEqual({ kind: 'saving', count: 1 })
    // The server sends the event first, then the answer.
    sockets.last().receive({ type: 'events', from: 'c0', to: 'c1', events: [submitted(mutationId, 's1', 'present')] })
    expect(session.store.pending()).toEqual([])
    expect(saveState(session)).toEqual({ kind: 'saving', count: 1 })
    sockets.last().receive({ type: 'mutation.accepted', mutationId, at })
    expect(saveState(session)).toEqual({ kind: 'saved', at })
    expect(marksOf('s1')).toEqual({ 'FM-3.2': 'present' })
  })

  it('shows a submit once, at its revision, when the last visit had sent it and never heard the answer', async () => {
    const first = openSession()
    first.connect()
    const mutationId = await first.session.mutate(submit('s1', 'present'))
    first.session.close()
    const second = openSession()
    await settle()
    const { record } = submitted(mutationId, 's1', 'present')
    second.connect({ snapshot: { seats: [seat], records: [record] } })
    const revision = () => second.session.store.view().records[recordKey(seatId, SegmentId.parse('s1'))]?.revision
    expect(revision()).toBe(1)
    await settle()
    second.sockets.last().receive({ type: 'mutation.accepted', mutationId, at })
    expect(second.session.store.pending()).toEqual([])
    expect(revision()).toBe(1)
  })

  it('asks for everything anew when a seat comes back to it, since what was recorded there before may be missing', () => {
    const { sockets, connect } = openSession()
    connect({ snapshot: { seats: [{ ...seat, state: 'submitted' }], records: [] } })
    sockets.last().receive({ type: 'events', from: 'c0', to: 'c1', events: [{ type: 'trace.reopened', mutationId: null, seat }] })
    expect(sockets.last().sent.at(-1)).toMatchObject({ type: 'hello', cursor: null })
    connect({ cursor: 'c1', events: [{ type: 'seat.leased', mutationId: null, seat: { ...seat, epoch: 3 } }] })
    expect(sockets.last().sent.at(-1)).toMatchObject({ type: 'hello', cursor: null })
  })

  it('is not saved from the moment of the act, before the act is even on the disk of this device', async () => {
    const { session, connect } = openSession()
    connect()
    const kept = session.mutate(submit('s1'))
    expect(saveState(session)).toEqual({ kind: 'saving', count: 1 })
    await kept
    expect(saveState(session)).toEqual({ kind: 'saving', count: 1 })
  })

  it('keeps fifty submits made offline and sends them in order, each once', async () => {
    const { session, sockets, connect } = openSession()
    connect()
    sockets.last().close(1006)
    const ids: MutationId[] = []
    for (let i = 0; i < 50; i++) ids.push(await session.mutate(submit(`s${i}`)))
    expect(saveState(session)).toEqual({ kind: 'offline', waiting: 50 })
    session.wake()
    connect({ events: [] })
    const arrived: string[] = []
    for (let i = 0; i < 50; i++) {
      const sent = sockets.last().sent.at(-1)
      arrived.push(sent.mutationId)
      sockets.last().receive({ type: 'mutation.accepted', mutationId: sent.mutationId, at })
    }
    expect(arrived).toEqual(ids)
    expect(saveState(session)).toEqual({ kind: 'saved', at })
  })

  it('sends an unanswered submit again under the same id after a reconnect', async () => {
    const { session, sockets, connect, mutations } = openSession()
    connect()
    const mutationId = await session.mutate(submit('s1'))
    await settle()
    sockets.last().close(1012)
    session.wake()
    connect({ events: [] })
    expect(mutations()).toMatchObject([{ mutationId }])
  })

  it('comes back with another connection when a submit is never answered', async () => {
    const { session, sockets, connect, mutations, advance } = openSession()
    connect()
    const mutationId = await session.mutate(submit('s1'))
    await settle()
    advance(UNANSWERED_MS)
    expect(session.connection().kind).toBe('waiting')
    session.wake()
    connect({ events: [] })
    expect(sockets.count()).toBe(2)
    expect(mutations()).toMatchObject([{ mutationId }])
  })

  it('finds after a reload what the last visit could not send', async () => {
    const first = openSession()
    const mutationId = await first.session.mutate(submit('s1', 'present'))
    first.session.close()
    const second = openSession()
    await settle()
    second.connect()
    await settle()
    expect(second.mutations()).toMatchObject([{ mutationId }])
    expect(second.marksOf('s1')).toEqual({ 'FM-3.2': 'present' })
  })

  it('takes a refused mark back, keeps its work for the user, also over a reload, until it is dismissed', async () => {
    const { session, sockets, connect, marksOf } = openSession()
    connect()
    const mutationId = await session.mutate(submit('s1', 'present'))
    await settle()
    sockets.last().receive({
      type: 'mutation.rejected',
      mutationId,
      code: 'revision_conflict',
      message: 'Somebody was faster.',
      retry: false,
      current: { revision: 2 },
    })
    expect(marksOf('s1')).toBeUndefined()
    expect(saveState(session).kind).toBe('conflict')
    await settle()
    session.close()
    const second = openSession()
    await settle()
    expect(second.session.rejected()).toMatchObject([{ mutationId, rejection: { code: 'revision_conflict', current: { revision: 2 } } }])
    await second.session.dismiss(mutationId)
    second.session.close()
    const third = openSession()
    await settle()
    expect(third.session.rejected()).toEqual([])
  })

  it('asks again later when the server is busy, before anything that came after', async () => {
    const { session, sockets, connect, mutations, advance } = openSession()
    connect()
    const first = await session.mutate(submit('s1'))
    await session.mutate(submit('s2'))
    await settle()
    sockets.last().receive({ type: 'mutation.rejected', mutationId: first, code: 'database_busy', message: '', retry: true, current: null })
    expect(mutations().length).toBe(1)
    advance(2_000)
    expect(mutations().map((message) => message.mutationId)).toEqual([first, first])
  })

  it("neither sends nor loses another user's work", async () => {
    const annsDay = openSession()
    const mutationId = await annsDay.session.mutate(submit('s1'))
    annsDay.session.close()
    const bobsDay = openSession({ user: 'bob' })
    bobsDay.connect({ snapshot: { seats: [], records: [] } })
    await settle()
    expect(bobsDay.mutations()).toEqual([])
    expect(bobsDay.session.waiting()).toEqual([])
    bobsDay.session.close()
    const again = openSession()
    await settle()
    expect(again.session.waiting()).toMatchObject([{ mutationId }])
  })

  it('sends nothing when another user turns out to be signed in', async () => {
    const { session, connect, mutations } = openSession()
    await session.mutate(submit('s1'))
    connect({ userId: 'bob', snapshot: { seats: [], records: [] } })
    await settle()
    expect(session.isOtherUser()).toBe(true)
    expect(mutations()).toEqual([])
  })

  it('lets one tab send, shows its work in the other, and hands over when it closes', async () => {
    const tabs = fakeTabs()
    const first = openSession({ tabs })
    first.connect()
    await settle()
    const second = openSession({ tabs })
    second.connect()
    const mutationId = await second.session.mutate(submit('s1', 'present'))
    await settle()
    expect(second.mutations()).toEqual([])
    expect(first.mutations()).toMatchObject([{ mutationId }])
    expect(first.marksOf('s1')).toEqual({ 'FM-3.2': 'present' })
    first.session.close()
    await settle()
    expect(second.mutations()).toMatchObject([{ mutationId }])
  })

  it('tells the other tab what was accepted', async () => {
    const tabs = fakeTabs()
    const first = openSession({ tabs })
    first.connect()
    await settle()
    const second = openSession({ tabs })
    second.connect()
    const mutationId = await second.session.mutate(submit('s1'))
    await settle()
    first.sockets.last().receive({ type: 'mutation.accepted', mutationId, at })
    expect(saveState(second.session)).toEqual({ kind: 'saved', at })
    // Its event is drawn over until it arrives here, or until the server has answered here twice without one.
    expect(second.session.store.pending()).toHaveLength(1)
    second.sockets.last().receive({ type: 'pong', n: 1 })
    expect(second.session.store.pending()).toHaveLength(1)
    second.sockets.last().receive({ type: 'pong', n: 2 })
    expect(second.session.store.pending()).toEqual([])
  })

  it('says hello again from its cursor after a gap, and with none after a reset', async () => {
    const { sockets, connect } = openSession()
    connect()
    sockets.last().receive({ type: 'events', from: 'c7', to: 'c8', events: [] })
    expect(sockets.last().sent.at(-1)).toMatchObject({ type: 'hello', cursor: 'c0' })
    sockets.last().receive(welcome({ cursor: 'c8', events: [submitted(MutationId.parse('0190a5b0-0000-7000-8000-000000000000'), 's1')] }))
    sockets.last().receive({ type: 'reset', reason: 'slow' })
    expect(sockets.last().sent.at(-1)).toMatchObject({ type: 'hello', cursor: null })
  })

  it('refuses at once what is too large for one message', async () => {
    const { session, connect } = openSession()
    connect()
    const large = submit('s1')
    if (large.type !== 'segment.submit') throw new Error('unexpected')
    const notes = { 'FM-3.2': 'x'.repeat(70_000) } as never
    await expect(session.mutate({ ...large, labels: { ...large.labels, notes } })).rejects.toThrow('64 kB')
    expect(session.store.pending()).toEqual([])
  })
})
