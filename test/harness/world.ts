import { once } from 'node:events'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '../../server/app.ts'
import type { Config, GivenSettings } from '../../server/config.ts'
import type { Deps } from '../../server/deps.ts'
import { signIn } from '../../server/features/accounts/commands.ts'
import { type Actor, createSignInLink, putAccount, putMembership, SESSION_COOKIE } from '../../server/features/accounts/index.ts'
import { ensureProject } from '../../server/features/projects/index.ts'
import { importFiles, listSegmentContents } from '../../server/features/traces/index.ts'
import { type Installation, openInstallation } from '../../server/installation.ts'
import { portOf } from '../../server/plugins/security.ts'
import type { Role } from '../../shared/accounts/role.ts'
import { must } from '../../shared/assert.ts'
import type { RoundPolicy, SeatView } from '../../shared/assignments/seat.ts'
import { Created, WorkAnswer } from '../../shared/http/api.ts'
import { RoundId, SegmentId, TraceId, UserId } from '../../shared/ids.ts'
import type { SegmentLabels } from '../../shared/labels/label.ts'
import type { Trace } from '../../shared/traces/model.ts'
import type { TestDatabase } from './databases.ts'
import { makeEffects, makeMutationIds, type TestEffects } from './effects.ts'
import { type Answer, type LiveClient, makeLiveClient } from './live-client.ts'
import { codebook, fileOf, labels, traceOf } from './traces.ts'

export const PROJECT = 'p'

/** Three annotators and two leads of the project, and a lead of another one. */
const PEOPLE: readonly { id: string; name: string; role: Role; project: string }[] = [
  { id: 'ann', name: 'Ann', role: 'annotator', project: PROJECT },
  { id: 'bob', name: 'Bob', role: 'annotator', project: PROJECT },
  { id: 'cat', name: 'Cat', role: 'annotator', project: PROJECT },
  { id: 'lead', name: 'Mara', role: 'lead', project: PROJECT },
  { id: 'lead2', name: 'Noor', role: 'lead', project: PROJECT },
  { id: 'eve', name: 'Eve', role: 'lead', project: 'other' },
]

export type Reply = {
  readonly status: number
  readonly text: string
  readonly json: () => unknown
  readonly headers: Readonly<Record<string, unknown>>
}

export type RoundTrace = { readonly id: TraceId; readonly segments: readonly { readonly id: SegmentId; readonly text: string }[] }
export type TestRound = { readonly id: RoundId; readonly traces: readonly RoundTrace[] }

export type RoundPlan = {
  /** Texts of the segments, per trace. */
  readonly traces: readonly (readonly string[])[]
  readonly overlap?: number
  readonly policy?: Partial<RoundPolicy>
  readonly more?: Partial<Trace>
  /** Only these segments, per trace id. */
  readonly segments?: (traces: readonly TraceId[]) => Record<string, string[]>
}

export type World = {
  readonly app: FastifyInstance
  readonly deps: Deps
  readonly effects: TestEffects
  addPerson(id: string, role?: Role): Promise<void>
  actor(person: string): Actor
  cookie(person: string): Promise<string>
  /** null = nobody is signed in. */
  http(
    person: string | null,
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    payload?: InjectOptions['payload'],
    headers?: Record<string, string>,
  ): Promise<Reply>
  get(person: string | null, path: string): Promise<Reply>
  /** An open socket that has not said hello. */
  connect(person: string | null, origin?: string): Promise<LiveClient>
  /** Where the server listens. */
  readonly port: number
  /** A socket that was welcomed. */
  join(person: string): Promise<LiveClient>
  makeRound(plan: RoundPlan): Promise<TestRound>
  takeSeat(person: string, round: { id: RoundId }): Promise<SeatView>
  restart(): Promise<void>
  /** Stops the server and leaves its data where they are, for another process; `resume` goes on with them. */
  stop(): Promise<void>
  resume(): Promise<void>
  readonly config: Config
  close(): Promise<void>
}

export type WorldOptions = { readonly settings?: GivenSettings; readonly isShared?: boolean }

