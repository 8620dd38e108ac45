import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireLead } from '../accounts/index.ts'
import type { LiveAgreement } from './live-agreement.ts'

export function registerAgreementRoutes(app: FastifyInstance, deps: Deps, live: LiveAgreement): void {
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
      return live.read(actor.projectId, request.params.round)
    },
  )
}
