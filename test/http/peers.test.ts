import { expect, it } from 'vitest'
import { PeerLabels } from '../../shared/http/api.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

function peers(world: World, person: string, round: TestRound) {
  return world.get(person, `/api/projects/${PROJECT}/rounds/${round.id}/traces/${round.traces[0]?.id}/peers`)
}

describeOnDatabases('what others said of a trace', (database) => {
  it('is refused in the same words before my submit, whether anybody has labelled it or not', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']] })
    const ann = await world.join('ann')
    const seat = await world.takeSeat('ann', round)
    const before = await peers(world, 'ann', round)
    await labelTrace(world, await world.join('bob'), 'bob', round, () => labels({ 'FM-1.1': 'present' }))
    await submit(ann, seat, round.traces[0]?.segments[0]?.id ?? expect.fail())
    const after = await peers(world, 'ann', round)
    expect([before.status, after.status, after.text]).toEqual([403, 403, before.text])
    // And somebody without a seat on it learns no more.
    expect((await peers(world, 'cat', round)).text).toBe(before.text)
  })

  it('is shown after my submit, by letters and without a name, note or time', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']] })
    await labelTrace(world, await world.join('bob'), 'bob', round, () =>
      labels({ 'FM-1.1': 'present' }, { notes: { 'FM-1.1': 'my secret note' } as never }),
    )
    await labelTrace(world, await world.join('ann'), 'ann', round, () => labels())
    const reply = await peers(world, 'ann', round)
    const shown = PeerLabels.parse(reply.json()).peers
    expect(
      shown.map((peer) => [peer.letter, peer.segments.map((segment) => (segment.values as Record<string, string>)['FM-1.1'])]),
    ).toEqual([['A', ['present', 'present']]])
    const mine = PeerLabels.parse(reply.json()).mine
    expect(mine.map((segment) => (segment.values as Record<string, string>)['FM-1.1'])).toEqual(['absent', 'absent'])
    expect(reply.text).not.toMatch(/bob|secret|2026/i)
  })

  it('waits for the reveal in a round that is blind until then', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], policy: { blind: 'until_reveal' } })
    await labelTrace(world, await world.join('bob'), 'bob', round, () => labels({ 'FM-1.1': 'present' }))
    await labelTrace(world, await world.join('ann'), 'ann', round, () => labels())
    expect((await peers(world, 'ann', round)).status).toBe(403)
    const lead = await world.join('lead')
    expect((await lead.mutate({ type: 'round.reveal', roundId: round.id })).type).toBe('mutation.accepted')
    expect(PeerLabels.parse((await peers(world, 'ann', round)).json()).peers.length).toBe(1)
    // Who has not finished still works blind.
    expect((await peers(world, 'cat', round)).status).toBe(403)
  })
})
