import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { must } from '../../shared/assert.ts'
import { ModeId } from '../../shared/ids.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { MINUTE } from '../harness/effects.ts'
import { labels } from '../harness/traces.ts'
import { openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

function segment(round: TestRound, trace = 0, position = 0) {
  return must(round.traces[trace]?.segments[position], 'a segment').id
}

const records = async (world: World) =>
  (await world.deps.db.selectFrom('label').select(['annotator_id', 'state', 'vector', 'is_late']).orderBy('annotator_id').execute()).map(
    ({ annotator_id: by, state, vector, is_late: late }) => ({ by, state, vector, late }),
  )

describeOnDatabases('what happens to a label', (database) => {
  it('T34: of two who submit at the same instant for the last place, both answers are kept; the one too many is marked, and its author told', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const [ann, bob] = [await world.join('ann'), await world.join('bob')]
    const lost = await world.takeSeat('ann', round)
    world.effects.clock.advance(61 * MINUTE)
    const taken = await world.takeSeat('bob', round)
    const answers = await Promise.all([submit(ann, lost, segment(round)), submit(bob, taken, segment(round))])
    expect(answers.map((answer) => answer.type)).toEqual(['mutation.accepted', 'mutation.accepted'])
    expect(await records(world)).toMatchObject([
      { by: 'ann', late: 1 },
      { by: 'bob', late: 0 },
    ])
    const told = await ann.next('events', (message) => message.events.some((event) => event.type === 'segment.submitted'))
    expect(told.events.find((event) => event.type === 'segment.submitted')).toMatchObject({ record: { annotatorId: 'ann', late: true } })
    const seats = await world.deps.db.selectFrom('seat').select('annotator_id').where('round_id', '=', round.id).execute()
    expect(seats).toEqual([{ annotator_id: 'bob' }])
  })

  it('T43: two who choose the same mode on the same segment, at the same moment, are two answers', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 2 })
    const [ann, bob] = [await world.join('ann'), await world.join('bob')]
    const [annSeat, bobSeat] = [await world.takeSeat('ann', round), await world.takeSeat('bob', round)]
    const same = labels({ 'FM-1.1': 'present' })
    const answers = await Promise.all([submit(ann, annSeat, segment(round), same), submit(bob, bobSeat, segment(round), same)])
    expect(answers.map((answer) => answer.type)).toEqual(['mutation.accepted', 'mutation.accepted'])
    expect(await records(world)).toEqual(['ann', 'bob'].map((by) => ({ by, state: 'submitted', vector: `p${'a'.repeat(13)}`, late: 0 })))
  })

  it('T46: the answers of a training round are there after a restart, as they were given', async () => {
    const world = await openWorld(database)
    const training = await world.makeRound({ traces: [['a', 'b']], overlap: 1, policy: { kind: 'training' } })
    const before = await world.join('ann')
    const seat = await world.takeSeat('ann', training)
    const said = labels({ 'FM-3.2': 'unsure' }, { notes: { [ModeId.parse('FM-3.2')]: 'as the guideline has it' } })
    expect((await submit(before, seat, segment(training, 0, 1), said)).type).toBe('mutation.accepted')
    await world.restart()
    const after = await world.connect('ann')
    const { state } = await after.hello()
    expect(state).toMatchObject({
      kind: 'snapshot',
      snapshot: { seats: [{ id: seat.id }], records: [{ segmentId: segment(training, 0, 1), labels: said, revision: 1 }] },
    })
  })

  it('T84: skip, cannot judge and later leave three things that can be told apart', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b'], ['c']], overlap: 1 })
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    const trace = round.traces.findIndex((one) => one.id === seat.traceId)
    const cannot = labels({ 'FM-1.1': 'unsure', 'FM-3.3': 'not_applicable' })
    expect((await submit(ann, seat, segment(round, trace, 0), cannot)).type).toBe('mutation.accepted')
    await ann.mutate({ type: 'segment.defer', seatId: seat.id, epoch: seat.epoch, segmentId: segment(round, trace, 1) })
    expect((await records(world)).map(({ state, vector }) => ({ state, vector }))).toEqual(
      expect.arrayContaining([
        { state: 'submitted', vector: expect.stringMatching(/^u.*n/) },
        { state: 'later', vector: null },
      ]),
    )
    // Later is mine: the seat stays, and the trace cannot be closed over it.
    expect((await world.takeSeat('ann', round)).id).toBe(seat.id)
    expect((await ann.mutate({ type: 'trace.submit', seatId: seat.id, epoch: seat.epoch, taskCompleted: null })).type).toBe(
      'mutation.rejected',
    )
    // A skip is of the whole trace: the seat goes to others, never back to me, with my reason beside it.
    await ann.mutate({ type: 'seat.skip', seatId: seat.id, epoch: seat.epoch, note: 'not my language' })
    expect((await world.takeSeat('ann', round)).traceId).not.toBe(seat.traceId)
    expect((await world.takeSeat('bob', round)).traceId).toBe(seat.traceId)
    expect(await world.deps.db.selectFrom('seat_skip').select(['annotator_id', 'note']).execute()).toEqual([
      { annotator_id: 'ann', note: 'not my language' },
    ])
  })

  it('T44: twenty annotators submit 800 segments while agreement and gold are read over and over: nothing is refused, nothing fails', {
    timeout: 120_000,
  }, async () => {
    const PEOPLE = 20
    const SEGMENTS = 40
    const world = await openWorld(database)
    const people = Array.from({ length: PEOPLE }, (_, index) => `p${index + 10}`)
    for (const person of people) await world.addPerson(person)
    const texts = (trace: number) => Array.from({ length: SEGMENTS }, (_, index) => `Trace ${trace}, step ${index}`)
    const round = await world.makeRound({ traces: Array.from({ length: PEOPLE / 2 }, (_, trace) => texts(trace)), overlap: 2 })
    await world.get('lead', '/api/me')

    let isLabelling = true
    const statuses = new Map<number, number>()
    async function readAll(): Promise<void> {
      while (isLabelling) {
        for (const what of ['agreement', 'gold/gold.jsonl']) {
          const { status } = await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/${what}`)
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          // Asked without a socket, so that without a pause these questions would leave the others no turn at all.
          await sleep(1)
        }
      }
    }
    const reading = readAll()
    const answers = await Promise.all(
      people.map(async (person) => {
        const client = await world.join(person)
        const seat = await world.takeSeat(person, round)
        const trace = round.traces.findIndex((one) => one.id === seat.traceId)
        const types: string[] = []
        for (let index = 0; index < SEGMENTS; index++) types.push((await submit(client, seat, segment(round, trace, index))).type)
        await client.close()
        return types
      }),
    ).finally(() => {
      isLabelling = false
    })
    await reading
    expect(new Set(answers.flat())).toEqual(new Set(['mutation.accepted']))
    expect([...statuses.keys()]).toEqual([200])
    expect(statuses.get(200)).toBeGreaterThan(2)
    expect(await records(world)).toHaveLength(PEOPLE * SEGMENTS)
    const events = await world.deps.db.selectFrom('label_event').select(['seat_id', 'segment_id']).execute()
    expect(new Set(events.map((event) => `${event.seat_id} ${event.segment_id}`)).size).toBe(PEOPLE * SEGMENTS)
  })
})
