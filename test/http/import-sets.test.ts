import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ImportReport } from '../../shared/traces/import-report.ts'
import { describeOnDatabases } from '../harness/databases.ts'
import { multipart, type UploadedFile } from '../harness/multipart.ts'
import { fileOf, traceOf } from '../harness/traces.ts'
import { openWorld, PROJECT, type World } from '../harness/world.ts'
import { zipOf } from '../harness/zip.ts'

const fixture = (name: string): Buffer => readFileSync(new URL(`../fixtures/${name}`, import.meta.url))

async function upload(world: World, files: readonly UploadedFile[], query = ''): Promise<ImportReport> {
  const { payload, headers } = multipart(files)
  const reply = await world.http('lead', 'POST', `/api/projects/${PROJECT}/imports${query}`, payload, headers)
  expect([reply.status, reply.text]).toEqual([200, expect.any(String)])
  return ImportReport.parse(reply.json())
}

describeOnDatabases('what a step was made of', (database) => {
  const utf16 = Buffer.from(`\ufeff${JSON.stringify(traceOf('wide', ['é💩', 'two']))}`, 'utf16le')
  it.each([
    ['a plain file', 'codex-session.jsonl', fixture('codex-session.jsonl')],
    ['a gzip file', 'codex-session.jsonl.gz', gzipSync(fixture('codex-session.jsonl'))],
    ['a zstd file', 'codex-session.jsonl.zst', fixture('codex-session.jsonl.zst')],
    ['an .eval archive', 'inspect.eval', fixture('inspect.eval')],
    ['a UTF-16 file', 'wide.json', utf16],
    ['a file in a zip archive', 'set.zip', zipOf([{ name: 'codex-session.jsonl', bytes: fixture('codex-session.jsonl') }])],
  ])('is shown to leads as it stood in the file: %s', async (_kind, name, bytes) => {
    const world = await openWorld(database)
    const report = await upload(world, [{ name, bytes }])
    const trace = report.files[0]?.traces[0]
    expect(trace).toBeDefined()
    for (let step = 0; step < (trace?.steps ?? 0); step++) {
      const path = `/api/projects/${PROJECT}/traces/${trace?.id}/steps/${step}/raw`
      const reply = await world.get('lead', path)
      expect(reply.status).toBe(200)
      const { pieces, isCut } = reply.json() as { pieces: { text: string }[]; isCut: boolean }
      expect(isCut).toBe(false)
      // Every record of these files is one JSON value: the range must hold it from its first byte to its last.
      for (const piece of pieces) expect(() => JSON.parse(piece.text)).not.toThrow()
      expect(pieces.length).toBeGreaterThan(0)
      expect((await world.get('ann', path)).status).toBe(403)
    }
    expect((await world.get('lead', `/api/projects/${PROJECT}/traces/${trace?.id}/steps/9999/raw`)).status).toBe(404)
    expect((await world.get('lead', `/api/projects/${PROJECT}/traces/nowhere/steps/0/raw`)).status).toBe(404)
  })
})

const own = (name: string): Buffer => Buffer.from(JSON.stringify(traceOf(name, [`words of ${name}`])))

