import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { GoldManifest, GoldRecord, type GoldStatus } from '../../shared/gold/gold-record.ts'
import type { ModeId } from '../../shared/ids.ts'
import type { LabelValue } from '../../shared/labels/label.ts'
import { databases, describeOnDatabases, type TestDatabase } from '../harness/databases.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
function validator(name: string) {
  return ajv.compile(JSON.parse(readFileSync(new URL(`../../docs/schema/${name}.schema.json`, import.meta.url), 'utf8')))
}
const isGold = validator('gold-1')
const isManifest = validator('gold-manifest-1')

const FILES = ['gold.jsonl', 'gold.traces.jsonl', 'manifest.json'] as const

async function file(world: World, round: TestRound, name: (typeof FILES)[number]): Promise<string> {
  const reply = await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/gold/${name}`)
  expect(reply.status).toBe(200)
  return reply.text
}

/** The lines of a file, each held to the published schema and to canonical form. */
async function lines(world: World, round: TestRound, name: 'gold.jsonl' | 'gold.traces.jsonl' = 'gold.jsonl'): Promise<GoldRecord[]> {
  const text = await file(world, round, name)
  expect(text.endsWith('\n')).toBe(true)
  return text
    .slice(0, -1)
    .split('\n')
    .map((line) => {
      const record = JSON.parse(line)
      expect(isGold(record) || isGold.errors).toBe(true)
      // Keys in the order of the schema: parsing and writing it again changes no byte.
      expect(JSON.stringify(GoldRecord.parse(record))).toBe(line)
      return GoldRecord.parse(record)
    })
}

type Votes = Readonly<Record<string, (segment: number) => Readonly<Record<string, LabelValue>>>>

async function vote(world: World, round: TestRound, votes: Votes): Promise<void> {
  for (const [person, marks] of Object.entries(votes)) {
    const client = await world.join(person)
    await labelTrace(world, client, person, round, (segment) => labels(marks(segment)))
  }
}

function cell(record: GoldRecord | undefined, mode: string): [boolean | null, GoldStatus, boolean | null] {
  const label = record?.labels[mode] ?? expect.fail()
  return [label.value, label.status, label.blind]
}

/** A story with every status in it, the same on every database. */
async function story(database: TestDatabase): Promise<{ world: World; round: TestRound }> {
  const world = await openWorld(database)
  const round = await world.makeRound({
    traces: [
      ['it 💥 fails', 'b', 'c, with a comma', 'd'],
      ['x', 'y'],
    ],
    overlap: 3,
    more: { model: 'm-1', outcome: { success: false, rule: 'It said so.', scores: { f1: 0.5 } } },
  })
  const evidence = [{ mode: 'FM-1.1' as ModeId, start: 3, end: 10, quote: '💥 fails' }]
  const ann = await world.join('ann')
  await labelTrace(world, ann, 'ann', round, (segment) =>
    labels(
      { 'FM-1.1': 'present', 'FM-1.2': segment === 0 ? 'present' : 'absent', 'FM-2.1': 'unsure' },
      { evidence: segment === 0 ? evidence : [], notes: { 'FM-1.1': 'a, "b"; c' } as never, decisive: segment === 1 },
    ),
  )
  await vote(world, round, {
    bob: (segment) => ({ 'FM-1.1': 'present', 'FM-1.3': segment === 0 ? 'unsure' : 'absent', 'FM-2.1': 'unsure' }),
    cat: (segment) => ({ 'FM-1.1': segment === 0 ? 'present' : 'absent', 'FM-2.1': 'unsure' }),
  })
  // One segment of the second trace, and no more.
  const seat = await world.takeSeat('ann', round)
  await submit(ann, seat, round.traces[1]?.segments[0]?.id ?? expect.fail(), labels({ 'FM-1.1': 'present' }))
  return { world, round }
}

describeOnDatabases('gold', (database) => {
  it('gives every segment a line, every mode a value or a reason, and where nobody saw a failure an explicit false', async () => {
    const { world, round } = await story(database)
    const records = await lines(world, round)
    expect(records.map((record) => Object.keys(record.labels))).toEqual(records.map(() => mast14.modes.map((mode) => mode.id)))
    const [first, second] = records.filter((record) => record.trace.id === round.traces[0]?.id)
    expect(cell(first, 'FM-1.1')).toEqual([true, 'unanimous', true])
    expect(cell(second, 'FM-1.1')).toEqual([true, 'majority', true])
    expect(cell(first, 'FM-1.2')).toEqual([false, 'majority', false])
    expect(cell(first, 'FM-1.3')).toEqual([false, 'majority', false])
    expect(cell(first, 'FM-2.1')).toEqual([null, 'unresolved', null])
    expect(cell(first, 'FM-3.3')).toEqual([false, 'unanimous', false])
    const [single, none] = records.filter((record) => record.trace.id === round.traces[1]?.id)
    expect(cell(single, 'FM-1.1')).toEqual([null, 'single', true])
    expect(cell(single, 'FM-3.3')).toEqual([null, 'single', false])
    expect(cell(none, 'FM-1.1')).toEqual([null, 'not_assessed', null])
    expect(none?.labels['FM-1.1']?.votes).toEqual([])
  })

  it('T71: one present and one absent, or one present alone, is never called unanimous', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a'], ['b']], overlap: 2 })
    await vote(world, round, { ann: () => ({ 'FM-1.1': 'present' }), bob: () => ({}) })
    const ann = await world.join('ann')
    await labelTrace(world, ann, 'ann', round, () => labels({ 'FM-1.1': 'present' }))
    const records = await lines(world, round)
    const of = (trace: number) => records.find((record) => record.trace.id === round.traces[trace]?.id)
    expect(cell(of(0), 'FM-1.1')).toEqual([null, 'unresolved', null])
    expect(cell(of(1), 'FM-1.1')).toEqual([null, 'single', true])
  })

  it('T91: a segment in which two found nothing leaves as fourteen explicit falses', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a']], overlap: 2 })
    await vote(world, round, { ann: () => ({}), bob: () => ({}) })
    const [record] = await lines(world, round)
    expect(Object.values(record?.labels ?? {}).map((label) => [label.value, label.status, label.votes.length])).toEqual(
      mast14.modes.map(() => [false, 'unanimous', 2]),
    )
  })

  it('T92, T93: who said what and when stands in the line; quotes and commas come through as they are; offsets give back the quote', async () => {
    const { world, round } = await story(database)
    const [first] = await lines(world, round)
    const record = (await lines(world, round)).find((one) => one.trace.id === round.traces[0]?.id && one.segment?.index === 0) ?? first
    expect(record?.labels['FM-1.1']?.votes.map((one) => [one.rater, one.value])).toEqual([
      ['ann', 'present'],
      ['bob', 'present'],
      ['cat', 'present'],
    ])
    const [quote] = record?.labels['FM-1.1']?.evidence ?? []
    expect(quote).toEqual({ start: 3, end: 10, quote: '💥 fails', rater: 'ann' })
    expect(
      Array.from(record?.segment?.text ?? '')
        .slice(quote?.start, quote?.end)
        .join(''),
    ).toBe(quote?.quote)
    expect(record).toMatchObject({
      project: PROJECT,
      release: null,
      codebook: { id: mast14.id, version: mast14.version },
      trace: { model: 'm-1', outcome: { success: false, rule: 'It said so.', scores: { f1: 0.5 } } },
    })
  })

  it('a decision is in the value, with who, when and why; a reopened one is out of it again; not assessable is null', async () => {
    const { world, round } = await story(database)
    const lead = await world.join('lead')
    const segmentId = round.traces[0]?.segments[1]?.id ?? expect.fail()
    const settle = (mode: string, value: 'present' | 'absent' | 'not_assessable', baseRevision = 0) =>
      lead.mutate({
        type: 'cell.settle',
        roundId: round.id,
        segmentId,
        mode: mode as ModeId,
        baseRevision,
        value,
        reason: 'ambiguous',
        note: 'so',
      })
    await settle('FM-1.1', 'absent')
    await settle('FM-2.1', 'not_assessable')
    const line = async () => (await lines(world, round)).find((record) => record.segment?.id === segmentId)
    expect(cell(await line(), 'FM-1.1')).toEqual([false, 'adjudicated', true])
    expect(cell(await line(), 'FM-2.1')).toEqual([null, 'adjudicated', null])
    expect((await line())?.labels['FM-1.1']?.decision).toEqual({
      by: 'lead',
      at: '2026-03-02T09:00:00.000Z',
      reason: 'ambiguous',
      note: 'so',
      judgeSeen: false,
    })
    await lead.mutate({ type: 'cell.reopen', roundId: round.id, segmentId, mode: 'FM-1.1' as ModeId, baseRevision: 1, note: '' })
    expect(cell(await line(), 'FM-1.1')).toEqual([true, 'majority', true])
    expect((await line())?.labels['FM-1.1']?.decision).toBe(null)
  })

  it('the line of a trace follows from its segments: true if any is, else null if any is open, else false', async () => {
    const { world, round } = await story(database)
    const records = await lines(world, round, 'gold.traces.jsonl')
    expect(records.map((record) => [record.level, record.segment])).toEqual([
      ['trace', null],
      ['trace', null],
    ])
    const done = records.find((record) => record.trace.id === round.traces[0]?.id)
    expect([cell(done, 'FM-1.1')[0], cell(done, 'FM-2.1')[0], cell(done, 'FM-3.3')[0]]).toEqual([true, null, false])
    expect(done?.labels['FM-1.1']?.votes.map((one) => [one.rater, one.value])).toEqual([
      ['ann', 'present'],
      ['bob', 'present'],
      ['cat', 'present'],
    ])
    expect(done?.labels['FM-1.1']?.evidence).toEqual([
      { segment: round.traces[0]?.segments[0]?.id, start: 3, end: 10, quote: '💥 fails', rater: 'ann' },
    ])
    expect(done?.decisive).toEqual({ segment: round.traces[0]?.segments[1]?.id, agent: 'agent' })
    const begun = records.find((record) => record.trace.id === round.traces[1]?.id)
    // Who has seen it in one segment has voted for the trace; who has not answered them all has not voted against.
    expect(begun?.labels['FM-1.1']?.votes.map((one) => one.value)).toEqual(['present'])
    expect(begun?.labels['FM-3.3']?.votes).toEqual([])
    expect(cell(begun, 'FM-3.3')).toEqual([null, 'not_assessed', null])
  })

  it('the manifest counts and hashes what the other files hold', async () => {
    const { world, round } = await story(database)
    const manifest = JSON.parse(await file(world, round, 'manifest.json'))
    expect(isManifest(manifest) || isManifest.errors).toBe(true)
    const read = GoldManifest.parse(manifest)
    expect([read.traces, read.segments, read.release, read.createdAt]).toEqual([2, 6, null, null])
    for (const { name, lines: n, bytes, sha256 } of read.files) {
      const text = await file(world, round, name as 'gold.jsonl')
      expect([name, n, bytes, sha256]).toEqual([
        name,
        text.split('\n').length - 1,
        Buffer.byteLength(text),
        createHash('sha256').update(text).digest('hex'),
      ])
    }
    for (const counts of Object.values(read.statuses)) expect(Object.values(counts).reduce((sum, n) => sum + (n ?? 0), 0)).toBe(6)
  })

  it('the same state gives the same bytes: asked twice, after a restart, and with the clock moved on', async () => {
    const { world, round } = await story(database)
    const all = () => Promise.all(FILES.map((name) => file(world, round, name)))
    const before = await all()
    world.effects.clock.advance(86_400_000)
    expect(await all()).toEqual(before)
    await world.restart()
    expect(await all()).toEqual(before)
  })

  it('all runs of one task fall into the same split, which no label moves', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({
      traces: Array.from({ length: 12 }, (_, index) => [`text ${index}`]),
      overlap: 1,
      more: { task: 'one task' },
    })
    const splits = new Set((await lines(world, round)).map((record) => record.split))
    expect(splits.size).toBe(1)
    const other = await world.makeRound({ traces: Array.from({ length: 30 }, (_, index) => [`another ${index}`]), overlap: 1 })
    expect(new Set((await lines(world, other)).map((record) => record.split)).size).toBeGreaterThan(1)
  })

  it('an annotator gets none of it', async () => {
    const { world, round } = await story(database)
    for (const name of ['', ...FILES.map((one) => `/${one}`)]) {
      expect([name, (await world.get('ann', `/api/projects/${PROJECT}/rounds/${round.id}/gold${name}`)).status]).toEqual([name, 403])
    }
  })

  it('a file that is not part of gold is refused with a sentence', async () => {
    const { world, round } = await story(database)
    for (const name of ['gold.csv', '..%2f..%2fetc%2fpasswd', '__proto__']) {
      const reply = await world.get('lead', `/api/projects/${PROJECT}/rounds/${round.id}/gold/${name}`)
      expect([name, reply.status, reply.json()]).toEqual([name, 400, { error: { code: 'bad_request', message: expect.any(String) } }])
    }
  })
})

it('both databases give the same gold, byte for byte', async ({ skip }) => {
  if (databases.some((database) => database.isMissing)) skip('PostgreSQL is not there')
  const [one, two] = await Promise.all(
    databases.map(async (database) => {
      const { world, round } = await story(database)
      return Promise.all(FILES.map((name) => file(world, round, name)))
    }),
  )
  expect(one).toEqual(two)
})
