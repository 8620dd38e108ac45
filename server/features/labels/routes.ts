import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { PeerLabels, ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireMember } from '../accounts/index.ts'
import { readPeers } from './peers.ts'

export function registerLabelRoutes(app: FastifyInstance, deps: Deps): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/projects/:project/rounds/:round/traces/:trace/peers',
    {
      schema: {
        summary: 'What others said of a trace, once the viewer may see it',
        params: z.object({ project: z.string(), round: z.string(), trace: z.string() }),
        response: { 200: PeerLabels, 401: ProblemBody, 403: ProblemBody, 404: ProblemBody },
      },
    },
    async (request) => {
      const actor = await requireMember(deps, request, request.params.project)
      return readPeers(deps, actor, request.params.round, request.params.trace)
    },
  )
}
