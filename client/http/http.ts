/** Fetch with the shared schemas: an answer is parsed before anyone sees it, and a refusal becomes a sentence with a code. */
import * as z from 'zod/mini'
import { ProblemBody } from '../../shared/http/api.ts'
import { baseUrl } from '../live/base.ts'

/** A refusal of the server, or what kept its answer from arriving. `message` is written for people. */
export class HttpProblem extends Error {
  readonly code: string
  /** HTTP status; 0 when there was no answer. */
  readonly status: number

  constructor(code: string, message: string, status: number) {
    super(message)
    this.name = 'HttpProblem'
    this.code = code
    this.status = status
  }
}

/** Relative to the page's base, so that the client also works under a sub-path. */
export function address(path: string): string {
  return new URL(path, baseUrl()).href
}

/** One piece of a path or a query, escaped. */
export const piece = encodeURIComponent

export async function get<Schema extends z.ZodMiniType>(schema: Schema, path: string): Promise<z.infer<Schema>> {
  const response = await reach(path, { headers: { accept: 'application/json' } })
  return parseAnswer(schema, response.ok, response.status, await response.text())
}

export async function post<Schema extends z.ZodMiniType>(schema: Schema, path: string, body: unknown): Promise<z.infer<Schema>> {
  const response = await reach(path, {
    method: 'POST',
    headers: { accept: 'application/json', 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return parseAnswer(schema, response.ok, response.status, await response.text())
}

/** The text of an answer as the schema's value, or an `HttpProblem`. Also read by the upload, which needs no fetch. */
export function parseAnswer<Schema extends z.ZodMiniType>(schema: Schema, ok: boolean, status: number, text: string): z.infer<Schema> {
  const body = parseJson(text)
  if (!ok) throw problemOf(status, body)
  const parsed = z.safeParse(schema, body)
  if (parsed.success) return parsed.data
  const place = parsed.error.issues[0]?.path.join('.') ?? ''
  throw new HttpProblem(
    'answer_malformed',
    `The server's answer could not be read${place === '' ? '' : ` (at ${place})`}. Reload the page: it may be older than the server.`,
    status,
  )
}

export const NO_ANSWER = 'The server could not be reached. Nothing was changed; try again when the connection is back.'

async function reach(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address(path), { ...init, credentials: 'same-origin' })
  } catch {
    throw new HttpProblem('no_answer', NO_ANSWER, 0)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function problemOf(status: number, body: unknown): HttpProblem {
  const problem = z.safeParse(ProblemBody, body)
  if (problem.success) return new HttpProblem(problem.data.error.code, problem.data.error.message, status)
  // A proxy in between answers in its own words; its status is all there is to go by.
  if (status === 413) return new HttpProblem('too_large', 'That is larger than the server accepts. Nothing was changed.', status)
  return new HttpProblem('no_problem_body', `The server answered with status ${status} and no explanation.`, status)
}
