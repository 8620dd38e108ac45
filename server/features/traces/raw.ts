import { constants } from 'node:buffer'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Kysely } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { RawStep } from '../../../shared/http/api.ts'
import type { Anchor, Step } from '../../../shared/traces/model.ts'
import type { Database } from '../../db/database.ts'
import { decodeFile } from './containers/open-file.ts'
import { textOf } from './secure-json.ts'

const unpack = promisify(gunzip)

/** A list of one record may be the whole file; more than this in one answer helps nobody. */
const MAX_RAW_BYTES = 1024 * 1024

/**
 * "Show raw". The source is kept as it came, byte for byte and hashed; anchors count in its decoded bytes. Decoding is a pure function of
 * the bytes (`decodeFile`), so nothing else is kept: it is done again here.
 */
export async function getRawStep(db: Kysely<Database>, projectId: string, traceId: string, step: number): Promise<RawStep> {
  const trace = await db
    .selectFrom('trace')
    .innerJoin('source_file', 'source_file.sha256', 'trace.source_sha256')
    .select(['trace.source_name', 'trace.source_sha256', 'trace.raw_start', 'trace.raw_end', 'source_file.compressed'])
    .where('trace.project_id', '=', projectId)
    .where('trace.id', '=', traceId)
    .executeTakeFirst()
  if (!trace) throw new AppError('not_found', 'There is no such trace in this project.')
  const segment = await db
    .selectFrom('segment')
    .select('steps')
    .where('trace_id', '=', traceId)
    .where('first_step', '<=', step)
    .where('last_step', '>=', step)
    .executeTakeFirst()
  const steps: Step[] = segment ? JSON.parse(segment.steps) : []
  const found = steps.find((one) => one.index === step)
  if (!found) throw new AppError('not_found', 'There is no such step in this trace.')
  const original = await unpack(trace.compressed)
  // It was within the limits when it was imported; a limit that was lowered since must not hide it.
  const decoded = decodeFile(original, constants.MAX_LENGTH)
  if (!decoded.ok) throw new AppError('internal', `The source of this trace can no longer be decoded. ${decoded.reason}`)
  // A step without a place of its own is somewhere among the trace's records.
  const anchors = found.anchors.length > 0 ? found.anchors : [{ start: Number(trace.raw_start), end: Number(trace.raw_end) }]
  return { file: trace.source_name, sha256: trace.source_sha256, ...piecesOf(decoded.bytes, anchors) }
}

function piecesOf(bytes: Uint8Array, anchors: readonly Anchor[]): Pick<RawStep, 'pieces' | 'isCut'> {
  const pieces: RawStep['pieces'] = []
  let left = MAX_RAW_BYTES
  let isCut = false
  for (const anchor of anchors) {
    const start = Math.min(anchor.start, bytes.length)
    const end = Math.min(anchor.end, bytes.length, start + left)
    isCut ||= end < Math.min(anchor.end, bytes.length)
    left -= end - start
    if (end > start) pieces.push({ start, end, text: textOf(bytes, { start, end }) })
  }
  return { pieces, isCut }
}
