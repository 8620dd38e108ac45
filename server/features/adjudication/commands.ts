import type { DecisionView } from '../../../shared/adjudication/decision.ts'
import { AppError } from '../../../shared/errors.ts'
import { RoundId, TraceId } from '../../../shared/ids.ts'
import type { CellReopen, CellSettle } from '../../../shared/live/mutations.ts'
import { toFlag } from '../../db/codecs.ts'
import { recordEvent } from '../../event-log.ts'
import { assertLead } from '../accounts/index.ts'
import { getRound, type MutationContext } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { findDecision } from './queries.ts'

/** A lead decides one cell; the decision before it, if any, stays in the history. */
export async function settleCell(context: MutationContext, mutation: CellSettle): Promise<void> {
  const { value, reason, note } = mutation
  await decide(context, mutation, { state: 'settled', value, reason, note })
}

/** A lead takes a decision back. */
export async function reopenCell(context: MutationContext, mutation: CellReopen): Promise<void> {
  await decide(context, mutation, { state: 'reopened', value: null, reason: null, note: mutation.note })
}

type Verdict = Pick<DecisionView, 'state' | 'value' | 'reason' | 'note'>

async function decide(context: MutationContext, cell: CellSettle | CellReopen, verdict: Verdict): Promise<void> {
  const { deps, write, actor, mutationId, at } = context
  assertLead(actor)
  const traceId = await getTraceOfCell(context, cell)
  const held = await findDecision(write.trx, cell)
  if ((held?.revision ?? 0) !== cell.baseRevision) {
    throw new AppError(
      'revision_conflict',
      'Somebody else decided this cell meanwhile. Theirs counts; yours is kept here until you choose.',
      held,
    )
  }
  if (verdict.state === 'reopened' && held?.state !== 'settled')
    throw new AppError('revision_conflict', 'This cell is not settled, so there is nothing to reopen.', held)
  const decision: DecisionView = {
    roundId: cell.roundId,
    traceId,
    segmentId: cell.segmentId,
    mode: cell.mode,
    ...verdict,
    by: actor.userId,
    at,
    // No judge's answer is shown anywhere yet; the screen that will show one records it here.
    judgeSeen: false,
    revision: cell.baseRevision + 1,
  }
  const event = { type: verdict.state === 'settled' ? 'cell.settled' : 'cell.reopened', mutationId, decision } as const
  const sequence = await recordEvent(deps, write, { projectId: actor.projectId, event, actorId: actor.userId, at })
  const key = { round_id: cell.roundId, segment_id: cell.segmentId, mode: cell.mode }
  await write.trx
    .insertInto('decision_event')
    .values({ ...key, project_id: actor.projectId, sequence, mutation_id: mutationId, record: JSON.stringify(decision) })
    .execute()
  const content = {
    state: decision.state,
    value: decision.value,
    reason: decision.reason,
    note: decision.note,
    by: decision.by,
    at,
    judge_seen: toFlag(decision.judgeSeen),
    revision: decision.revision,
  }
  await write.trx
    .insertInto('decision')
    .values({ ...key, trace_id: traceId, ...content })
    .onConflict((oc) => oc.columns(['round_id', 'segment_id', 'mode']).doUpdateSet(content))
    .execute()
}

/** The trace of the cell; refuses a segment that is not in the round, and a mode that is not in its codebook. */
async function getTraceOfCell({ deps, write, actor }: MutationContext, cell: CellSettle | CellReopen): Promise<TraceId> {
  const round = await getRound(write.trx, actor.projectId, cell.roundId)
  const row = await write.trx
    .selectFrom('segment')
    .innerJoin('round_trace', 'round_trace.trace_id', 'segment.trace_id')
    .select('segment.trace_id')
    .where('segment.id', '=', cell.segmentId)
    .where('round_trace.round_id', '=', RoundId.parse(round.id))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'This segment is not part of the round. Nothing was decided.')
  const { codebook } = await getCodebook(write.trx, deps.db, round.codebook.id, round.codebook.version)
  if (!codebook.modes.some((mode) => mode.id === cell.mode))
    throw new AppError(
      'unknown_mode',
      `"${cell.mode}" is not a mode of codebook ${codebook.id} version ${codebook.version}. Nothing was decided.`,
    )
  return TraceId.parse(row.trace_id)
}
