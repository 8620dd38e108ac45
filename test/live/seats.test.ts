import { expect, it } from 'vitest'
import { WorkAnswer } from '../../shared/http/api.ts'
import { describeOnDatabases, type TestDatabase } from '../harness/databases.ts'
import { MINUTE } from '../harness/effects.ts'
import { fingerprint } from '../harness/fingerprint.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

const LEASE = 60 * MINUTE

async function ask(world: World, person: string, round: TestRound): Promise<WorkAnswer> {
  return WorkAnswer.parse((await world.http(person, 'POST', `/api/projects/${PROJECT}/rounds/${round.id}/seat`, {})).json())
}

async function withPeople(database: TestDatabase, count: number): Promise<{ world: World; people: string[] }> {
  const world = await openWorld(database)
  const people = Array.from({ length: count }, (_, index) => `p${String(index).padStart(3, '0')}`)
  for (const person of people) {
    await world.addPerson(person)
    await world.cookie(person)
  }
  return { world, people }
}

/** Every trace has exactly its overlap of seats, no person sits twice at one, and each lease stands in the history once. */
async function expectExactOverlap(world: World, round: TestRound, overlap: number): Promise<void> {
  const seats = await world.deps.db.selectFrom('seat').selectAll().where('round_id', '=', round.id).execute()
  expect(seats.length).toBe(round.traces.length * overlap)
  const held = seats.filter((seat) => seat.annotator_id !== null).map((seat) => `${seat.trace_id} ${seat.annotator_id} ${seat.pass}`)
  expect(new Set(held).size).toBe(held.length)
  const leased = seats.filter((seat) => seat.state === 'leased')
  const leases = await world.deps.db.selectFrom('seat_lease').selectAll().where('ended_at', 'is', null).execute()
  expect(leases.map((lease) => lease.seat_id).toSorted()).toEqual(leased.map((seat) => seat.id).toSorted())
}

