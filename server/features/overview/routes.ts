import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { isLead } from '../../../shared/accounts/role.ts'
import { must } from '../../../shared/assert.ts'
import { RoundProgress } from '../../../shared/assignments/progress.ts'
import { Member, ProblemBody, ProjectView } from '../../../shared/http/api.ts'
import { ProjectId } from '../../../shared/ids.ts'
import type { Deps } from '../../deps.ts'
import { listMembers, requireLead, requireMember } from '../accounts/index.ts'
import { readQueue } from '../adjudication/index.ts'
import { listRounds, listRoundViews } from '../assignments/index.ts'
import { findProject } from '../projects/index.ts'
import { listTraceRows } from '../traces/index.ts'
import { readProgress } from './progress.ts'

const problems = { 401: ProblemBody, 403: ProblemBody, 404: ProblemBody }

/** What the first page of a project needs, from several features at once. */
export function registerOverviewRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const params = z.object({ project: z.string() })

  routes.get(
    '/api/projects/:project',
    { schema: { summary: 'A project and its rounds', params, response: { 200: ProjectView, ...problems } } },
    async (request) => {
      const actor = await requireMember(deps, request, request.params.project)
      const project = must(await findProject(deps.db, actor.projectId), 'the project of a membership')
      const counts = isLead(actor.role) ? await readCounts(deps, actor.projectId) : null
      return {
        id: ProjectId.parse(project.id),
        name: project.name,
        role: actor.role,
        rounds: await listRoundViews(deps.db, actor.projectId),
        counts,
      }
    },
  )

  routes.get(
    '/api/projects/:project/members',
    {
      schema: { summary: 'Who works in the project', params, response: { 200: z.strictObject({ members: z.array(Member) }), ...problems } },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      const members = await listMembers(deps.db, actor.projectId)
      return { members: members.map((member) => Member.parse(member)) }
    },
  )

  routes.get(
    '/api/projects/:project/rounds/:round/progress',
    {
      schema: {
        summary: 'Where a round stands',
        params: params.extend({ round: z.string() }),
        response: { 200: RoundProgress, ...problems },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      return readProgress(deps, actor.projectId, request.params.round)
    },
  )
}

async function readCounts(deps: Deps, projectId: string): Promise<{ traces: number; openCells: number }> {
  const traces = await listTraceRows(deps.db, projectId)
  let openCells = 0
  for (const round of await listRounds(deps.db, projectId)) {
    const queue = await readQueue(deps.db, deps.db, round, 'open')
    openCells += queue.cells.length
  }
  return { traces: traces.length, openCells }
}
