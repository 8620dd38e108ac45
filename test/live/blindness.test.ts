import { expect, it } from 'vitest'
import type { ModeId } from '../../shared/ids.ts'
import type { LabelValue } from '../../shared/labels/label.ts'
import { describeOnDatabases, type TestDatabase } from '../harness/databases.ts'
import { type Driven, documentedRoutes, driveRoutes } from '../harness/drive-routes.ts'
import type { LiveClient } from '../harness/live-client.ts'
import { labels } from '../harness/traces.ts'
import { labelTrace, openWorld, PROJECT, submit, type TestRound, type World } from '../harness/world.ts'

const TEXTS = ['first words', 'second words', 'third words']

/** Texts that stand in one person's labels, and must reach nobody else but leads. */
const CANARY = {
  ann: 'canary-of-the-first-annotator',
  bob: 'canary-of-the-second-annotator',
  cat: 'canary-of-the-third-annotator',
} as const
type Person = keyof typeof CANARY

const HIDDEN = {
  model: 'canary-model',
  benchmark: 'canary-benchmark',
  outcome: { success: false, rule: 'canary-outcome', scores: { 'canary-score': 0.25 } },
  priorLabels: [{ source: 'human', annotator: 'canary-prior-annotator', taxonomy: null, values: [], note: 'canary-prior-note' }] as never[],
}

function contentOf(person: Person, mode: string) {
  return labels(
    { [mode]: 'present' },
    { notes: { [mode as ModeId]: CANARY[person] }, evidence: [{ mode: mode as ModeId, start: 0, end: 5, quote: 'first' }], decisive: true },
  )
}

describeOnDatabases('blindness', (database) => {
  it('T77: no byte of a peer reaches an annotator by any route or message: not a label, a note, a name, a decision', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [TEXTS, ['first of another']], overlap: 3 })
    const clients = new Map<Person, LiveClient>()
    const traffic = new Map<Person, string[]>()
    for (const person of ['ann', 'bob', 'cat'] as const) {
      clients.set(person, await world.join(person))
      traffic.set(person, [])
    }
    const lead = await world.join('lead')
    const note = async (person: Person) =>
      traffic.get(person)?.push(...(await driveRoutes(world, person, round)).map((one) => `${one.text}${JSON.stringify(one.headers)}`))
    const everybody = async () => {
      for (const person of clients.keys()) await note(person)
    }
    // Bob first: all that he does is news that the others must not hear.
    for (const [person, mode] of [
      ['bob', 'FM-1.1'],
      ['ann', 'FM-1.2'],
      ['cat', 'FM-1.3'],
    ] as const) {
      const client = clients.get(person) ?? expect.fail()
      const seat = await world.takeSeat(person, round)
      for (const [index, segment] of (round.traces[0]?.segments ?? []).entries()) {
        await submit(
          client,
          seat,
          segment.id,
          index === 0 ? contentOf(person, mode) : labels({ [mode]: 'unsure' }, { notes: { [mode as ModeId]: CANARY[person] } }),
        )
      }
      await everybody()
      await client.mutate({ type: 'trace.submit', seatId: seat.id, epoch: seat.epoch, taskCompleted: person === 'bob' })
    }
    const skipped = await world.takeSeat('bob', round)
    await clients.get('bob')?.mutate({ type: 'seat.skip', seatId: skipped.id, epoch: skipped.epoch, note: CANARY.bob })
    const segmentId = round.traces[0]?.segments[0]?.id ?? expect.fail()
    await lead.mutate({
      type: 'cell.settle',
      roundId: round.id,
      segmentId,
      mode: 'FM-1.1' as ModeId,
      baseRevision: 0,
      value: 'present',
      reason: 'slip',
      note: 'canary-of-the-lead',
    })
    await everybody()
    // Coming back with no cursor and with an old one shows no more.
    for (const [person, client] of clients) {
      const welcome = client.received.find((message) => message.type === 'welcome')
      const again = await world.connect(person)
      await again.hello(welcome?.type === 'welcome' ? welcome.cursor : null)
      await again.hello()
      traffic.get(person)?.push(...client.frames, ...again.frames)
    }
    for (const [person, seen] of traffic) {
      const bytes = seen.join('\n')
      const others = (['ann', 'bob', 'cat'] as const).filter((other) => other !== person)
      for (const other of others) {
        expect([person, bytes.includes(CANARY[other])]).toEqual([person, false])
        expect([person, new RegExp(`"${other}"`, 'i').exec(bytes)?.[0] ?? null]).toEqual([person, null])
      }
      expect(bytes).not.toContain('canary-of-the-lead')
      // The test looks at the right bytes: one's own are there.
      expect(bytes).toContain(CANARY[person])
    }
    // Leads see them all; the canaries are alive.
    const seen = `${lead.frames.join('\n')}${(await driveRoutes(world, 'lead', round)).map((one) => one.text).join('\n')}`
    for (const canary of Object.values(CANARY)) expect(seen).toContain(canary)
  })

  it('no route gives an annotator the model, the outcome, or the labels that came with the trace', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [TEXTS], more: { ...HIDDEN, priorLabels: [] } })
    await world.takeSeat('ann', round)
    const seen = (await driveRoutes(world, 'ann', round)).map((one) => one.text).join('\n')
    expect(seen).toContain('first words')
    expect(seen).not.toContain('canary')
    expect((await driveRoutes(world, 'lead', round)).map((one) => one.text).join('\n')).toContain('canary-outcome')
  })

  it('an annotator who has no seat on a trace cannot read it', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [TEXTS] })
    const seen = (await driveRoutes(world, 'ann', { ...round, traces: round.traces })).filter(
      (one) => one.route === 'GET /api/projects/{project}/traces/{trace}',
    )
    expect(seen.map((one) => one.status)).toEqual([404])
  })

  it('two worlds that differ only in what Bob labelled give Ann the same bytes, to the last one', async () => {
    const [one, two] = await Promise.all([
      trafficOfAnn(database, { 'FM-1.1': 'present', 'FM-3.3': 'unsure' }, 'a note'),
      trafficOfAnn(database, { 'FM-2.2': 'not_applicable' }, 'quite another note, and longer'),
    ])
    expect(one.frames.length).toBeGreaterThan(8)
    expect(one).toEqual(two)
  })

  it('what a peer does moves nothing for an annotator: no frame, and the same cursor at the next hello', async () => {
    const world = await openWorld(database)
    const round = await world.makeRound({ traces: [TEXTS] })
    const ann = await world.join('ann')
    await world.takeSeat('ann', round)
    await ann.settle()
    const frames = ann.frames.filter((frame) => !frame.includes('pong')).length
    const before = (await (await world.connect('ann')).hello()).cursor
    const bob = await world.join('bob')
    await labelTrace(world, bob, 'bob', round, () => labels({ 'FM-1.1': 'present' }))
    await ann.settle()
    expect(ann.frames.filter((frame) => !frame.includes('pong')).length).toBe(frames)
    const again = await world.connect('ann')
    expect((await again.hello()).cursor).toBe(before)
    const delta = await again.hello(before)
    expect([delta.cursor, delta.state]).toEqual([before, { kind: 'delta', events: [] }])
  })

  it("a cursor says nothing: it is as long as any other, and Ann's and Bob's of the same moment have nothing in common", async () => {
    const world = await openWorld(database)
    await world.makeRound({ traces: [TEXTS] })
    const cursors = await Promise.all(['ann', 'bob', 'lead'].map(async (person) => (await (await world.connect(person)).hello()).cursor))
    expect(new Set(cursors).size).toBe(3)
    expect(new Set(cursors.map((cursor) => cursor.length)).size).toBe(1)
    for (const cursor of cursors) expect(cursor).toMatch(/^[A-Za-z0-9_-]{22}$/)
  })

  it('every route is in the OpenAPI document, so that the tests above drive it', async () => {
    const world = await openWorld(database)
    const undocumented = new Set(['/live', '/openapi.json', '/', '/p/*', '/signed-out', '/assets/*'])
    const documented = new Set(documentedRoutes(world).map((route) => route.replaceAll(/\{([^}]+)\}/g, ':$1')))
    const missing = allRoutes(world).filter((route) => !documented.has(route) && !undocumented.has(route.split(' ')[1] ?? ''))
    expect(missing).toEqual([])
    expect(documented.size).toBeGreaterThan(15)
  })
})

