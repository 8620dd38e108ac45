import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { isLead } from '../../../shared/accounts/role.ts'
import { AppError } from '../../../shared/errors.ts'
import { ProblemBody, RawStep, SegmentViews, TraceView } from '../../../shared/http/api.ts'
import { ImportReport } from '../../../shared/traces/import-report.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requireLead, requireMember } from '../accounts/index.ts'
import { importFiles } from './import-files.ts'
import { getTrace, listOutline, listSegments, toTraceView } from './queries.ts'
import { getRawStep } from './raw.ts'
import { withUpload } from './upload.ts'

/** Says whether somebody without a lead's rights has been given this trace to read. */
export type MayRead = (actor: Actor, traceId: string) => Promise<boolean>

/** A client asks for pages of 20; more than this in one answer helps nobody. */
const MAX_SEGMENTS = 200

const problems = { 401: ProblemBody, 403: ProblemBody, 404: ProblemBody }

export function registerTraceRoutes(app: FastifyInstance, deps: Deps, mayRead: MayRead): void {
  const routes = app.withTypeProvider<ZodTypeProvider>()
  const params = z.object({ project: z.string(), trace: z.string() })

  async function requireReader(actor: Actor, traceId: string): Promise<void> {
    if (!isLead(actor.role) && !(await mayRead(actor, traceId)))
      throw new AppError('not_found', 'There is no such trace among those given to you.')
  }

  routes.get(
    '/api/projects/:project/traces/:trace',
    { schema: { summary: 'A trace and its outline', params, response: { 200: TraceView, ...problems } } },
    async (request) => {
      const actor = await requireMember(deps, request, request.params.project)
      await requireReader(actor, request.params.trace)
      const trace = await getTrace(deps.db, actor.projectId, request.params.trace)
      return toTraceView(trace, await listOutline(deps.db, trace.id), isLead(actor.role))
    },
  )

  routes.get(
    '/api/projects/:project/traces/:trace/segments',
    {
      schema: {
        summary: 'Segments of a trace, by position: from inclusive, to exclusive',
        params,
        querystring: z.object({ from: z.coerce.number().int().min(0).default(0), to: z.coerce.number().int().min(0).default(20) }),
        response: { 200: SegmentViews, ...problems },
      },
    },
    async (request) => {
      const actor = await requireMember(deps, request, request.params.project)
      await requireReader(actor, request.params.trace)
      const trace = await getTrace(deps.db, actor.projectId, request.params.trace)
      const { from, to } = request.query
      return { segments: await listSegments(deps.db, trace.id, { from, to: Math.min(to, from + MAX_SEGMENTS) }) }
    },
  )

  routes.get(
    '/api/projects/:project/traces/:trace/steps/:step/raw',
    {
      schema: {
        summary: 'The bytes of the source file that a step was made of, as text (leads)',
        params: params.extend({ step: z.coerce.number().int().min(0) }),
        response: { 200: RawStep, ...problems },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      return getRawStep(deps.db, actor.projectId, request.params.trace, request.params.step)
    },
  )

  routes.post(
    '/api/projects/:project/imports',
    {
      bodyLimit: deps.config.maxUploadBytes,
      schema: {
        summary: 'Import trace files (multipart, field "files")',
        consumes: ['multipart/form-data'],
        params: z.object({ project: z.string() }),
        querystring: z.object({
          dryRun: z.enum(['true', 'false']).default('false'),
          redact: z.enum(['true', 'false']).default('false'),
          format: z.string().optional(),
        }),
        response: { 200: ImportReport, ...problems, 413: ProblemBody },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      if (!request.isMultipart()) throw new AppError('bad_request', 'Send the files as multipart/form-data, in the field "files".')
      const options = {
        projectId: actor.projectId,
        actorId: actor.userId,
        isDryRun: request.query.dryRun === 'true',
        isRedacted: request.query.redact === 'true',
        format: request.query.format,
      }
      return withUpload(request, deps.config, (files) => importFiles(deps, files, options))
    },
  )
}
