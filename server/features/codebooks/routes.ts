import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { Codebook } from '../../../shared/codebooks/codebook.ts'
import { ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireMember } from '../accounts/index.ts'
import { getCodebook } from './queries.ts'

export function registerCodebookRoutes(app: FastifyInstance, deps: Deps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/projects/:project/codebooks/:id/:version',
    {
      schema: {
        summary: 'A codebook as labelled with',
        params: z.object({ project: z.string(), id: z.string(), version: z.string() }),
        response: { 200: Codebook, 401: ProblemBody, 404: ProblemBody },
      },
    },
    async (request) => {
      await requireMember(deps, request, request.params.project)
      return (await getCodebook(deps.db, deps.db, request.params.id, request.params.version)).codebook
    },
  )
}
