import { expect, it } from 'vitest'
import { readAgreement } from '../../server/features/agreement/index.ts'
import { AgreementSummary } from '../../shared/agreement/summary.ts'
import { CellQueue } from '../../shared/http/api.ts'
import type { LabelValue, SegmentLabels } from '../../shared/labels/label.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, type TestRound, type World } from '../harness/world.ts'

const SIX = ['one', 'two', 'three', 'four', 'five', 'six']

type Marks = (segment: number) => Readonly<Record<string, LabelValue>>

/** Each person labels the trace of the round through their own socket; the agreement comes over HTTP, and must equal a rebuild from the rows. */
async function label(world: World, round: TestRound, votes: Readonly<Record<string, Marks>>): Promise<AgreementSummary> {
  for (const [person, marks] of Object.entries(votes)) {
    const client = await world.join(person)
    await labelTrace(world, client, person, round, (segment): SegmentLabels => labels(marks(segment)))
    await client.close()
  }
  return agreement(world, round)
}

async function agreement(world: World, round: TestRound): Promise<AgreementSummary> {
  const { text } = await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/agreement`)
  expect(text).not.toMatch(/NaN|Infinity/)
  const summary = AgreementSummary.parse(JSON.parse(text))
  expect(summary).toEqual(await readAgreement(world.deps.db, world.deps.db, PROJECT, round.id))
  return summary
}

function mode(summary: AgreementSummary, id: string) {
  return summary.modes.find((one) => one.mode === id) ?? expect.fail(`no figures for ${id}`)
}

async function queue(world: World, round: TestRound, state = 'open') {
  return CellQueue.parse((await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/cells?state=${state}`)).json())
}

const nobody: Marks = () => ({})

