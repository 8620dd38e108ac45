import { expect, it } from 'vitest'
import { CellDetail, CellQueue } from '../../shared/http/api.ts'
import type { ModeId, SegmentId } from '../../shared/ids.ts'
import { describeOnDatabases, type TestDatabase } from '../harness/databases.ts'
import { fingerprint } from '../harness/fingerprint.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, type TestRound, type World } from '../harness/world.ts'

async function disputed(database: TestDatabase) {
  const world = await openWorld(database)
  const round = await world.makeRound({ traces: [['it fails here', 'b', 'c']] })
  const ann = await world.join('ann')
  const bob = await world.join('bob')
  const evidence = [{ mode: 'FM-1.3' as ModeId, start: 3, end: 8, quote: 'fails' }]
  await labelTrace(world, ann, 'ann', round, (segment) =>
    segment < 2
      ? labels({ 'FM-1.3': 'present' }, { evidence: segment === 0 ? evidence : [], notes: { 'FM-1.3': `note ${segment}` } as never })
      : labels(),
  )
  await labelTrace(world, bob, 'bob', round, (segment) =>
    segment === 0 ? labels({ 'FM-1.5': 'present' }) : segment === 2 ? labels({ 'FM-3.3': 'unsure' }) : labels(),
  )
  const lead = await world.join('lead')
  const segmentIds = (round.traces[0]?.segments ?? []).map((segment) => segment.id)
  return { world, round, lead, ann, segmentIds, first: segmentIds[0] ?? expect.fail() }
}

async function queue(world: World, round: TestRound, state = 'open', person = 'lead') {
  return CellQueue.parse((await world.get(person, `/api/projects/${PROJECT}/rounds/${round.id}/cells?state=${state}`)).json())
}

