import { expect, it } from 'vitest'
import { makeCursors } from '../../server/features/live/cursor.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { labels } from '../harness/traces.ts'
import { openWorld, submit } from '../harness/world.ts'

describeOnDatabases('after an older copy of the database was put back', (database) => {
  it('a client whose cursor lies beyond the end of the log starts from a snapshot, and hears of what happens next', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 1 })
    const seat = await world.takeSeat('ann', round)
    const secret = await world.deps.db.selectFrom('setting').select('value').where('key', '=', 'cursor_secret').executeTakeFirstOrThrow()
    const ann = await world.connect('ann')
    const welcome = await ann.hello(makeCursors(secret.value).encode(1_000, 'ann'))
    expect(welcome.state).toMatchObject({ kind: 'snapshot', snapshot: { seats: [{ id: seat.id }] } })
    await submit(ann, seat, round.traces[0]?.segments[0]?.id ?? expect.fail(), labels())
    const { from, events } = await ann.next('events')
    expect([from, events.map((event) => event.type)]).toEqual([welcome.cursor, ['segment.submitted']])
  })
})
