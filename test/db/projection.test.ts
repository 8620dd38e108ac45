import { expect, it } from 'vitest'
import { describeOnDatabases } from '../harness/databases.ts'
import { MINUTE } from '../harness/effects.ts'
import { projectedLabels, rebuiltLabels } from '../harness/projection.ts'
import { labels } from '../harness/traces.ts'
import { openWorld, submit } from '../harness/world.ts'

describeOnDatabases('the current labels', (database) => {
  it('equal what the log of labels gives: after corrections, "later", skips, late submits and a restart', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({
      traces: [
        ['a 💥 b', 'two', 'three'],
        ['x', 'y'],
      ],
      overlap: 1,
    })
    const ann = await world.join('ann')
    const bob = await world.join('bob')
    const first = await world.takeSeat('ann', round)
    const [s0, s1] = (round.traces[0]?.segments ?? []).map((segment) => segment.id)
    if (!s0 || !s1) return expect.fail()
    const quote = { mode: 'FM-1.1' as never, start: 2, end: 3, quote: '💥' }
    await submit(
      ann,
      first,
      s0,
      labels({ 'FM-1.1': 'present' }, { evidence: [quote], notes: { 'FM-1.1': 'note "quoted"' } as never, decisive: true }),
    )
    await submit(ann, first, s0, labels({ 'FM-1.2': 'unsure' }, { bulk: true }), 1)
    await ann.mutate({ type: 'segment.defer', seatId: first.id, epoch: first.epoch, segmentId: s1 })
    await submit(ann, first, s1, labels({ 'FM-3.3': 'not_applicable' }), 1)
    world.effects.clock.advance(61 * MINUTE)
    const taken = await world.takeSeat('bob', round)
    expect(taken.id).toBe(first.id)
    await submit(bob, taken, s0, labels({ 'FM-2.1': 'present' }))
    await submit(ann, first, s0, labels({ 'FM-2.2': 'present' }), 2)
    await bob.mutate({ type: 'seat.skip', seatId: taken.id, epoch: taken.epoch, note: 'too long' })
    const now = await projectedLabels(world)
    expect(now.size).toBe(3)
    expect(now).toEqual(await rebuiltLabels(world))
    await world.restart()
    expect(await projectedLabels(world)).toEqual(now)
  })

  it('name in the log the epoch under which each label was given', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const ann = await world.join('ann')
    const segment = round.traces[0]?.segments[0]?.id ?? expect.fail()
    const mine = await world.takeSeat('ann', round)
    world.effects.clock.advance(61 * MINUTE)
    const theirs = await world.takeSeat('bob', round)
    expect([mine.epoch, theirs.epoch]).toEqual([1, 2])
    await submit(ann, mine, segment)
    expect(await world.deps.db.selectFrom('label_event').select(['annotator_id', 'epoch']).execute()).toEqual([
      { annotator_id: 'ann', epoch: 1 },
    ])
  })
})