describeOnDatabases('agreement of what was really submitted', (database) => {
  it('T54: total disagreement is no agreement: kappa 0, raw agreement 0, AC1 -1', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX] })
    const summary = await label(world, round, { ann: () => ({ 'FM-1.1': 'present' }), bob: () => ({ 'FM-3.3': 'present' }) })
    for (const id of ['FM-1.1', 'FM-3.3']) {
      const { kappa, ac1, pairs } = mode(summary, id)
      expect(kappa).toMatchObject({ kind: 'value', value: 0, observed: 0, n: 6 })
      expect(ac1).toMatchObject({ kind: 'value', value: -1 })
      expect(pairs[0]).toMatchObject({ bothPresent: 0, neither: 0 })
    }
    expect((await queue(world, round)).total).toBe(12)
  })

  it('T55: who submits "nothing" has said fourteen times absent: raw agreement .50, kappa 0.1818, AC1 0.0270', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX] })
    const summary = await label(world, round, {
      ann: (segment) => (segment === 0 ? { 'FM-2.6': 'present' } : {}),
      bob: (segment) => (segment <= 3 ? { 'FM-2.6': 'present' } : {}),
    })
    const { kappa, ac1 } = mode(summary, 'FM-2.6')
    expect(kappa).toMatchObject({ kind: 'value', observed: 0.5, n: 6 })
    expect(kappa.kind === 'value' && kappa.value).toBeCloseTo(0.1818, 4)
    expect(ac1.kind === 'value' && ac1.value).toBeCloseTo(0.027, 3)
    expect(summary.segments).toEqual({ total: 6, used: 6, incomplete: 0 })
  })

  it('T56: one flags, the other submits nothing: that is a disagreement, and it is in the queue', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['only']] })
    await label(world, round, { ann: () => ({ 'FM-2.6': 'present' }), bob: nobody })
    const { cells } = await queue(world, round)
    expect(cells.map((cell) => [cell.mode, cell.state, cell.votes.toSorted()])).toEqual([['FM-2.6', 'disagree', ['absent', 'present']]])
  })

  it('T58: only one category used: kappa is undefined with its reason, raw agreement stands beside it, AC1 is 1', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX] })
    const summary = await label(world, round, { ann: nobody, bob: nobody })
    for (const one of summary.modes) {
      expect(one.kappa).toMatchObject({ kind: 'undefined', reason: 'single-category', observed: 1, n: 6 })
      expect(one.ac1).toMatchObject({ kind: 'value', value: 1 })
    }
    expect(summary.pooled).toMatchObject({ kind: 'undefined', reason: 'single-category', observed: 1 })
    expect((await queue(world, round)).total).toBe(0)
  })

  it('T59: the same when both say present everywhere: never a silent 1', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX] })
    const summary = await label(world, round, { ann: () => ({ 'FM-1.3': 'present' }), bob: () => ({ 'FM-1.3': 'present' }) })
    expect(mode(summary, 'FM-1.3').kappa).toMatchObject({ kind: 'undefined', reason: 'single-category', observed: 1, n: 6 })
    expect(mode(summary, 'FM-1.3').ac1).toMatchObject({ kind: 'value', value: 1 })
  })

  it('T64: one annotator alone gives no pairable segments, and every segment is counted as incomplete', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX] })
    const summary = await label(world, round, { ann: () => ({ 'FM-1.1': 'present' }) })
    expect(summary.pooled.kind).toBe('undefined')
    expect(summary.segments).toEqual({ total: 6, used: 0, incomplete: 6 })
  })

  it('T66: one disagreement among ten with one positive: kappa 0 and AC1 0.8895', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [[...SIX, 'seven', 'eight', 'nine', 'ten']] })
    const summary = await label(world, round, { ann: (segment) => (segment === 4 ? { 'FM-1.1': 'present' } : {}), bob: nobody })
    expect(mode(summary, 'FM-1.1').kappa).toMatchObject({ kind: 'value', value: 0, observed: 0.9 })
    const { ac1 } = mode(summary, 'FM-1.1')
    expect(ac1.kind === 'value' && ac1.value).toBeCloseTo(0.8895, 4)
  })

  it('unsure and not applicable take no side: they leave the table and are counted', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX] })
    const summary = await label(world, round, {
      ann: (segment) => ({ 'FM-1.1': segment === 0 ? 'unsure' : segment === 1 ? 'not_applicable' : segment === 2 ? 'present' : 'absent' }),
      bob: (segment) => ({ 'FM-1.1': segment <= 2 ? 'present' : 'absent' }),
    })
    const { pairs, kappa } = mode(summary, 'FM-1.1')
    expect(pairs[0]).toMatchObject({ bothPresent: 1, onlyA: 0, onlyB: 0, neither: 3, setAside: 2 })
    expect(kappa).toMatchObject({ kind: 'value', value: 1, n: 4 })
  })

  it('T68: settling every cell changes no agreement figure', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX] })
    const before = await label(world, round, {
      ann: (segment) => (segment < 3 ? { 'FM-1.1': 'present' } : {}),
      bob: (segment) => (segment < 1 ? { 'FM-1.1': 'present' } : {}),
    })
    const lead = await world.join('lead')
    const open = await queue(world, round)
    expect(open.total).toBe(2)
    for (const { segmentId, mode: cell } of open.cells) {
      const answer = await lead.mutate({
        type: 'cell.settle',
        roundId: round.id,
        segmentId,
        mode: cell,
        baseRevision: 0,
        value: 'present',
        reason: 'slip',
        note: '',
      })
      expect(answer.type).toBe('mutation.accepted')
    }
    expect((await queue(world, round)).cells).toEqual([])
    expect(await agreement(world, round)).toEqual(before)
  })

  it('T53: a restart changes no number, byte for byte', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [SIX, ['x', 'y']] })
    await label(world, round, {
      ann: (segment) => (segment % 2 ? { 'FM-1.1': 'present' } : {}),
      bob: (segment) => (segment % 3 ? { 'FM-1.1': 'present' } : {}),
    })
    const paths = ['agreement', 'cells?state=all', 'gold', 'gold/gold.jsonl', 'gold/manifest.json'].map(
      (path) => `/api/projects/${PROJECT}/rounds/${round.id}/${path}`,
    )
    const read = async () => Promise.all(paths.map(async (path) => (await world.get('lead', path)).text))
    const before = await read()
    await world.restart()
    expect(await read()).toEqual(before)
  })

  it("the lead's figures arrive with every submit, and are those of the rows", async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']] })
    const lead = await world.join('lead')
    await label(world, round, { ann: (segment) => (segment === 0 ? { 'FM-1.1': 'present' } : {}), bob: nobody })
    // Several submits may share one push; the last push is of the last submit.
    const now = JSON.stringify(await agreement(world, round))
    const pushed = await lead.next('agreement.updated', (message) => JSON.stringify(message.agreement) === now)
    expect(pushed.roundId).toBe(round.id)
  })

  it('what an annotator changes after seeing peers stays out: agreement keeps the value as it stood before', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b']] })
    const before = await label(world, round, { ann: (segment) => (segment === 0 ? { 'FM-1.1': 'present' } : {}), bob: nobody })
    const lead = await world.join('lead')
    const ann = await world.join('ann')
    const seat = await world.deps.db.selectFrom('seat').selectAll().where('annotator_id', '=', 'ann').executeTakeFirstOrThrow()
    const claim = { seatId: seat.id as never, epoch: seat.epoch }
    expect((await lead.mutate({ type: 'trace.reopen', ...claim, note: 'look again' })).type).toBe('mutation.accepted')
    const segmentId = round.traces[0]?.segments[0]?.id ?? expect.fail()
    const { codebook } = await import('../harness/traces.ts')
    expect((await ann.mutate({ type: 'segment.submit', ...claim, segmentId, codebook, baseRevision: 1, labels: labels() })).type).toBe(
      'mutation.accepted',
    )
    expect(await agreement(world, round)).toEqual(before)
    expect((await queue(world, round)).cells).toEqual([])
  })

  it('every pair of three raters is counted, whatever their names sort like', async () => {
    const world = await openWorld(database)
    for (const person of ['ann-b', 'ann.a', 'ann_c']) await world.addPerson(person)
    const round = await world.makeRound({ traces: [['a', 'b', 'c']], overlap: 3 })
    const summary = await label(world, round, {
      ann_c: () => ({ 'FM-1.1': 'present' }),
      'ann-b': nobody,
      'ann.a': (segment) => (segment ? { 'FM-1.1': 'present' } : {}),
    })
    expect(summary.raters.map((rater) => rater.id)).toEqual(['ann-b', 'ann.a', 'ann_c'])
    expect(mode(summary, 'FM-1.1').pairs.map((pair) => [...pair.raters, pair.bothPresent, pair.onlyA, pair.onlyB, pair.neither])).toEqual([
      ['ann-b', 'ann.a', 0, 0, 2, 1],
      ['ann-b', 'ann_c', 0, 0, 3, 0],
      ['ann.a', 'ann_c', 2, 0, 1, 0],
    ])
  })
})
