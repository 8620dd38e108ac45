import { expect, it } from 'vitest'
import { readRatings } from '../../server/features/agreement/index.ts'
import { getRound } from '../../server/features/assignments/index.ts'
import { agreementReport } from '../../shared/agreement/report/agreement-report.ts'
import { ratingDataOf, WHOLE_ROUND } from '../../shared/agreement/round/round-ratings.ts'
import { AgreementStudy, CellName, CellsBehind } from '../../shared/agreement/round/study.ts'
import { AgreementSummary } from '../../shared/agreement/summary.ts'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { ModeId } from '../../shared/ids.ts'
import type { LabelValue, SegmentLabels } from '../../shared/labels/label.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, type TestRound, type World } from '../harness/world.ts'

type Said = (segment: number) => Readonly<Record<string, LabelValue>> | SegmentLabels

async function label(world: World, round: TestRound, votes: Readonly<Record<string, Said>>): Promise<void> {
  for (const [person, said] of Object.entries(votes)) {
    const client = await world.join(person)
    for (const _trace of round.traces) {
      await labelTrace(world, client, person, round, (segment): SegmentLabels => {
        const content = said(segment)
        return 'evidence' in content ? (content as SegmentLabels) : labels(content)
      })
    }
    await client.close()
  }
}

const at = (round: TestRound, path = '') => `/api/projects/${PROJECT}/rounds/${round.id}/agreement${path}`

async function mixedRound(world: World): Promise<TestRound> {
  const round = await world.makeRound({
    traces: [
      ['a', 'b', 'c', 'd'],
      ['e', 'f', 'g'],
      ['h', 'i'],
    ],
    more: { framework: 'AG2' },
  })
  await label(world, round, {
    ann: (segment) => (segment === 0 ? { 'FM-3.2': 'present', 'FM-1.1': 'unsure' } : segment === 2 ? { 'FM-1.1': 'present' } : {}),
    bob: (segment) => (segment === 0 ? { 'FM-3.3': 'present' } : segment >= 2 ? { 'FM-1.1': 'present' } : { ...labels(), bulk: true }),
  })
  return round
}