describeOnDatabases('handing out work', (database) => {
  it('T28: twenty who ask at once for ten traces with overlap 2 get exactly twenty seats, two per trace', async () => {
    const { world, people } = await withPeople(database, 20)
    const round = await world.makeRound({ traces: Array.from({ length: 10 }, (_, index) => [`t${index}`]), overlap: 2 })
    const answers = await Promise.all(people.map((person) => ask(world, person, round)))
    const seats = answers.flatMap((answer) => (answer.kind === 'seat' ? [answer.seat] : []))
    expect([seats.length, new Set(seats.map((seat) => seat.id)).size]).toEqual([20, 20])
    const perTrace = round.traces.map((trace) => seats.filter((seat) => seat.traceId === trace.id).length)
    expect(perTrace).toEqual(Array.from({ length: 10 }, () => 2))
    await expectExactOverlap(world, round, 2)
  })

  it('a hundred requests at once over ten traces with overlap 2 give exactly twenty seats; the others are told why not', async () => {
    const { world, people } = await withPeople(database, 50)
    const round = await world.makeRound({ traces: Array.from({ length: 10 }, (_, index) => [`t${index}`]), overlap: 2 })
    const answers = await Promise.all([...people, ...people].map(async (person) => ({ person, answer: await ask(world, person, round) })))
    const seats = new Map(answers.flatMap(({ person, answer }) => (answer.kind === 'seat' ? [[answer.seat.id, person]] : [])))
    expect(seats.size).toBe(20)
    // Who asked twice got the same seat twice, not two.
    expect(new Set(seats.values()).size).toBe(20)
    for (const { answer } of answers)
      if (answer.kind === 'none') expect(answer).toMatchObject({ heldByOthers: 20, nextFreesAt: '2026-03-02T10:00:00.000Z' })
    await expectExactOverlap(world, round, 2)
  })

  it('T29: of two who ask for the last seat, one gets it, every time', async () => {
    const world = await openWorld(database)
    for (let game = 0; game < 25; game++) {
      const round = await world.makeRound({ traces: [[`only one ${game}`]], overlap: 1 })
      const answers = await Promise.all([ask(world, 'ann', round), ask(world, 'bob', round)])
      expect(answers.map((answer) => answer.kind).toSorted()).toEqual(['none', 'seat'])
    }
  })

  it('T52: asking again, as after a reload, gives the same seat and makes no second lease', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a'], ['b']], overlap: 1 })
    const first = await world.takeSeat('ann', round)
    for (let reload = 0; reload < 5; reload++) expect(await world.takeSeat('ann', round)).toEqual(first)
    await world.restart()
    expect(await world.takeSeat('ann', round)).toEqual(first)
    expect((await world.deps.db.selectFrom('seat_lease').selectAll().execute()).length).toBe(1)
  })

  it('T32: who gets nothing because others hold the seats is told how many, and when the next frees', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    await world.takeSeat('ann', round)
    expect(await ask(world, 'bob', round)).toEqual({
      kind: 'none',
      message: expect.stringContaining('1 seat is held by others now'),
      heldByOthers: 1,
      nextFreesAt: '2026-03-02T10:00:00.000Z',
    })
  })

  it('who has done all there is hears that nothing waits, and nothing about a seat they could not have', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 2 })
    const ann = await world.join('ann')
    await labelTrace(world, ann, 'ann', round, () => labels())
    await world.takeSeat('bob', round)
    expect(await ask(world, 'ann', round)).toMatchObject({
      kind: 'none',
      heldByOthers: 0,
      nextFreesAt: null,
      message: expect.stringContaining('nothing waits'),
    })
  })

  it('T31: a lease ends exactly at its time, once, with an event; the next who asks gets the seat', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const ann = await world.join('ann')
    const lost = await world.takeSeat('ann', round)
    world.effects.clock.advance(LEASE - 1)
    expect((await ask(world, 'bob', round)).kind).toBe('none')
    world.effects.clock.advance(1)
    const answers = await Promise.all([ask(world, 'bob', round), ask(world, 'cat', round)])
    expect(answers.map((answer) => answer.kind).toSorted()).toEqual(['none', 'seat'])
    await ann.settle()
    const released = ann.received.flatMap((message) =>
      message.type === 'events' ? message.events.filter((event) => event.type === 'seat.released') : [],
    )
    expect(released).toEqual([expect.objectContaining({ seatId: lost.id, annotatorId: 'ann', reason: 'lapsed' })])
    await expectExactOverlap(world, round, 1)
  })

  it('T31: the late submit of who lost the seat is kept, marked late, told to them, and out of agreement until a lead accepts it', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']], overlap: 2 })
    const [ann, bob, cat, lead] = await Promise.all(['ann', 'bob', 'cat', 'lead'].map((person) => world.join(person)))
    if (!ann || !bob || !cat || !lead) return expect.fail()
    const segments = round.traces[0]?.segments ?? []
    await labelTrace(world, bob, 'bob', round, () => labels())
    const lost = await world.takeSeat('ann', round)
    world.effects.clock.advance(LEASE)
    await labelTrace(world, cat, 'cat', round, () => labels())
    const answer = await submit(ann, lost, segments[0]?.id ?? expect.fail(), labels({ 'FM-1.1': 'present' }))
    expect(answer.type).toBe('mutation.accepted')
    await ann.next('events', (message) => message.events.some((event) => event.type === 'segment.submitted' && event.record.late))
    const raters = async () =>
      (
        (await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/agreement`)).json() as { raters: { id: string }[] }
      ).raters.map((rater) => rater.id)
    expect(await raters()).toEqual(['bob', 'cat'])
    const gold = async () => (await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/gold/gold.jsonl`)).text
    expect(await gold()).not.toContain('"rater":"ann"')
    // The trace itself is no longer hers to submit, and her seat view is gone.
    const finish = await ann.mutate({ type: 'trace.submit', seatId: lost.id, epoch: lost.epoch, taskCompleted: null })
    expect(finish).toMatchObject({ type: 'mutation.rejected', code: 'seat_lapsed' })
    const decided = await lead.mutate({ type: 'late.decide', seatId: lost.id, epoch: lost.epoch, verdict: 'accepted' })
    expect(decided.type).toBe('mutation.accepted')
    expect(await raters()).toEqual(['ann', 'bob', 'cat'])
    expect(await gold()).toContain('"rater":"ann"')
    await lead.mutate({ type: 'late.decide', seatId: lost.id, epoch: lost.epoch, verdict: 'refused' })
    expect(await raters()).toEqual(['bob', 'cat'])
    await ann.next('events', (message) => message.events.some((event) => event.type === 'late.decided' && event.verdict === 'refused'))
  })

  it('a lease that ran out while nobody else came is still good: the labels count', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    world.effects.clock.advance(3 * LEASE)
    await submit(ann, seat, round.traces[0]?.segments[0]?.id ?? expect.fail())
    expect(await world.deps.db.selectFrom('label').select('is_late').execute()).toEqual([{ is_late: 0 }])
    expect((await world.takeSeat('ann', round)).expiresAt).toBe(new Date(world.effects.clock.now().getTime() + LEASE).toISOString())
  })

  it('T30: a heartbeat keeps the seat through a long read, also after the first submit', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']], overlap: 1 })
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    const [s0, s1] = (round.traces[0]?.segments ?? []).map((segment) => segment.id)
    if (!s0 || !s1) return expect.fail()
    for (let beat = 0; beat < 12; beat++) {
      world.effects.clock.advance(25 * MINUTE)
      ann.send({ type: 'ping', n: 100 + beat, seatId: seat.id })
      await ann.settle()
      expect((await ask(world, 'bob', round)).kind).toBe('none')
      if (beat === 5) expect((await submit(ann, seat, s0)).type).toBe('mutation.accepted')
    }
    expect((await submit(ann, seat, s1)).type).toBe('mutation.accepted')
  })

  it("a heartbeat keeps nobody else's seat", async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const bob = await world.join('bob')
    const seat = await world.takeSeat('ann', round)
    world.effects.clock.advance(40 * MINUTE)
    bob.send({ type: 'ping', n: 7, seatId: seat.id })
    await bob.settle()
    expect((await world.deps.db.selectFrom('seat').select('expires_at').executeTakeFirstOrThrow()).expires_at).toBe(seat.expiresAt)
  })

  it('a skipped trace is offered to others, and never again to who skipped it', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a'], ['b']], overlap: 1 })
    const ann = await world.join('ann')
    const first = await world.takeSeat('ann', round)
    expect((await ann.mutate({ type: 'seat.skip', seatId: first.id, epoch: first.epoch, note: 'not my language' })).type).toBe(
      'mutation.accepted',
    )
    const second = await world.takeSeat('ann', round)
    expect(second.traceId).not.toBe(first.traceId)
    await ann.mutate({ type: 'seat.skip', seatId: second.id, epoch: second.epoch, note: '' })
    expect(await ask(world, 'ann', round)).toMatchObject({ kind: 'none', heldByOthers: 0 })
    expect((await world.takeSeat('bob', round)).traceId).toBe(first.traceId)
    expect(await ask(world, 'ann', round)).toMatchObject({ kind: 'none', heldByOthers: 0 })
  })

  it('a skip sent twice is one skip, and does not free what somebody else holds by now', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    const skip = { type: 'seat.skip', seatId: seat.id, epoch: seat.epoch, note: '' } as const
    await ann.mutate(skip)
    const taken = await world.takeSeat('bob', round)
    const before = await fingerprint(world.deps.db, ['mutation', 'seat_skip'])
    await ann.mutate(skip)
    expect(await fingerprint(world.deps.db, ['mutation', 'seat_skip'])).toEqual(before)
    expect(await world.takeSeat('bob', round)).toEqual(taken)
  })

  it('the quota of a round ends the offers, and a skip does not use it up', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a'], ['b'], ['c']], overlap: 1, policy: { quota: 1 } })
    const ann = await world.join('ann')
    const skipped = await world.takeSeat('ann', round)
    await ann.mutate({ type: 'seat.skip', seatId: skipped.id, epoch: skipped.epoch, note: '' })
    await labelTrace(world, ann, 'ann', round, () => labels())
    expect(await ask(world, 'ann', round)).toEqual({
      kind: 'none',
      message: 'You have done the 1 traces this round asks of you.',
      heldByOthers: 0,
      nextFreesAt: null,
    })
  })

  it('raising the overlap reopens finished traces for others, never for who has done them', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const [ann, bob, lead] = await Promise.all(['ann', 'bob', 'lead'].map((person) => world.join(person)))
    if (!ann || !bob || !lead) return expect.fail()
    await labelTrace(world, ann, 'ann', round, () => labels())
    expect((await ask(world, 'bob', round)).kind).toBe('none')
    expect((await bob.mutate({ type: 'round.widen', roundId: round.id, overlap: 2 })).type).toBe('mutation.rejected')
    expect((await lead.mutate({ type: 'round.widen', roundId: round.id, overlap: 2 })).type).toBe('mutation.accepted')
    expect((await ask(world, 'ann', round)).kind).toBe('none')
    await labelTrace(world, bob, 'bob', round, () => labels())
    await expectExactOverlap(world, round, 2)
    expect(await lead.mutate({ type: 'round.widen', roundId: round.id, overlap: 2 })).toMatchObject({
      type: 'mutation.rejected',
      message: expect.stringContaining('can only be raised'),
    })
  })

  it('a hidden repeat comes back to who did the first pass, last, and stays out of agreement and gold', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a'], ['b']], overlap: 1, policy: { repeats: 0.5 } })
    const ann = await world.join('ann')
    const seen = []
    for (let turn = 0; turn < 3; turn++)
      seen.push((await labelTrace(world, ann, 'ann', round, () => labels({ 'FM-1.1': turn === 2 ? 'present' : 'absent' }))).traceId)
    expect(new Set(seen).size).toBe(2)
    expect(seen.slice(0, 2)).toEqual(round.traces.map((trace) => trace.id))
    expect((await ask(world, 'ann', round)).kind).toBe('none')
    expect((await ask(world, 'bob', round)).kind).toBe('none')
    const gold = (await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/gold/gold.jsonl`)).text
    expect(gold).not.toContain('"value":"present"')
    // Nothing she can read says that it is a repeat.
    expect(ann.frames.join('')).not.toContain('pass')
  })

  it('a lead hands a seat back: its holder hears of it, others get it, and what was labelled is kept', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']], overlap: 1 })
    const ann = await world.join('ann')
    const lead = await world.join('lead')
    const seat = await world.takeSeat('ann', round)
    await submit(ann, seat, round.traces[0]?.segments[0]?.id ?? expect.fail())
    expect(await ann.mutate({ type: 'seat.hand_back', seatId: seat.id, epoch: seat.epoch, note: '' })).toMatchObject({
      type: 'mutation.rejected',
      code: 'not_allowed',
    })
    expect((await lead.mutate({ type: 'seat.hand_back', seatId: seat.id, epoch: seat.epoch, note: '' })).type).toBe('mutation.accepted')
    await ann.next('events', (message) => message.events.some((event) => event.type === 'seat.released' && event.reason === 'handed_back'))
    expect((await world.takeSeat('bob', round)).id).toBe(seat.id)
    expect((await world.deps.db.selectFrom('label').select('annotator_id').execute()).length).toBe(1)
    expect(await lead.mutate({ type: 'seat.hand_back', seatId: seat.id, epoch: seat.epoch, note: '' })).toMatchObject({
      type: 'mutation.rejected',
      code: 'revision_conflict',
    })
  })

  it('T48: a closed round hands out nothing and takes nothing, and says so with a code, a sentence and a status that is no success', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 2 })
    const ann = await world.join('ann')
    const lead = await world.join('lead')
    const seat = await world.takeSeat('ann', round)
    await lead.mutate({ type: 'round.close', roundId: round.id })
    const refused = await world.http('bob', 'POST', `/api/projects/${PROJECT}/rounds/${round.id}/seat`, {})
    expect(refused.status).toBe(409)
    expect(refused.json()).toEqual({ error: { code: 'round_closed', message: expect.any(String) } })
    expect(await submit(ann, seat, round.traces[0]?.segments[0]?.id ?? expect.fail())).toMatchObject({
      type: 'mutation.rejected',
      code: 'round_closed',
      retry: false,
    })
  })

  it('only chosen segments are asked for, counted and needed to finish', async () => {
    const world = await openWorld(database)
    const whole = await world.makeRound({ traces: [['a', 'b', 'c']], overlap: 1 })
    const trace = whole.traces[0] ?? expect.fail()
    const [s0, s1, s2] = trace.segments.map((segment) => segment.id)
    if (!s0 || !s1 || !s2) return expect.fail()
    const reply = await world.http('lead', 'POST', `/api/projects/${PROJECT}/rounds`, {
      name: 'Two of three',
      traces: [trace.id],
      segments: { [trace.id]: [s2, s0] },
      overlap: 1,
      policy: { blind: 'until_submit', kind: 'normal', quota: null },
    })
    const round = { id: (reply.json() as { id: TestRound['id'] }).id, traces: whole.traces }
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    expect([seat.segments, seat.segmentIds]).toEqual([2, [s0, s2]])
    expect(await submit(ann, seat, s1)).toMatchObject({ type: 'mutation.rejected', code: 'not_found' })
    await submit(ann, seat, s0)
    expect(await ann.mutate({ type: 'trace.submit', seatId: seat.id, epoch: seat.epoch, taskCompleted: null })).toMatchObject({
      code: 'trace_incomplete',
    })
    await submit(ann, seat, s2)
    expect((await ann.mutate({ type: 'trace.submit', seatId: seat.id, epoch: seat.epoch, taskCompleted: true })).type).toBe(
      'mutation.accepted',
    )
  })

  it('T78: the seats and segments of the board add up after skips, lapses, hand-backs and submits', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b'], ['c'], ['d']], overlap: 2 })
    const ann = await world.join('ann')
    const bob = await world.join('bob')
    const skipped = await world.takeSeat('ann', round)
    await ann.mutate({ type: 'seat.skip', seatId: skipped.id, epoch: skipped.epoch, note: '' })
    await labelTrace(world, ann, 'ann', round, () => labels())
    await labelTrace(world, bob, 'bob', round, () => labels())
    await world.takeSeat('cat', round)
    world.effects.clock.advance(2 * LEASE)
    await world.takeSeat('bob', round)
    const progress = (await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/progress`)).json() as {
      seats: Record<string, number>
      traces: { seats: { state: string }[] }[]
      segments: { total: number; submitted: number }
    }
    const { total, ...states } = progress.seats
    expect(Object.values(states).reduce((sum, n) => sum + n, 0)).toBe(total)
    expect(progress.traces.flatMap((trace) => trace.seats).length).toBe(total)
    for (const [state, n] of Object.entries(states))
      expect([state, progress.traces.flatMap((trace) => trace.seats).filter((seat) => seat.state === state).length]).toEqual([state, n])
    expect(progress.segments.total).toBe(8)
  })
})
