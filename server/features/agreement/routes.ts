import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireLead } from '../accounts/index.ts'
import type { LiveAgreement } from './live-agreement.ts'
import { readAgreement } from './queries.ts'
import { RatingQuery, requestOf } from './rating-query.ts'

const problems = { 401: ProblemBody, 403: ProblemBody, 404: ProblemBody }
const params = z.object({ project: z.string(), round: z.string() })

export function registerAgreementRoutes(app: FastifyInstance, deps: Deps, live: LiveAgreement): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  routes.get(
    '/api/projects/:project/rounds/:round/agreement',
    {
      schema: {
        summary: 'How far the annotators of a round agree',
        params,
        querystring: RatingQuery,
        response: { 200: AgreementSummary, ...problems },
      },
    },
    async (request) => {
      const { projectId } = await requireLead(deps, request, request.params.project)
      const asked = requestOf(request.query)
      // The whole round is what people watch: it comes from counts in memory. Any part of it is counted from the rows.
      if (asked === null) return live.read(projectId, request.params.round)
      return readAgreement(deps.db, deps.db, projectId, request.params.round, asked)
    },
  )
}
