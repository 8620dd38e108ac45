import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { CellDetail, CellQueue, ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireLead } from '../accounts/index.ts'
import { getRound } from '../assignments/index.ts'
import { readCell, readQueue } from './read-cells.ts'

const problems = { 401: ProblemBody, 403: ProblemBody, 404: ProblemBody }

export function registerAdjudicationRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const params = z.object({ project: z.string(), round: z.string() })

  routes.get(
    '/api/projects/:project/rounds/:round/cells',
    {
      schema: {
        summary: 'Cells where votes differ',
        params,
        querystring: z.object({ state: z.enum(['open', 'settled', 'all']).default('open') }),
        response: { 200: CellQueue, ...problems },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      return readQueue(deps.db, deps.db, await getRound(deps.db, actor.projectId, request.params.round), request.query.state)
    },
  )

  routes.get(
    '/api/projects/:project/rounds/:round/cells/:segment/:mode',
    {
      schema: {
        summary: 'One cell with its votes, history and precedents',
        params: params.extend({ segment: z.string(), mode: z.string() }),
        response: { 200: CellDetail, ...problems },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      const { round, segment, mode } = request.params
      return readCell(deps.db, deps.db, actor, { roundId: round, segmentId: segment, mode })
    },
  )
}
