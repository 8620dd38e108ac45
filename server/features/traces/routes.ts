import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import * as z from 'zod'
import { isLead } from '../../../shared/accounts/role.ts'
import { AppError } from '../../../shared/errors.ts'
import { ProblemBody, SegmentViews, TraceView } from '../../../shared/http/api.ts'
import { ImportReport } from '../../../shared/traces/import-report.ts'
import type { Deps } from '../../deps.ts'
import { type Actor, requireLead, requireMember } from '../accounts/index.ts'
import { type FileToImport, importFiles } from './import-files.ts'
import { getTrace, listOutline, listSegments, toTraceView } from './queries.ts'

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

  routes.post(
    '/api/projects/:project/imports',
    {
      bodyLimit: deps.config.maxUploadBytes,
      schema: {
        summary: 'Import trace files (multipart, field "files")',
        consumes: ['multipart/form-data'],
        params: z.object({ project: z.string() }),
        querystring: z.object({ dryRun: z.enum(['true', 'false']).default('false'), format: z.string().optional() }),
        response: { 200: ImportReport, ...problems, 413: ProblemBody },
      },
    },
    async (request) => {
      const actor = await requireLead(deps, request, request.params.project)
      if (!request.isMultipart()) throw new AppError('bad_request', 'Send the files as multipart/form-data, in the field "files".')
      // Known before a byte is read, as a rule; then nothing at all is imported.
      if (Number(request.headers['content-length'] ?? 0) > deps.config.maxUploadBytes) throw uploadTooLarge(deps.config)
      return importFiles(deps, uploaded(request, deps.config), {
        projectId: actor.projectId,
        actorId: actor.userId,
        isDryRun: request.query.dryRun === 'true',
        format: request.query.format,
      })
    },
  )
}

type Limits = Deps['config']

function uploadTooLarge({ maxUploadBytes }: Limits): AppError {
  return new AppError(
    'too_large',
    `This upload is larger than ${maxUploadBytes.toLocaleString('en')} bytes, the limit for one upload here. Send fewer files at once, use the command line, or raise TOUCHSTONE_MAX_UPLOAD_BYTES.`,
  )
}

function fileTooLarge(name: string, { maxFileBytes }: Limits): AppError {
  return new AppError(
    'too_large',
    `"${name}" is larger than ${maxFileBytes.toLocaleString('en')} bytes, the limit for one file here. Split it, or raise TOUCHSTONE_MAX_FILE_BYTES. Files named before it were imported.`,
  )
}

/** One file in memory at a time. The name is data for the report; it never reaches the file system. */
async function* uploaded(request: Parameters<typeof requireMember>[1], limits: Limits): AsyncGenerator<FileToImport> {
  let received = 0
  for await (const part of request.files({ preservePath: true, limits: { fileSize: limits.maxFileBytes, files: 10_000 } })) {
    const bytes = await part.toBuffer().catch((error: unknown) => {
      const isTooLarge = error instanceof Error && 'code' in error && error.code === 'FST_REQ_FILE_TOO_LARGE'
      throw isTooLarge ? fileTooLarge(part.filename, limits) : error
    })
    received += bytes.byteLength
    if (received > limits.maxUploadBytes) throw uploadTooLarge(limits)
    yield { name: part.filename, bytes }
  }
}