/** An installation with people in it, reached through the real application. Closed when the test ends, unless it is shared. */
export async function openWorld(database: TestDatabase, options: WorldOptions = {}): Promise<World> {
  const place = await database.makePlace(options.settings)
  const effects = makeEffects()
  const people = new Map(PEOPLE.map((person) => [person.id, { ...person }]))
  const cookies = new Map<string, string>()
  const newMutationId = makeMutationIds()
  let installation: Installation
  let app: FastifyInstance
  let port = 0
  let rounds = 0

  async function start(): Promise<void> {
    installation = await openInstallation(place.config, effects)
    app = await buildApp(installation.deps, { clientDirectory: 'nowhere' })
    await app.listen({ host: '127.0.0.1', port: 0 })
    port = portOf(app, place.config)
  }
  async function stop(): Promise<void> {
    await app.close()
    await installation.close()
  }

  async function addPerson(id: string, role: Role = 'annotator', name = id, project = PROJECT): Promise<void> {
    people.set(id, { id, name, role, project })
    await putAccount(installation.deps, { id, name })
    await putMembership(installation.deps, project, id, role)
  }

  const world: World = {
    get app() {
      return app
    },
    get deps() {
      return installation.deps
    },
    effects,
    get port() {
      return port
    },
    addPerson,
    actor(person) {
      const { id, name, role, project } = must(people.get(person), `the person ${person}`)
      return { userId: UserId.parse(id), name, role, projectId: project }
    },
    async cookie(person) {
      const held = cookies.get(person)
      if (held !== undefined) return held
      const link = await createSignInLink(installation.deps, person, { isReusable: false, days: 1 })
      const made = `${SESSION_COOKIE}=${(await signIn(installation.deps, link)).token}`
      cookies.set(person, made)
      return made
    },
    async http(person, method, url, payload, headers = {}) {
      const cookie: Record<string, string> = person === null ? {} : { cookie: await world.cookie(person) }
      const reply = await app.inject({ method, url, headers: { ...cookie, ...headers }, ...(payload === undefined ? {} : { payload }) })
      return { status: reply.statusCode, text: reply.body, json: () => reply.json(), headers: reply.headers }
    },
    get: (person, path) => world.http(person, 'GET', path),
    async connect(person, origin = `http://localhost:${port}`) {
      const headers: Record<string, string> = person === null ? {} : { cookie: await world.cookie(person) }
      if (origin !== '') headers['origin'] = origin
      const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers })
      // From the first moment on: the server may speak as soon as the socket is open.
      const client = makeLiveClient(socket, { project: PROJECT, newMutationId })
      await once(socket, 'open')
      return client
    },
    async join(person) {
      const client = await world.connect(person)
      await client.hello()
      return client
    },
    async makeRound({ traces, overlap = 2, policy = {}, more = {}, segments }) {
      rounds += 1
      const files = traces.map((texts, index) => fileOf(`r${rounds}-t${index}.json`, traceOf(`r${rounds}-t${index}`, texts, more)))
      const report = await importFiles(installation.deps, files, { projectId: PROJECT, actorId: null, policy: 'step', isDryRun: false })
      const ids = report.files.map((file) => TraceId.parse(must(file.traces[0], `a trace in ${file.file}: ${file.reason}`).id))
      const plan = {
        name: `Round ${rounds}`,
        traces: ids,
        overlap,
        segments: {},
        policy: { blind: 'until_submit', kind: 'normal', quota: null, order: 'given', repeats: 0, ...policy },
        ...(segments ? { segments: segments(ids) } : {}),
      }
      const reply = await world.http('lead', 'POST', `/api/projects/${PROJECT}/rounds`, plan)
      if (reply.status !== 201) throw new Error(reply.text)
      const id = RoundId.parse(Created.parse(reply.json()).id)
      const listed = await Promise.all(ids.map((trace) => listSegmentContents(installation.deps.db, trace)))
      return {
        id,
        traces: ids.map((trace, index) => ({
          id: trace,
          segments: (listed[index] ?? []).map(({ id, text }) => ({ id: SegmentId.parse(id), text })),
        })),
      }
    },
    async takeSeat(person, round) {
      const reply = await world.http(person, 'POST', `/api/projects/${PROJECT}/rounds/${round.id}/seat`, {})
      const answer = WorkAnswer.parse(reply.json())
      if (answer.kind === 'none') throw new Error(`${person} got no seat: ${answer.message}`)
      return answer.seat
    },
    async restart() {
      await stop()
      await start()
    },
    stop,
    resume: start,
    config: place.config,
    async close() {
      await stop()
      await place.remove()
    },
  }

  await start()
  await ensureProject(world.deps, { id: PROJECT, name: 'Project' })
  await ensureProject(world.deps, { id: 'other', name: 'Other' })
  for (const { id, role, name, project } of PEOPLE) await addPerson(id, role, name, project)
  if (!options.isShared) onTestFinished(() => world.close())
  return world
}

/** Submits one segment of a seat. */
export function submit(
  client: LiveClient,
  seat: SeatView,
  segmentId: SegmentId,
  content: SegmentLabels = labels(),
  baseRevision = 0,
): Promise<Answer> {
  return client.mutate({ type: 'segment.submit', seatId: seat.id, epoch: seat.epoch, segmentId, codebook, baseRevision, labels: content })
}

/** Takes the next seat of the round, answers every segment of its trace, and submits the trace. */
export async function labelTrace(
  world: World,
  client: LiveClient,
  person: string,
  round: TestRound,
  contentOf: (segment: number) => SegmentLabels,
): Promise<SeatView> {
  const seat = await world.takeSeat(person, round)
  const trace = must(
    round.traces.find((one) => one.id === seat.traceId),
    'the trace of the seat',
  )
  const answers = await Promise.all(trace.segments.map((segment, index) => submit(client, seat, segment.id, contentOf(index))))
  const finished = await client.mutate({ type: 'trace.submit', seatId: seat.id, epoch: seat.epoch, taskCompleted: null })
  for (const answer of [...answers, finished]) if (answer.type !== 'mutation.accepted') throw new Error(`${answer.code}: ${answer.message}`)
  return seat
}
