import { isLead } from '../../../shared/accounts/role.ts'
import { AppError } from '../../../shared/errors.ts'
import { SeatId, TraceId, UserId } from '../../../shared/ids.ts'
import { checkLabels } from '../../../shared/labels/check-labels.ts'
import type { SegmentLabels } from '../../../shared/labels/label.ts'
import type { SegmentRecord } from '../../../shared/live/events.ts'
import type { SegmentDefer, SegmentSubmit } from '../../../shared/live/mutations.ts'
import { toFlag } from '../../db/codecs.ts'
import { recordEvent } from '../../event-log.ts'
import { asksFor, assertOpen, getOwnSeat, type MutationContext, type OwnSeat } from '../assignments/index.ts'
import { getCodebook, type StoredCodebook } from '../codebooks/index.ts'
import { findSegmentText, isSegmentOf } from '../traces/index.ts'
import { findLabelRevision, hasPeerLabel } from './queries.ts'
import { encodeVector } from './vector.ts'

/** Records the whole vector of a segment, or a correction of it: history first, then the projection, then the event. */
export async function submitSegment(context: MutationContext, mutation: SegmentSubmit): Promise<void> {
  const { deps, write, actor } = context
  const own = await getOwnSeat(write.trx, actor, mutation)
  assertOpen(own)
  const { codebook: wanted } = own.round
  if (wanted.id !== mutation.codebook.id || wanted.version !== mutation.codebook.version) {
    throw new AppError(
      'wrong_codebook',
      `This round is labelled with ${wanted.id} version ${wanted.version}, not ${mutation.codebook.id} version ${mutation.codebook.version}. Reload the page to get it.`,
    )
  }
  const stored = await getCodebook(write.trx, deps.db, wanted.id, wanted.version)
  // The text is only needed to verify quotes, and most submits have none.
  const text =
    mutation.labels.evidence.length > 0
      ? await findSegmentText(write.trx, own.seat.trace_id, mutation.segmentId)
      : await emptyTextOf(context, own, mutation.segmentId)
  if (text === undefined || !asksFor(own, mutation.segmentId)) throw notAsked()
  checkLabels(mutation.labels, stored.codebook, text)
  const held = await findLabelRevision(write.trx, own.seat.id, actor.userId, mutation.segmentId)
  if ((held?.revision ?? 0) !== mutation.baseRevision) {
    throw new AppError(
      'revision_conflict',
      'You changed this segment in another window meanwhile. Both versions are kept; choose which one counts.',
      held?.record,
    )
  }
  const { epoch, segmentId, labels } = mutation
  await append(context, own, stored, { epoch, segmentId, labels, revision: mutation.baseRevision + 1 })
}

function notAsked(): AppError {
  return new AppError('not_found', 'This segment is not among those your seat asks for. Nothing was recorded.')
}

async function emptyTextOf({ write }: MutationContext, own: OwnSeat, segmentId: string): Promise<string | undefined> {
  return (await isSegmentOf(write.trx, own.seat.trace_id, segmentId)) ? '' : undefined
}

/** "Later": marks the segment as put off. A segment that was submitted already stays as it is. */
export async function deferSegment(context: MutationContext, mutation: SegmentDefer): Promise<void> {
  const { deps, write, actor } = context
  const own = await getOwnSeat(write.trx, actor, mutation)
  assertOpen(own)
  if (!asksFor(own, mutation.segmentId) || !(await isSegmentOf(write.trx, own.seat.trace_id, mutation.segmentId))) throw notAsked()
  const held = await findLabelRevision(write.trx, own.seat.id, actor.userId, mutation.segmentId)
  if (held?.state === 'submitted') return
  const stored = await getCodebook(write.trx, deps.db, own.round.codebook.id, own.round.codebook.version)
  const { epoch, segmentId } = mutation
  await append(context, own, stored, { epoch, segmentId, labels: null, revision: (held?.revision ?? 0) + 1 })
}

/** `epoch` is the one its author held the seat at, which for a late label is not the seat's present one. */
type Entry = { epoch: number; segmentId: SegmentRecord['segmentId']; labels: SegmentLabels | null; revision: number }

/**
 * Whether the author could already see a peer's label when writing this: after the trace was submitted in a round that shows them
 * then, after the reveal, or, for a lead, as soon as a peer has submitted the segment.
 */
async function isExposed({ write, actor }: MutationContext, own: OwnSeat, segmentId: string): Promise<boolean> {
  if (own.exposedAt !== null) return true
  return isLead(actor.role) && (await hasPeerLabel(write.trx, own.round.id, segmentId, actor.userId))
}

async function append(context: MutationContext, own: OwnSeat, { codebook }: StoredCodebook, entry: Entry): Promise<void> {
  const { deps, write, actor, mutationId, at } = context
  const { epoch, segmentId, labels, revision } = entry
  const exposed = await isExposed(context, own, segmentId)
  const record: SegmentRecord = {
    seatId: SeatId.parse(own.seat.id),
    roundId: own.round.id,
    traceId: TraceId.parse(own.seat.trace_id),
    segmentId,
    annotatorId: UserId.parse(actor.userId),
    state: labels ? 'submitted' : 'later',
    labels,
    revision,
    at,
    late: own.isLate,
    exposed,
  }
  const type = labels ? 'segment.submitted' : 'segment.deferred'
  const sequence = await recordEvent(deps, write, {
    projectId: actor.projectId,
    event: { type, mutationId, record },
    actorId: actor.userId,
    at,
  })
  const key = { seat_id: own.seat.id, segment_id: segmentId, annotator_id: actor.userId }
  await write.trx
    .insertInto('label_event')
    .values({
      ...key,
      project_id: actor.projectId,
      sequence,
      epoch,
      mutation_id: mutationId,
      revision,
      record: JSON.stringify(record),
      at,
    })
    .execute()
  const vector = labels ? encodeVector(codebook, labels.values) : null
  const content = {
    state: record.state,
    vector,
    detail: labels ? JSON.stringify({ evidence: labels.evidence, notes: labels.notes }) : null,
    is_decisive: toFlag(labels?.decisive ?? false),
    is_bulk: toFlag(labels?.bulk ?? false),
    is_late: toFlag(own.isLate),
    is_exposed: toFlag(exposed),
    revision,
    sequence,
    at,
  }
  // What was written blind stays beside what was written later: only the former is reliability data.
  const blind = exposed ? {} : { blind_vector: vector }
  await write.trx
    .insertInto('label')
    .values({ ...key, round_id: own.round.id, trace_id: own.seat.trace_id, blind_vector: null, ...content, ...blind })
    .onConflict((oc) => oc.columns(['seat_id', 'annotator_id', 'segment_id']).doUpdateSet({ ...content, ...blind }))
    .execute()
}