describeOnDatabases('a zip archive', (database) => {
  it('is a set of files, each with its own report', async () => {
    const world = await openWorld(database)
    const { files, totals } = await upload(world, [
      {
        name: 'set.zip',
        bytes: zipOf([
          { name: 'b/two.json', bytes: own('two') },
          { name: 'one.json', bytes: own('one') },
          { name: 'note.txt', bytes: Buffer.from('nothing') },
        ]),
      },
    ])
    expect(files.map((file) => [file.file, file.result])).toEqual([
      ['set.zip/b/two.json', 'imported'],
      ['set.zip/note.txt', 'refused'],
      ['set.zip/one.json', 'imported'],
    ])
    expect(totals).toMatchObject({ files: 3, new: 2, refused: 1 })
  })

  it('T15: refuses paths that lead out of it, links, and encrypted files, one by one, and writes nothing to disk', async () => {
    const world = await openWorld(database)
    const { files } = await upload(world, [
      {
        name: 'evil.zip',
        bytes: zipOf([
          { name: '../../etc/x.json', bytes: own('up') },
          { name: '/etc/x.json', bytes: own('absolute') },
          { name: 'a\\..\\..\\x.json', bytes: own('backslash') },
          { name: 'C:\\x.json', bytes: own('drive') },
          { name: 'link.json', bytes: Buffer.from('/etc/passwd'), mode: 0o120777 },
          { name: 'secret.json', bytes: own('secret'), isEncrypted: true },
          { name: 'good.json', bytes: own('good') },
        ]),
      },
    ])
    const byName = new Map(files.map((file) => [file.file, file]))
    expect(byName.get('evil.zip/good.json')?.result).toBe('imported')
    for (const [name, file] of byName) {
      if (name === 'evil.zip/good.json') continue
      expect([name, file.result]).toEqual([name, 'refused'])
      expect(file.reason).toMatch(/leads out of|link|encrypted/)
    }
    expect(byName.size).toBe(7)
  })

  it('is not unpacked beyond the limits, of one file or of all together', async () => {
    const bomb = zipOf(Array.from({ length: 5 }, (_, index) => ({ name: `${index}.json`, bytes: Buffer.alloc(900_000, 0x20) })))
    expect(bomb.length).toBeLessThan(10_000)
    const world = await openWorld(database, { settings: { maxFileBytes: '1000000', maxUploadBytes: '2000000' } })
    const { files } = await upload(world, [{ name: 'bomb.zip', bytes: bomb }])
    expect(files.map((file) => file.result)).toEqual(Array(5).fill('refused'))
    expect(files.filter((file) => file.reason?.includes('larger than the limit'))).toHaveLength(3)
    const single = zipOf([{ name: 'one.json', bytes: Buffer.alloc(5_000_000, 0x20) }])
    expect((await upload(world, [{ name: 'one.zip', bytes: single }])).files[0]?.reason).toContain('larger than the limit')
  })

  it('in another archive is refused with a sentence', async () => {
    const world = await openWorld(database)
    const { files } = await upload(world, [
      { name: 'outer.zip', bytes: zipOf([{ name: 'inner.zip', bytes: zipOf([{ name: 'x.json', bytes: own('x') }]) }]) },
    ])
    expect(files[0]).toMatchObject({ file: 'outer.zip/inner.zip', result: 'refused', reason: expect.stringContaining('unpack it') })
  })
})

const scored = (recall: number, entities: readonly string[], ids = {}) => ({
  ...ids,
  scores: {
    root_cause_entity: {
      calculation_precision: 0.5,
      calculation_recall: recall,
      calculation_f1: 0.6,
      predicted_entities: entities.map((entity) => ({ entity, matches_gt: true })),
    },
    root_cause_reasoning: { calculation: 1, justification: 'because' },
    propagation_chain: { precision: null, recall: 0.25, calculation: 0 },
  },
})
const output = (entities: readonly string[]) => ({
  entities: entities.map((name) => ({ name, contributing_factor: true })),
  propagations: [],
})

