import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireLead } from '../accounts/index.ts'
import { readAgreement } from './queries.ts'

export function registerAgreementRoutes(app: FastifyInstance, deps: Deps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/projects/:project/rounds/:round/agreement',
    {
      schema: {
        summary: 'How far the annotators of a round agree',
        params: z.object({ project: z.string(), round: z.string() }),
        response: { 200: AgreementSummary, 401: ProblemBody, 403: ProblemBody, 404: ProblemBody },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      return readAgreement(deps.db, deps.db, actor.projectId, request.params.round)
    },
  )
}
