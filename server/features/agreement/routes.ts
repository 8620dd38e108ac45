import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { AgreementStudy, CellName, CellsBehind } from '../../../shared/agreement/round/study.ts'
import { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { ProblemBody } from '../../../shared/http/api.ts'
import type { Deps } from '../../deps.ts'
import { requireLead } from '../accounts/index.ts'
import { readCellsBehind } from './cells-behind.ts'
import type { LiveAgreement } from './live-agreement.ts'
import { readAgreement } from './queries.ts'
import { fullRequestOf, RatingQuery, requestOf } from './rating-query.ts'
import { REPORT_FORMATS, readReport } from './report.ts'
import { readStudy } from './study.ts'

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

  routes.get(
    '/api/projects/:project/rounds/:round/agreement/cells',
    {
      schema: {
        summary: 'The segments behind a number of the table of two annotators',
        params,
        querystring: RatingQuery.extend({ mode: z.string(), a: z.string(), b: z.string(), cell: CellName }),
        response: { 200: CellsBehind, ...problems },
      },
    },
    async (request) => {
      const { projectId } = await requireLead(deps, request, request.params.project)
      return readCellsBehind(deps.db, projectId, request.params.round, request.query, fullRequestOf(request.query))
    },
  )

  routes.get(
    '/api/projects/:project/rounds/:round/agreement/study',
    {
      schema: {
        summary: 'Annotators, modes taken for each other, rounds and weeks',
        params,
        querystring: RatingQuery,
        response: { 200: AgreementStudy, ...problems },
      },
    },
    async (request) => {
      const { projectId } = await requireLead(deps, request, request.params.project)
      const isWhole = requestOf(request.query) === null
      return readStudy(deps, live, projectId, request.params.round, fullRequestOf(request.query), isWhole)
    },
  )

  routes.get(
    '/api/projects/:project/rounds/:round/agreement/report',
    {
      schema: {
        summary: 'The whole agreement report as a file',
        params,
        querystring: RatingQuery.extend({ format: z.enum(REPORT_FORMATS).default('json') }),
        response: { 200: z.any().describe('touchstone.agreement/1, CSV, or a page that stands alone'), ...problems },
      },
    },
    async (request, reply) => {
      const { projectId } = await requireLead(deps, request, request.params.project)
      const { params: place, query } = request
      const { name, type, text } = await readReport(deps, projectId, place.round, fullRequestOf(query), query.format)
      reply.header('content-type', type)
      reply.header('content-disposition', `attachment; filename="${name}"`)
      return reply.send(text)
    },
  )
}