describeOnDatabases('files that belong together', (database) => {
  async function outcomes(world: World): Promise<Record<string, unknown>> {
    const rows = await world.deps.db.selectFrom('trace').select(['source_name', 'head', 'success']).execute()
    return Object.fromEntries(rows.map((row) => [row.source_name, { success: row.success, outcome: JSON.parse(row.head).outcome }]))
  }
  const session = (name: string): UploadedFile => ({
    name,
    bytes: Buffer.from(
      fixture('codex-session.jsonl')
        .toString()
        .replaceAll('"type":"session_meta","payload":{"id":"', `"type":"session_meta","payload":{"id":"${name}-`),
    ),
  })

  it('an ITBench run: session, agent output and evaluation give one trace with its outcome', async () => {
    const world = await openWorld(database)
    const { files } = await upload(world, [
      fileOf('run/agent_output.json', output(['a/b'])),
      fileOf('run/evaluation_results.json', { raw_results: [scored(1, ['a/b'])] }),
      session('run/sessions/2026/session.jsonl'),
    ])
    expect(files.map((file) => [file.format, file.result])).toEqual([
      ['itbench-output', 'joined'],
      ['itbench-evaluation', 'joined'],
      ['codex', 'imported'],
    ])
    expect(files[2]?.traces[0]?.success).toBe(true)
    expect(await outcomes(world)).toEqual({
      'run/sessions/2026/session.jsonl': {
        success: 1,
        outcome: {
          success: true,
          rule: 'root_cause_entity_recall is 1.',
          scores: {
            diagnosis_entities: 1,
            diagnosis_root_causes: 1,
            root_cause_entity_precision: 0.5,
            root_cause_entity_recall: 1,
            root_cause_entity_f1: 0.6,
            root_cause_reasoning: 1,
            propagation_chain_recall: 0.25,
            propagation_chain: 0,
          },
        },
      },
    })
  })

  it('an evaluation of several runs finds each by its folder, or by the diagnosis that it judged', async () => {
    const world = await openWorld(database)
    const { files } = await upload(world, [
      fileOf('evaluation_results.json', {
        raw_results: [
          scored(1, ['x'], { incident_id: '1', trial_id: '1' }),
          scored(0.5, ['x'], { incident_id: 1, trial_id: 2 }),
          scored(0, ['only', 'this'], { incident_id: '7', trial_id: '7' }),
        ],
      }),
      session('1/1/sessions/a.jsonl'),
      session('Scenario-1/trial_2/b.jsonl'),
      session('elsewhere/c.jsonl'),
      fileOf('elsewhere/agent_output.json', output(['this', 'only'])),
      session('d.jsonl'),
    ])
    expect(files[0]?.result).toBe('joined')
    const bySuccess = Object.fromEntries(files.flatMap((file) => file.traces.map((trace) => [file.file, trace.success])))
    expect(bySuccess).toEqual({
      '1/1/sessions/a.jsonl': true,
      'Scenario-1/trial_2/b.jsonl': false,
      'elsewhere/c.jsonl': false,
      'd.jsonl': null,
    })
  })

  it('a file that adds to others says so when it comes alone', async () => {
    const world = await openWorld(database)
    const { files } = await upload(world, [
      fileOf('agent_output.json', output([])),
      fileOf('evaluation_results.json', { raw_results: [scored(1, [])] }),
      fileOf('annotations.json', { trace_id: 'x', errors: [{ category: 'Goal Deviation' }], scores: [] }),
      fileOf('results.json', { is_resolved: true, task_id: 't' }),
    ])
    for (const file of files)
      expect([file.file, file.result, file.reason]).toEqual([file.file, 'refused', expect.stringMatching(/Import (it|them) together/)])
  })

  it('TRAIL annotations become prior labels and scores of the trace they name', async () => {
    const world = await openWorld(database)
    const trail = JSON.parse(fixture('trail.json').toString()) as { trace_id: string }
    const annotations = {
      trace_id: trail.trace_id,
      errors: [
        { category: 'Goal Deviation', location: 'a5', evidence: 'e', description: 'Stopped early', impact: 'LOW' },
        { category: 'Goal Deviation', location: 'a6', evidence: 'e', description: 'Again', impact: 'LOW' },
      ],
      scores: [{ reliability_score: 2, reliability_reasoning: '..', overall: 3 }],
    }
    const { files } = await upload(world, [fileOf('trace.json', trail), fileOf('zz-annotations.json', annotations)])
    expect(files.map((file) => file.result)).toEqual(['imported', 'joined'])
    expect(files[0]?.traces[0]?.priorLabels).toEqual({ human: 1, judge: 0 })
    expect(Object.values(await outcomes(world))).toEqual([
      { success: null, outcome: { success: null, rule: null, scores: { reliability_score: 2, overall: 3 } } },
    ])
  })

  it('a session of Claude Code and its sub-agents are traces of their own, linked', async () => {
    const world = await openWorld(database)
    const line = (text: string, more: object) =>
      JSON.stringify({
        type: 'assistant',
        sessionId: 's1',
        version: '2',
        message: { id: text, role: 'assistant', content: [{ type: 'text', text }] },
        uuid: text,
        ...more,
      })
    const { files } = await upload(world, [
      fileOf(
        's1.jsonl',
        `${line('main', { parentUuid: null })}\n${line('result', { parentUuid: 'main', toolUseResult: { agentId: 'a1' } })}\n`,
      ),
      fileOf('s1/subagents/agent-a1.jsonl', `${line('side', { parentUuid: null, isSidechain: true, agentId: 'a1' })}\n`),
    ])
    expect(files.flatMap((file) => file.traces.map((trace) => trace.status))).toEqual(['new', 'new'])
    const heads = await world.deps.db.selectFrom('trace').select(['source_name', 'head']).orderBy('source_name').execute()
    expect(heads.map((row) => JSON.parse(row.head).links)).toEqual([
      [{ kind: 'subagent', target: 's1/a1' }],
      [{ kind: 'subagent', target: 's1' }],
    ])
  })
})
