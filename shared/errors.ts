/**
 * The closed list of things that can be refused, with the HTTP status each one answers with.
 * A refusal carries a code for programs and a sentence for people.
 */
export const errorStatus = {
  bad_request: 400,
  unknown_mode: 422,
  incomplete_vector: 422,
  bad_evidence: 422,
  bad_name: 422,
  not_signed_in: 401,
  link_not_valid: 401,
  not_allowed: 403,
  wrong_origin: 403,
  not_found: 404,
  seat_not_yours: 404,
  seat_closed: 409,
  seat_lapsed: 409,
  round_closed: 409,
  revision_conflict: 409,
  mutation_id_reused: 409,
  wrong_codebook: 409,
  trace_incomplete: 409,
  already_exists: 409,
  no_release: 404,
  file_refused: 422,
  too_large: 413,
  message_malformed: 400,
  protocol_version: 400,
  too_many_requests: 429,
  database_busy: 503,
  storage_full: 503,
  internal: 500,
} as const

export type ErrorCode = keyof typeof errorStatus

/** Thrown by commands: rolls the transaction back, and becomes an HTTP answer or a `mutation.rejected`. */
export class AppError extends Error {
  readonly code: ErrorCode
  /** What the other side now holds, where showing it helps (a conflicting revision, for example). */
  readonly current: unknown

  constructor(code: ErrorCode, sentence: string, current?: unknown) {
    super(sentence)
    this.name = 'AppError'
    this.code = code
    this.current = current
  }

  get status(): number {
    return errorStatus[this.code]
  }
}
