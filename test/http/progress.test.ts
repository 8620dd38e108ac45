import { expect, it } from 'vitest'
import { must } from '../../shared/assert.ts'
import { RoundProgress } from '../../shared/assignments/progress.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { MINUTE } from '../harness/effects.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

const LEASE = 60 * MINUTE

async function progressOf(world: World, round: TestRound): Promise<RoundProgress> {
  return RoundProgress.parse((await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/progress`)).json())
}

const segmentOf = (round: TestRound, index: number) => must(round.traces[0]?.segments[index], 'a segment of the round').id

describeOnDatabases('what a lead acts on', (database) => {
  it('names every seat with its epoch, when it was submitted, and whether its annotator could see peers since', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']] })
    const done = await labelTrace(world, await world.join('ann'), 'ann', round, () => labels())
    const held = await world.takeSeat('bob', round)
    const progress = await progressOf(world, round)
    expect(progress).toMatchObject({ state: 'open', revealedAt: null, late: [] })
    expect(progress.traces[0]?.seats).toMatchObject([
      { id: done.id, epoch: 1, state: 'submitted', annotatorId: 'ann', submitted: 2, submittedAt: expect.any(String), isExposed: true },
      { id: held.id, epoch: 1, state: 'leased', annotatorId: 'bob', submitted: 0, submittedAt: null, isExposed: false },
    ])
    expect(progress.annotators.find((one) => one.userId === 'bob')?.seat).toMatchObject({ id: held.id, epoch: 1 })
  })

  it('a seat handed back and taken again has another epoch, and the old one no longer acts on it', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const lead = await world.join('lead')
    const first = await world.takeSeat('ann', round)
    const claim = { seatId: first.id, epoch: first.epoch }
    expect((await lead.mutate({ type: 'seat.hand_back', ...claim, note: '' })).type).toBe('mutation.accepted')
    await world.takeSeat('bob', round)
    expect((await progressOf(world, round)).traces[0]?.seats).toMatchObject([{ id: first.id, epoch: 2, annotatorId: 'bob' }])
    expect(await lead.mutate({ type: 'seat.hand_back', ...claim, note: '' })).toMatchObject({ code: 'revision_conflict' })
  })

  it('lists what came late once per seat and annotator, with all they left there, until a lead decides', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b', 'c']], overlap: 1 })
    const [ann, lead] = await Promise.all(['ann', 'lead'].map((person) => world.join(person)))
    if (!ann || !lead) return expect.fail()
    const lost = await world.takeSeat('ann', round)
    await submit(ann, lost, segmentOf(round, 0))
    world.effects.clock.advance(LEASE)
    await world.takeSeat('bob', round)
    expect((await progressOf(world, round)).late).toEqual([])
    await submit(ann, lost, segmentOf(round, 1))
    await submit(ann, lost, segmentOf(round, 2))
    const { late, traces } = await progressOf(world, round)
    expect(late).toEqual([
      {
        seatId: lost.id,
        epoch: lost.epoch,
        annotatorId: 'ann',
        name: 'Ann',
        traceId: round.traces[0]?.id,
        traceTitle: traces[0]?.title,
        late: 2,
        segments: 3,
        lastAt: expect.any(String),
      },
    ])
    const [waiting] = late
    if (!waiting) return expect.fail()
    const verdict = { type: 'late.decide', seatId: waiting.seatId, epoch: waiting.epoch, verdict: 'refused' } as const
    expect((await lead.mutate(verdict)).type).toBe('mutation.accepted')
    expect((await progressOf(world, round)).late).toEqual([])
  })

  it('follows the round through close and reveal', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const lead = await world.join('lead')
    await lead.mutate({ type: 'round.close', roundId: round.id })
    await lead.mutate({ type: 'round.reveal', roundId: round.id })
    expect(await progressOf(world, round)).toMatchObject({ state: 'closed', revealedAt: expect.any(String) })
  })

  it('says how long somebody has pressed no key, as their pings tell', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    const stateAfter = async (n: number, idleSeconds: number) => {
      ann.send({ type: 'ping', n, seatId: seat.id, idleSeconds })
      await ann.settle()
      return (await progressOf(world, round)).annotators.find((one) => one.userId === 'ann')?.state
    }
    world.effects.clock.advance(47 * MINUTE)
    expect([await stateAfter(1, 47 * 60), await stateAfter(2, 12 * 60), await stateAfter(3, 4)]).toEqual(['stuck', 'idle', 'labelling'])
  })
})
