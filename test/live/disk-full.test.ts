import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { ModeId, SegmentId } from '../../shared/ids.ts'
import { sqlite } from '../harness/databases.ts'
import { labels } from '../harness/traces.ts'
import { openWorld, PROJECT, submit } from '../harness/world.ts'

it('on a full disk a submit is refused with a sentence and "try again", what was acknowledged stays, and sending it again works when there is space', async () => {
  const world = await openWorld(sqlite)
  const round = await world.makeRound({ traces: [Array.from({ length: 60 }, (_, index) => `s${index}`)], overlap: 1 })
  const ann = await world.join('ann')
  const seat = await world.takeSeat('ann', round)
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(world.deps.db)
  await sql`pragma max_page_count = ${sql.lit((rows[0]?.page_count ?? 0) + 12)}`.execute(world.deps.db)
  const content = labels({}, { notes: Object.fromEntries([['FM-1.1' as ModeId, 'x'.repeat(3_000)]]) })
  const segments = round.traces[0]?.segments ?? []
  const acknowledged: SegmentId[] = []
  const refused: SegmentId[] = []
  for (const { id } of segments) {
    const answer = await submit(ann, seat, id, content)
    if (answer.type === 'mutation.accepted') acknowledged.push(id)
    else {
      expect(answer).toMatchObject({
        code: 'storage_full',
        retry: true,
        current: null,
        message: expect.stringContaining('disk of the server is full'),
      })
      refused.push(id)
    }
  }
  expect([acknowledged.length > 0, refused.length > 0]).toEqual([true, true])
  const kept = async () => (await world.deps.db.selectFrom('label').select('segment_id').execute()).map((row) => row.segment_id).toSorted()
  expect(await kept()).toEqual(acknowledged.toSorted())
  // Reading goes on.
  expect((await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/agreement`)).status).toBe(200)
  const http = await world.http('lead', 'POST', `/api/projects/${PROJECT}/rounds`, {
    name: 'N',
    traces: [round.traces[0]?.id],
    overlap: 20,
    policy: { blind: 'until_submit', kind: 'normal', quota: null },
  })
  if (http.status !== 201)
    expect([http.status, http.json()]).toEqual([503, { error: { code: 'storage_full', message: expect.any(String) } }])
  await sql`pragma max_page_count = 1000000`.execute(world.deps.db)
  for (const segmentId of refused) expect((await submit(ann, seat, segmentId, content)).type).toBe('mutation.accepted')
  expect((await kept()).length).toBe(segments.length)
})
