import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors, isResponseSerializationError } from 'fastify-type-provider-zod'
import { AppError, type ErrorCode, errorStatus } from '../../shared/errors.ts'
import type { ProblemBody } from '../../shared/http/api.ts'

/** The one seam from refusals to HTTP. */
export function registerErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError | AppError, request, reply) => {
    const problem = toProblem(error)
    if (problem.status >= 500) request.log.error({ err: error }, 'request failed')
    return send(reply, problem.status, problem.code, problem.message)
  })
  app.setNotFoundHandler((request: FastifyRequest, reply) =>
    send(reply, 404, 'not_found', `There is nothing at ${request.method} ${request.url.split('?')[0]}.`),
  )
}

/** An address that fits no route's limits, or cannot be decoded, is refused before there is a route. */
export function refuseAddress(error: FastifyError, reply: FastifyReply): FastifyReply {
  const what = error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? 'is too long' : 'cannot be read'
  return send(reply, error.statusCode ?? 400, 'bad_request', `The address of this request ${what}. Open the one you were given.`)
}

export function send(reply: FastifyReply, status: number, code: string, message: string): FastifyReply {
  const body: ProblemBody = { error: { code, message } }
  return reply.code(status).type('application/json').send(JSON.stringify(body))
}

type Problem = { status: number; code: ErrorCode; message: string }

function problem(code: ErrorCode, message: string): Problem {
  return { status: errorStatus[code], code, message }
}

function toProblem(error: FastifyError | AppError): Problem {
  if (error instanceof AppError) return problem(error.code, error.message)
  if (hasZodFastifySchemaValidationErrors(error)) {
    const first = error.validation[0]
    const field = first?.instancePath.replaceAll('/', '.').replace(/^\./, '') || 'the body'
    return problem('bad_request', `The request is not right at ${field}: ${first?.message ?? 'it could not be read'}.`)
  }
  if (isResponseSerializationError(error))
    return problem(
      'internal',
      'The server made an answer that breaks its own contract. This is a fault of Touchstone; nothing you did is lost.',
    )
  if (isDiskFull(error))
    return problem('storage_full', 'The disk of the server is full. Nothing was recorded; free some space and send it again.')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE' || error.code === 'FST_REQ_FILE_TOO_LARGE') return problem('too_large', error.message)
  if (error.statusCode === 429) return problem('too_many_requests', error.message)
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500)
    return { ...problem('bad_request', error.message), status: error.statusCode }
  return problem('internal', 'The server failed on this request. Nothing was recorded; the log of the server says why.')
}

/** SQLITE_FULL from the driver, or class 53 (insufficient resources) of PostgreSQL. */
export function isDiskFull(error: unknown): boolean {
  const code = error !== null && typeof error === 'object' && 'code' in error ? String(error.code) : ''
  return code.startsWith('SQLITE_FULL') || code === '53100'
}