async function detail(world: World, round: TestRound, segmentId: SegmentId, mode: string) {
  return CellDetail.parse((await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/cells/${segmentId}/${mode}`)).json())
}

describeOnDatabases('adjudication', (database) => {
  it('lists the cells in which votes differ, in the order of trace, segment and mode, with the mode the other side marked', async () => {
    const { world, round } = await disputed(database)
    const { cells, total, settled } = await queue(world, round)
    expect([total, settled]).toEqual([4, 0])
    expect(cells.map((cell) => [cell.segmentIndex, cell.mode, cell.state, cell.confusedWith])).toEqual([
      [0, 'FM-1.3', 'disagree', 'FM-1.5'],
      [0, 'FM-1.5', 'disagree', 'FM-1.3'],
      [1, 'FM-1.3', 'disagree', null],
      [2, 'FM-3.3', 'unsure', null],
    ])
  })

  it('shows one cell with its votes, evidence and notes, and no names', async () => {
    const { world, round, first } = await disputed(database)
    const { votes, youVoted, cell, history } = await detail(world, round, first, 'FM-1.3')
    expect(votes.toSorted((a, b) => (a.value < b.value ? -1 : 1)).map(({ letter: _letter, ...vote }) => vote)).toEqual([
      { value: 'absent', note: null, evidence: [], alsoPresent: ['FM-1.5'] },
      { value: 'present', note: 'note 0', evidence: [{ start: 3, end: 8, quote: 'fails' }], alsoPresent: [] },
    ])
    expect([votes.map((vote) => vote.letter), youVoted, cell.decision, history]).toEqual([['A', 'B'], false, null, []])
    const { text } = await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/cells/${first}/FM-1.3`)
    expect(text).not.toMatch(/"ann"|"bob"|Ann|Bob/)
  })

  it('puts the votes in the same order each time a cell is looked at, and not in the order of their authors everywhere', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [Array.from({ length: 12 }, (_, index) => `s${index}`)] })
    await labelTrace(world, await world.join('ann'), 'ann', round, () => labels({ 'FM-1.1': 'present' }))
    await labelTrace(world, await world.join('bob'), 'bob', round, () => labels())
    const { cells } = await queue(world, round)
    expect(new Set(cells.map((cell) => cell.votes[0])).size).toBe(2)
    for (const cell of cells) {
      const { votes } = await detail(world, round, cell.segmentId, cell.mode)
      expect(votes.map((vote) => vote.value)).toEqual(cell.votes)
    }
    expect((await queue(world, round)).cells).toEqual(cells)
  })

  it('settles, tells the other leads, keeps every decision in the history, and reopens', async () => {
    const { world, round, lead, ann, first } = await disputed(database)
    const other = await world.join('lead2')
    const cell = { roundId: round.id, segmentId: first, mode: 'FM-1.3' as ModeId }
    const frames = ann.frames.length
    expect(
      (await lead.mutate({ type: 'cell.settle', ...cell, baseRevision: 0, value: 'present', reason: 'guideline_gap', note: 'see 1.3' }))
        .type,
    ).toBe('mutation.accepted')
    await other.next('events', (message) => message.events.some((event) => event.type === 'cell.settled'))
    expect((await queue(world, round)).cells.map((row) => row.mode)).toEqual(['FM-1.5', 'FM-1.3', 'FM-3.3'])
    const settled = await queue(world, round, 'settled')
    expect(settled.cells.map((row) => [row.state, row.decision?.value, row.decision?.by, row.decision?.revision])).toEqual([
      ['settled', 'present', 'lead', 1],
    ])
    expect((await other.mutate({ type: 'cell.reopen', ...cell, baseRevision: 1, note: 'not so sure' })).type).toBe('mutation.accepted')
    expect((await queue(world, round)).cells[0]).toMatchObject({ state: 'reopened', decision: { value: null, revision: 2 } })
    expect((await lead.mutate({ type: 'cell.settle', ...cell, baseRevision: 2, value: 'absent', reason: 'slip', note: '' })).type).toBe(
      'mutation.accepted',
    )
    const { history } = await detail(world, round, first, 'FM-1.3')
    expect(history.map((one) => [one.state, one.value, one.by, one.note])).toEqual([
      ['settled', 'present', 'lead', 'see 1.3'],
      ['reopened', null, 'lead2', 'not so sure'],
      ['settled', 'absent', 'lead', ''],
    ])
    await world.restart()
    expect((await detail(world, round, first, 'FM-1.3')).history).toEqual(history)
    expect(ann.frames.length).toBe(frames)
  })

  it('T51: of two leads who settle the same cell at once, one wins, and the other is shown what counts', async () => {
    const { world, round, lead, first } = await disputed(database)
    const other = await world.join('lead2')
    const cell = { roundId: round.id, segmentId: first, mode: 'FM-1.3' as ModeId, baseRevision: 0, reason: 'slip', note: '' } as const
    const answers = await Promise.all([
      lead.mutate({ type: 'cell.settle', ...cell, value: 'present' }),
      other.mutate({ type: 'cell.settle', ...cell, value: 'absent' }),
    ])
    expect(answers.map((answer) => answer.type).toSorted()).toEqual(['mutation.accepted', 'mutation.rejected'])
    const held = await detail(world, round, first, 'FM-1.3')
    expect(answers.find((answer) => answer.type === 'mutation.rejected')).toMatchObject({
      code: 'revision_conflict',
      retry: false,
      current: held.cell.decision,
    })
    expect(held.history.length).toBe(1)
  })

  it('a cell that is not settled cannot be reopened, and nothing changes', async () => {
    const { world, round, lead, first } = await disputed(database)
    const before = await fingerprint(world.deps.db)
    expect(
      await lead.mutate({ type: 'cell.reopen', roundId: round.id, segmentId: first, mode: 'FM-1.3' as ModeId, baseRevision: 0, note: '' }),
    ).toMatchObject({ type: 'mutation.rejected', code: 'revision_conflict' })
    expect(await fingerprint(world.deps.db)).toEqual(before)
  })

  it('an annotator sees neither the queue, nor a cell, nor that something was decided', async () => {
    const { world, round, first } = await disputed(database)
    const base = `/api/projects/${PROJECT}/rounds/${round.id}/cells`
    for (const path of [base, `${base}?state=all`, `${base}/${first}/FM-1.3`])
      expect([path, (await world.get('ann', path)).status]).toEqual([path, 403])
  })

  it('shows how the mode was decided elsewhere, newest first, and nothing of other modes', async () => {
    const { world, round, lead, segmentIds } = await disputed(database)
    const [first, second, third] = segmentIds
    if (!first || !second || !third) return expect.fail()
    const settle = async (segmentId: SegmentId, mode: string, note: string) => {
      world.effects.clock.advance(1_000)
      await lead.mutate({
        type: 'cell.settle',
        roundId: round.id,
        segmentId,
        mode: mode as ModeId,
        baseRevision: 0,
        value: 'absent',
        reason: 'ambiguous',
        note,
      })
    }
    await settle(second, 'FM-1.3', 'older')
    await settle(third, 'FM-1.3', 'newer')
    await settle(first, 'FM-1.5', 'another mode')
    const { precedents } = await detail(world, round, first, 'FM-1.3')
    expect(precedents).toEqual([
      { value: 'absent', reason: 'ambiguous', note: 'newer', traceTitle: 'r1-t0', segmentIndex: 2 },
      { value: 'absent', reason: 'ambiguous', note: 'older', traceTitle: 'r1-t0', segmentIndex: 1 },
    ])
  })
})
