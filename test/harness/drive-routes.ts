import type { InjectOptions } from 'fastify'
import { multipart } from './multipart.ts'
import { fileOf, traceOf } from './traces.ts'
import { PROJECT, type Reply, type TestRound, type World } from './world.ts'

export type Driven = {
  readonly route: string
  readonly status: number
  readonly text: string
  readonly headers: Readonly<Record<string, unknown>>
}

type Method = 'GET' | 'POST' | 'DELETE'
type Request = {
  readonly payload?: InjectOptions['payload']
  readonly headers?: Record<string, string>
  readonly query?: readonly string[]
}

/** What each route that takes a body is sent; a new one must be added here, or the tests that drive every route fail. */
function bodyOf(route: string, round: TestRound): Request | undefined {
  switch (route) {
    case 'POST /api/projects/{project}/rounds':
      return {
        payload: {
          name: 'Another',
          traces: [round.traces[0]?.id],
          overlap: 1,
          policy: { blind: 'until_submit', kind: 'normal', quota: null },
        },
      }
    case 'POST /api/projects/{project}/rounds/{round}/seat':
      return { payload: {} }
    case 'POST /api/projects/{project}/imports':
      return multipart([fileOf('new.json', traceOf('new', ['new text']))])
    default:
      return undefined
  }
}

/** Every value that makes sense for a parameter, so that each route is tried on all there is. */
function valuesOf(parameter: string, round: TestRound): readonly string[] {
  const segments = round.traces.flatMap((trace) => trace.segments.map((segment) => segment.id))
  const known: Readonly<Record<string, readonly string[]>> = {
    project: [PROJECT],
    round: [round.id],
    trace: round.traces.map((trace) => trace.id),
    segment: segments,
    mode: ['FM-1.1', 'FM-1.2'],
    file: ['gold.jsonl', 'gold.traces.jsonl', 'manifest.json'],
    id: ['mast-14', 'MAST-14', 'mast'],
    version: ['3', '1'],
    token: ['guess'],
    step: ['0', '1'],
  }
  const values = known[parameter]
  if (!values) throw new Error(`The parameter {${parameter}} is new: say in drive-routes.ts what to put there.`)
  return values
}

function fillings(path: string, round: TestRound): string[] {
  const parameter = /\{([^}]+)\}/.exec(path)
  if (!parameter) return [path]
  return valuesOf(parameter[1] ?? '', round).flatMap((value) => fillings(path.replace(parameter[0], value), round))
}

/** Calls every route of the OpenAPI document as one person, but for signing out: that would end what the test is about. */
export async function driveRoutes(world: World, person: string, round: TestRound): Promise<Driven[]> {
  const routes = documentedRoutes(world).filter((route) => route !== 'DELETE /api/session')
  const driven: Driven[] = []
  for (const route of routes) {
    const [method, path] = route.split(' ') as [Method, string]
    const request = method === 'POST' ? bodyOf(route, round) : {}
    if (!request) throw new Error(`${route} is new: say in drive-routes.ts what to send to it.`)
    for (const url of fillings(path, round))
      driven.push(toDriven(route, await world.http(person, method, url, request.payload, request.headers)))
  }
  return driven
}

function toDriven(route: string, { status, text, headers }: Reply): Driven {
  const { date: _now, 'x-ratelimit-reset': _window, ...rest } = headers
  return { route, status, text, headers: rest }
}

type Paths = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** `METHOD /path/{parameter}`, as the OpenAPI document names them. */
export function documentedRoutes(world: World): string[] {
  const { paths } = world.app.swagger() as { paths: Paths }
  return Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
}