describeOnDatabases('parts of a round, and what is behind a number', (database) => {
  it.each([
    ['level=trace', { level: 'trace' }],
    ['excludeBulk=true', { excludeBulk: true }],
    ['framework=AG2&level=trace', { framework: 'AG2', level: 'trace' }],
    ['framework=other', { framework: 'other' }],
    ['includeLate=true', { includeLate: true }],
  ] as const)('%s gives the figures of the command', async (query, change) => {
    const world = await openWorld(database)
    const round = await mixedRound(world)
    const summary = AgreementSummary.parse((await world.get('lead', at(round, `?${query}`))).json())
    const request = { ...WHOLE_ROUND, includeLate: false, ...change }
    const ratings = await readRatings(world.deps.db, await getRound(world.deps.db, PROJECT, round.id), request)
    const report = agreementReport(
      ratingDataOf(
        ratings,
        mast14.modes.map((mode) => mode.id),
      ),
    )
    expect(summary.segments.total).toBe(report.items)
    for (const mode of summary.modes) {
      const theirs = report.modes?.[mode.mode]
      for (const pair of mode.pairs) {
        expect([pair.bothPresent, pair.onlyA, pair.onlyB, pair.neither]).toEqual(theirs?.pairs[0]?.table.flat())
      }
      const alpha = theirs?.overall['alpha_nominal']
      if (mode.alpha.kind === 'value') expect(alpha).toMatchObject({ value: expect.closeTo(mode.alpha.value, 10) })
      else expect(alpha === undefined || 'undefined' in alpha).toBe(true)
    }
  })

  it('every number of a table has exactly its segments behind it, with quotes and what the other marked instead', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b', 'c', 'd']] })
    const quote = { mode: ModeId.parse('FM-3.2'), start: 0, end: 1, quote: 'a' }
    await label(world, round, {
      ann: (segment) =>
        segment === 0 ? labels({ 'FM-3.2': 'present' }, { evidence: [quote] }) : segment === 1 ? { 'FM-3.2': 'present' } : {},
      bob: (segment) =>
        segment === 0 ? { 'FM-3.3': 'present' } : segment === 3 ? { 'FM-3.2': 'unsure' } : segment === 1 ? { 'FM-3.2': 'present' } : {},
    })
    const summary = AgreementSummary.parse((await world.get('lead', at(round))).json())
    const read = async (mode: string, cell: string) =>
      CellsBehind.parse((await world.get('lead', at(round, `/cells?mode=${mode}&a=ann&b=bob&cell=${cell}`))).json())
    for (const { mode, pairs } of summary.modes) {
      const [pair] = pairs
      const counts = { both: pair?.bothPresent, onlyA: pair?.onlyA, onlyB: pair?.onlyB, neither: pair?.neither }
      for (const cell of CellName.options) expect((await read(mode, cell)).total).toBe(counts[cell])
    }
    const only = await read('FM-3.2', 'onlyA')
    expect(only.instead).toEqual([{ mode: 'FM-3.3', items: 1 }])
    expect(only.items).toEqual([
      {
        traceId: round.traces[0]?.id,
        traceTitle: 'r1-t0',
        segmentId: round.traces[0]?.segments[0]?.id,
        segmentIndex: 0,
        a: { quotes: ['a'], present: ['FM-3.2'] },
        b: { quotes: [], present: ['FM-3.3'] },
      },
    ])
    const traces = CellsBehind.parse((await world.get('lead', at(round, '/cells?mode=FM-3.2&a=ann&b=bob&cell=both&level=trace'))).json())
    expect([traces.total, traces.items[0]?.segmentId, traces.items[0]?.a.quotes]).toEqual([1, null, ['a']])
    expect((await world.get('ann', at(round, '/cells?mode=FM-3.2&a=ann&b=bob&cell=both'))).status).toBe(403)
    expect((await world.get('lead', at(round, '/cells?mode=FM-9.9&a=ann&b=bob&cell=both'))).status).toBe(404)
  })

  it('the study names confusions with segments and traces, self-agreement from hidden repeats, and the rounds before', async () => {
    const world = await openWorld(database)
    const first = await mixedRound(world)
    const round = await world.makeRound({ traces: [['x', 'y', 'z']], policy: { repeats: 1 } })
    await label(world, round, {
      ann: (segment) => (segment === 0 ? { 'FM-1.1': 'present' } : {}),
      bob: (segment) => (segment === 1 ? { 'FM-1.1': 'present' } : {}),
    })
    const client = await world.join('ann')
    await labelTrace(world, client, 'ann', round, (segment) => labels(segment < 2 ? { 'FM-1.1': 'present' } : {}))
    const study = AgreementStudy.parse((await world.get('lead', at(round, '/study'))).json())
    const [ann, bob] = study.annotators
    expect(ann?.self).toMatchObject({ kind: 'value', n: 3 * mast14.modes.length })
    expect(bob?.self).toMatchObject({ kind: 'undefined', reason: 'no-pairable-items' })
    expect(study.trend.map((point) => [point.number, point.codebook.version, point.pooled.kind])).toEqual([
      [1, mast14.version, 'value'],
      [2, mast14.version, 'value'],
    ])
    const before = AgreementStudy.parse((await world.get('lead', at(first, '/study'))).json())
    expect(before.confusions).toEqual([{ modes: ['FM-3.2', 'FM-3.3'], segments: 3, traces: 3 }])
    expect((await world.get('ann', at(round, '/study'))).status).toBe(403)
  })

  it('each annotator is compared with the others on shared segments only', async () => {
    const world = await openWorld(database)
    const round = await mixedRound(world)
    const { raters, annotators, pooled } = AgreementSummary.parse((await world.get('lead', at(round))).json())
    expect(raters.map(({ id }) => id)).toEqual(['ann', 'bob'])
    expect(annotators.map((one) => one.kappa)).toEqual([pooled, pooled])
    const [ann, bob] = annotators
    expect([ann?.of, ann?.present, ann?.othersPresent]).toEqual([bob?.of, bob?.othersPresent, bob?.present])
  })
})
