import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Created, NewRound, ProblemBody, TraceRow, WorkAnswer } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireLead, requireMember } from '../accounts/index.ts'
import { listTraceRows } from '../traces/index.ts'
import { createRound } from './create-round.ts'
import { listRoundNumbersByTrace } from './queries.ts'
import { takeSeat } from './take-seat.ts'

const problems = { 401: ProblemBody, 403: ProblemBody, 404: ProblemBody }

export function registerAssignmentRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const project = z.object({ project: z.string() })

  routes.post(
    '/api/projects/:project/rounds',
    { schema: { summary: 'Hand out work in a new round', params: project, body: NewRound, response: { 201: Created, ...problems } } },
    async (request, reply) => {
      const actor = await requireLead(deps, request, request.params.project)
      return reply.code(201).send({ id: await createRound(deps, actor, request.body) })
    },
  )

  routes.post(
    '/api/projects/:project/rounds/:round/seat',
    {
      schema: {
        summary: 'Ask for work: the seat in hand, the next free one, or why there is none',
        params: project.extend({ round: z.string() }),
        body: z.strictObject({}),
        response: { 200: WorkAnswer, 409: ProblemBody, ...problems },
      },
    },
    async (request) => {
      const actor = await requireMember(deps, request, request.params.project)
      return takeSeat(deps, actor, request.params.round)
    },
  )

  routes.get(
    '/api/projects/:project/traces',
    {
      schema: {
        summary: 'All traces of the project',
        params: project,
        response: { 200: z.strictObject({ traces: z.array(TraceRow) }), ...problems },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      const numbers = await listRoundNumbersByTrace(deps.db, actor.projectId)
      const traces = await listTraceRows(deps.db, actor.projectId)
      return { traces: traces.map((trace) => ({ ...trace, rounds: numbers.get(trace.id) ?? [] })) }
    },
  )
}
