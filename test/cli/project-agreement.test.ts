import { expect, it } from 'vitest'
import type { AgreementOptions } from '../../server/cli/agreement/options.ts'
import { type ProjectOptions, runProjectAgreement } from '../../server/cli/agreement/project-agreement.ts'
import { AgreementDocument } from '../../shared/agreement/report/schema.ts'
import type { LabelValue, SegmentLabels } from '../../shared/labels/label.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

type Marks = Readonly<Record<string, LabelValue>>

async function labelAll(world: World, round: TestRound, votes: Readonly<Record<string, (segment: number) => Marks>>): Promise<void> {
  for (const [person, marks] of Object.entries(votes)) {
    const client = await world.join(person)
    for (const _trace of round.traces) await labelTrace(world, client, person, round, (segment): SegmentLabels => labels(marks(segment)))
    await client.close()
  }
}

async function run(world: World, options: AgreementOptions & ProjectOptions = {}) {
  const { database, data } = world.config
  const place = database.kind === 'postgres' ? { data, databaseUrl: database.url } : { data }
  const said = { printed: '', warnings: [] as string[] }
  await runProjectAgreement(
    undefined,
    { project: PROJECT, ...place, json: true, ...options },
    {
      print: (text) => {
        said.printed += text
      },
      warn: (sentence) => said.warnings.push(sentence),
      writeFile: async () => undefined,
    },
  )
  return said
}

async function report(world: World, options: ProjectOptions = {}) {
  return AgreementDocument.parse(JSON.parse((await run(world, options)).printed))
}

const table = (document: Awaited<ReturnType<typeof report>>, mode: string) => document.modes?.[mode]?.pairs[0]?.table

describeOnDatabases('touchstone agreement --project', (database) => {
  it('reads the round beside a running server: unsure and n.a. leave the pair, what was not submitted is missing', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b', 'c', 'd']] })
    await labelAll(world, round, {
      ann: (segment) => ({ 'FM-1.1': segment === 0 ? 'unsure' : segment === 1 ? 'present' : 'absent' }),
    })
    const bob = await world.join('bob')
    const seat = await world.takeSeat('bob', round)
    for (const segment of round.traces[0]?.segments.slice(0, 3) ?? []) {
      await submit(bob, seat, segment.id, labels({ 'FM-1.1': 'present' }))
    }
    const document = await report(world)
    expect(table(document, 'FM-1.1')).toEqual([
      [1, 0],
      [1, 0],
    ])
    expect([document.items, document.itemsUsed, document.clusters, document.raters]).toEqual([4, 3, 1, ['ann', 'bob']])
    const { warnings } = await run(world)
    expect(warnings).toEqual(['Round 1, Round 1.', '1 value is unsure or not applicable and takes no side.'])
  })

  it('compares whole traces with --level trace: present if any segment is, missing where nothing is found in an unfinished one', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({
      traces: [
        ['a', 'b'],
        ['c', 'd'],
        ['e', 'f'],
      ],
    })
    await labelAll(world, round, { ann: (segment) => (segment === 0 ? { 'FM-1.1': 'present', 'FM-1.2': 'unsure' } : {}) })
    await labelAll(
      world,
      { ...round, traces: round.traces.slice(0, 2) },
      { bob: (segment) => (segment === 1 ? { 'FM-1.1': 'present' } : {}) },
    )
    const bob = await world.join('bob')
    const seat = await world.takeSeat('bob', round)
    const first = round.traces.find((trace) => trace.id === seat.traceId)?.segments[0] ?? expect.fail()
    await submit(bob, seat, first.id, labels({ 'FM-1.3': 'present' }))
    const document = await report(world, { level: 'trace' })
    expect(document.items).toBe(3)
    expect(table(document, 'FM-1.1')).toEqual([
      [2, 0],
      [0, 0],
    ])
    expect(table(document, 'FM-1.2')).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(table(document, 'FM-1.3')).toEqual([
      [0, 0],
      [1, 2],
    ])
  })

  it('filters by framework, model, annotator and place in the trace, and leaves bulk answers out when asked', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [['a', 'b', 'c']], more: { framework: 'AG2', model: 'm-1' } })
    for (const person of ['ann', 'bob']) {
      const client = await world.join(person)
      await labelTrace(world, client, person, round, (segment) => ({ ...labels(), bulk: person === 'ann' && segment > 0 }))
    }
    const used = async (options: ProjectOptions) => {
      const { items, itemsUsed } = await report(world, options)
      return [items, itemsUsed]
    }
    expect(await used({ framework: 'AG2', model: 'm-1' })).toEqual([3, 3])
    expect(await used({ framework: 'other' })).toEqual([0, 0])
    expect(await used({ model: 'other' })).toEqual([0, 0])
    expect(await used({ annotator: ['ann'] })).toEqual([3, 0])
    expect(await used({ position: '1-2' })).toEqual([2, 2])
    expect(await used({ position: '0' })).toEqual([1, 1])
    expect(await used({ excludeBulk: true })).toEqual([3, 1])
  })

  it('takes training and discussion rounds only when they are named, and late labels only when asked', async () => {
    const world = await openWorld(database)
    const normal = await world.makeRound({ traces: [['a', 'b']] })
    await labelAll(world, normal, { ann: () => ({}), bob: () => ({}) })
    const training = await world.makeRound({ traces: [['c']], policy: { kind: 'training' } })
    await labelAll(world, training, { ann: () => ({ 'FM-1.1': 'present' }), bob: () => ({ 'FM-1.1': 'present' }) })
    expect((await report(world)).items).toBe(2)
    expect((await report(world, { round: '2' })).items).toBe(1)
    await world.deps.db.updateTable('label').set({ is_late: 1 }).where('annotator_id', '=', 'bob').execute()
    expect((await report(world)).itemsUsed).toBe(0)
    expect((await report(world, { includeLate: true })).itemsUsed).toBe(2)
  })

  it('refuses what it cannot mean with a sentence, before anything is printed', async () => {
    const world = await openWorld(database)
    await expect(run(world)).rejects.toThrow('Nothing has been labelled')
    await expect(run(world, { project: 'nothing' })).rejects.toThrow('There is no project "nothing".')
    await expect(run(world, { round: '7' })).rejects.toThrow('There is no round 7')
    await expect(run(world, { position: '4-2' })).rejects.toThrow('--position')
    await expect(run(world, { categories: 'x,y' })).rejects.toThrow('--categories is for files')
  })
})
