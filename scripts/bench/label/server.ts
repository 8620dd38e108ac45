/** The real server in a process of its own, with annotators who each hold a seat. Speaks JSON over the channel to its parent. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../../../server/config.ts'
import { createSignInLink, putAccount, putMembership } from '../../../server/features/accounts/index.ts'
import { createRound, takeSeat } from '../../../server/features/assignments/index.ts'
import { ensureProject } from '../../../server/features/projects/index.ts'
import { importFiles } from '../../../server/features/traces/index.ts'
import { type RunningServer, startServer } from '../../../server/main.ts'
import { TraceId, UserId } from '../../../shared/ids.ts'
import type { Trace } from '../../../shared/traces/model.ts'

const PROJECT = 'bench'
const OVERLAP = 2
const LEADS = 3

export type Person = {
  readonly cookie: string
  readonly seat: { readonly id: string; readonly epoch: number; readonly segments: readonly string[] } | null
}
export type Ready = {
  readonly kind: 'ready'
  readonly port: number
  readonly annotators: Person[]
  readonly leads: Person[]
  readonly project: string
}
export type Counted = {
  readonly kind: 'counted'
  readonly events: number
  readonly labels: number
  readonly cpuSeconds: number
  readonly rssMiB: number
}

function traceOf(index: number, segments: number): Trace {
  return {
    schema: 'touchstone.trace/1',
    title: `Bench ${index}`,
    task: `Task ${index}`,
    format: 'touchstone',
    formatVersion: null,
    nativeIds: [`bench-${index}`],
    framework: null,
    benchmark: null,
    model: null,
    agents: ['Agent'],
    lanes: ['main'],
    links: [],
    outcome: null,
    priorLabels: [],
    licence: null,
    steps: Array.from({ length: segments }, (_, step) => ({
      index: step,
      actor: 'Agent',
      role: 'agent' as const,
      rawRole: null,
      lane: 'main',
      at: null,
      model: null,
      tokens: null,
      parts: [
        {
          kind: 'text' as const,
          visibility: 'main' as const,
          text: `Step ${step} of trace ${index}: look, act, look again.`,
          format: 'plain' as const,
        },
      ],
      anchors: [],
      links: [],
    })),
  }
}

async function prepare(server: RunningServer, annotators: number, segments: number): Promise<Ready> {
  const { deps } = server
  await ensureProject(deps, { id: PROJECT })
  const files = Array.from({ length: Math.ceil(annotators / OVERLAP) }, (_, index) => ({
    name: `${index}.json`,
    bytes: Buffer.from(JSON.stringify(traceOf(index, segments))),
  }))
  const report = await importFiles(deps, files, { projectId: PROJECT, actorId: null, policy: 'step', isDryRun: false })
  const lead = { userId: UserId.parse('lead0'), name: 'lead0', role: 'lead' as const, projectId: PROJECT }
  const leads = await Promise.all(Array.from({ length: LEADS }, (_, index) => makePerson(server, `lead${index}`, 'lead')))
  const round = await createRound(deps, lead, {
    name: 'Bench',
    traces: report.files.map((file) => TraceId.parse(file.traces[0]?.id)),
    segments: {},
    overlap: OVERLAP,
    policy: { blind: 'until_submit', kind: 'normal', quota: null, order: 'given', repeats: 0 },
  })
  const people: Person[] = []
  for (let index = 0; index < annotators; index++) {
    const { cookie } = await makePerson(server, `ann${index}`, 'annotator')
    const answer = await takeSeat(
      deps,
      { userId: UserId.parse(`ann${index}`), name: `ann${index}`, role: 'annotator', projectId: PROJECT },
      round,
    )
    if (answer.kind === 'none') throw new Error(answer.message)
    const rows = await deps.db.selectFrom('segment').select('id').where('trace_id', '=', answer.seat.traceId).orderBy('position').execute()
    people.push({ cookie, seat: { id: answer.seat.id, epoch: answer.seat.epoch, segments: rows.map((row) => row.id) } })
  }
  return {
    kind: 'ready',
    port: server.port,
    annotators: people,
    leads: leads.map(({ cookie }) => ({ cookie, seat: null })),
    project: PROJECT,
  }
}

async function makePerson(server: RunningServer, id: string, role: 'annotator' | 'lead'): Promise<{ cookie: string }> {
  await putAccount(server.deps, { id, name: id })
  await putMembership(server.deps, PROJECT, id, role)
  const token = await createSignInLink(server.deps, id, { isReusable: true, days: 1 })
  // Through the door that people use; the limit on tries per address would stop five hundred of them.
  return { cookie: await sessionFor(server, token) }
}

async function sessionFor(server: RunningServer, token: string): Promise<string> {
  const { signIn } = await import('../../../server/features/accounts/commands.ts')
  return (await signIn(server.deps, token)).token
}

async function counts(server: RunningServer): Promise<Counted> {
  const events = await server.deps.db
    .selectFrom('label_event')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const labels = await server.deps.db
    .selectFrom('label')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  const { user, system } = process.cpuUsage()
  return {
    kind: 'counted',
    events: Number(events.n),
    labels: Number(labels.n),
    cpuSeconds: (user + system) / 1e6,
    rssMiB: process.memoryUsage.rss() / 2 ** 20,
  }
}

const [annotators = '50', segments = '60', directory] = process.argv.slice(2)
const data = directory ?? mkdtempSync(join(tmpdir(), 'touchstone-bench-'))
const server = await startServer(readConfig({ data, port: process.env['BENCH_PORT'] ?? '0' }, {}))
const isPrepared = await server.deps.db.selectFrom('account').select('id').executeTakeFirst()
process.send?.(isPrepared ? { kind: 'again', port: server.port } : await prepare(server, Number(annotators), Number(segments)))
process.on('message', async (message) => {
  if (message === 'count') process.send?.(await counts(server))
  if (message === 'stop') {
    await server.stop()
    if (directory === undefined) rmSync(data, { recursive: true, force: true })
    process.exit(0)
  }
})
