import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { GoldPreview, ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireLead } from '../accounts/index.ts'
import { getRound } from '../assignments/index.ts'
import { GOLD_FILES, goldFile, readManifest } from './files.ts'

const problems = { 401: ProblemBody, 403: ProblemBody, 404: ProblemBody }

export function registerGoldRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const params = z.object({ project: z.string(), round: z.string() })

  routes.get(
    '/api/projects/:project/rounds/:round/gold',
    { schema: { summary: 'What a draft of the gold would hold now', params, response: { 200: GoldPreview, ...problems } } },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      const round = await getRound(deps.db, actor.projectId, request.params.round)
      const manifest = await readManifest(deps.db, deps.db, round)
      const statuses: Record<string, number> = {}
      for (const counts of Object.values(manifest.statuses)) {
        for (const [status, n] of Object.entries(counts)) statuses[status] = (statuses[status] ?? 0) + n
      }
      const path = `api/projects/${actor.projectId}/rounds/${round.id}/gold`
      return {
        roundId: round.id,
        traces: manifest.traces,
        segments: manifest.segments,
        statuses,
        files: GOLD_FILES.map((name) => ({ name, path: `${path}/${name}` })),
      }
    },
  )

  routes.get(
    '/api/projects/:project/rounds/:round/gold/:file',
    {
      schema: {
        summary: 'A file of the draft: gold.jsonl, gold.traces.jsonl or manifest.json',
        params: params.extend({ file: z.enum(GOLD_FILES) }),
        response: { 200: z.any().describe('JSONL (touchstone.gold/1), or the manifest'), ...problems },
      },
    },
    async (request, reply) => {
      const actor = await requireLead(deps, request, request.params.project)
      const round = await getRound(deps.db, actor.projectId, request.params.round)
      const { file } = request.params
      reply.header('content-type', file.endsWith('.jsonl') ? 'application/x-ndjson; charset=utf-8' : 'application/json; charset=utf-8')
      reply.header('content-disposition', `attachment; filename="${file}"`)
      return reply.send(Readable.from(goldFile(deps.db, deps.db, round, file)))
    },
  )
}
