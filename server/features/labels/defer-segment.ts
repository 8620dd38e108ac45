import type { SegmentDefer } from '../../../shared/live/mutations.ts'
import { asksFor, assertOpen, listOwnSeats, type MutationContext } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { listTraceOfSegments } from '../traces/index.ts'
import { appendRecords } from './append-records.ts'
import { labelKey, listHeldLabels } from './queries.ts'
import { isExposed, notAsked, toRecord } from './record.ts'

/** "Later": marks the segment as put off. A segment that was submitted already stays as it is. */
export async function deferSegment(context: MutationContext, mutation: SegmentDefer): Promise<void> {
  const { deps, write, actor, mutationId, at } = context
  const { trx } = write
  const { segmentId, epoch } = mutation
  const own = await (await listOwnSeats(trx, [mutation.seatId])).get(actor, mutation)
  assertOpen(own)
  const traceOf = await listTraceOfSegments(trx, [segmentId])
  if (traceOf.get(segmentId) !== own.seat.trace_id || !asksFor(own, segmentId)) throw notAsked()
  const held = (await listHeldLabels(trx, [own.seat.id], [segmentId])).get(labelKey(own.seat.id, actor.userId, segmentId))
  if (held?.state === 'submitted') return
  const { codebook } = await getCodebook(trx, deps.db, own.round.codebook.id, own.round.codebook.version)
  const exposed = await isExposed(trx, actor, own, segmentId)
  const record = toRecord(own, actor, { segmentId, labels: null, revision: (held?.revision ?? 0) + 1, at, exposed })
  await appendRecords(deps, write, [{ projectId: actor.projectId, codebook, epoch, mutationId, record }])
}