/** Every route that the router really knows, read from the tree it prints. */
function allRoutes(world: World): string[] {
  const path: string[] = []
  return world.app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const row = /^([│ ]*)[├└]── (\S+)(?: \(([A-Z, ]+)\))?$/.exec(line)
      if (!row) return []
      const [, indent = '', piece = '', methods] = row
      path.length = indent.length / 4
      path.push(piece)
      return (methods?.split(', ') ?? [])
        .filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
        .map((method) => `${method} ${path.join('')}`)
    })
}

/** All that reaches Ann, by every route and message, while Bob works beside her and a lead settles what he marked. */
async function trafficOfAnn(
  database: TestDatabase,
  marks: Readonly<Record<string, LabelValue>>,
  note: string,
): Promise<{ frames: readonly string[]; http: readonly Driven[] }> {
  const world = await openWorld(database)
  const round: TestRound = await world.makeRound({ traces: [TEXTS, ['x']], overlap: 2 })
  const ann = await world.join('ann')
  const bob = await world.join('bob')
  const lead = await world.join('lead')
  const http: Driven[] = []
  const look = async () => {
    http.push(...(await driveRoutes(world, 'ann', round)))
    await ann.settle()
  }
  const segments = round.traces[0]?.segments ?? []
  const mine = await world.takeSeat('ann', round)
  const theirs = await world.takeSeat('bob', round)
  await look()
  for (const [index, segment] of segments.entries()) {
    world.effects.clock.advance(1_000)
    const [mode = 'FM-1.1'] = Object.keys(marks)
    await submit(
      bob,
      theirs,
      segment.id,
      labels(marks, { notes: { [mode as ModeId]: note }, decisive: index === 1, bulk: note.length > 10 }),
    )
    await look()
    await submit(ann, mine, segment.id, labels({ 'FM-1.2': 'present' }))
    await look()
  }
  await bob.mutate({ type: 'trace.submit', seatId: theirs.id, epoch: theirs.epoch, taskCompleted: note.length > 10 })
  const [mode = 'FM-1.1'] = Object.keys(marks)
  await lead.mutate({
    type: 'cell.settle',
    roundId: round.id,
    segmentId: segments[0]?.id ?? expect.fail(),
    mode: mode as ModeId,
    baseRevision: 0,
    value: 'present',
    reason: 'slip',
    note,
  })
  await look()
  // A wrong message, a conflict and a refusal tell no more than a right one.
  await submit(ann, mine, segments[0]?.id ?? expect.fail(), labels(), 7)
  await submit(ann, theirs, segments[0]?.id ?? expect.fail(), labels())
  ann.sendText('{')
  await look()
  const welcome = ann.received.find((message) => message.type === 'welcome')
  const again = await world.connect('ann')
  await again.hello(welcome?.type === 'welcome' ? welcome.cursor : null)
  await again.hello()
  expect((await world.get('ann', `/api/projects/${PROJECT}`)).status).toBe(200)
  return { frames: [...ann.frames, ...again.frames], http }
}
