import type { Kysely } from 'kysely'
import type { DecisionView } from '../../../shared/adjudication/decision.ts'
import { fromFlag } from '../../db/codecs.ts'
import type { Database } from '../../db/database.ts'
import type { DecisionTable } from '../../db/tables/adjudication.ts'

function toDecision(row: DecisionTable): DecisionView {
  return {
    roundId: row.round_id,
    traceId: row.trace_id,
    segmentId: row.segment_id,
    mode: row.mode,
    state: row.state,
    value: row.value,
    reason: row.reason,
    note: row.note,
    by: row.by,
    at: row.at,
    judgeSeen: fromFlag(row.judge_seen),
    revision: row.revision,
  } as DecisionView
}

export type CellId = { readonly roundId: string; readonly segmentId: string; readonly mode: string }

export async function findDecision(db: Kysely<Database>, cell: CellId): Promise<DecisionView | undefined> {
  const row = await db
    .selectFrom('decision')
    .selectAll()
    .where('round_id', '=', cell.roundId)
    .where('segment_id', '=', cell.segmentId)
    .where('mode', '=', cell.mode)
    .executeTakeFirst()
  return row && toDecision(row)
}

/** The decisions of a round, or of some traces of it. */
export async function listDecisions(db: Kysely<Database>, roundId: string, traceIds?: readonly string[]): Promise<DecisionView[]> {
  const rows = await db
    .selectFrom('decision')
    .selectAll()
    .where('round_id', '=', roundId)
    .$if(traceIds !== undefined, (query) => query.where('trace_id', 'in', [...(traceIds ?? [])]))
    .orderBy('segment_id')
    .orderBy('mode')
    .execute()
  return rows.map(toDecision)
}

/** Every decision there ever was on a cell, oldest first. */
export async function listCellHistory(db: Kysely<Database>, cell: CellId): Promise<DecisionView[]> {
  const rows = await db
    .selectFrom('decision_event')
    .select('record')
    .where('round_id', '=', cell.roundId)
    .where('segment_id', '=', cell.segmentId)
    .where('mode', '=', cell.mode)
    .orderBy('sequence')
    .execute()
  return rows.map((row) => JSON.parse(row.record))
}

/** Settled cells of a mode elsewhere in the project, newest first: how such a case was decided before. */
export async function listPrecedents(db: Kysely<Database>, projectId: string, cell: CellId, limit: number) {
  return db
    .selectFrom('decision')
    .innerJoin('trace', 'trace.id', 'decision.trace_id')
    .innerJoin('segment', 'segment.id', 'decision.segment_id')
    .select(['decision.value', 'decision.reason', 'decision.note', 'trace.title', 'segment.position'])
    .where('trace.project_id', '=', projectId)
    .where('decision.mode', '=', cell.mode)
    .where('decision.state', '=', 'settled')
    .where((eb) => eb.or([eb('decision.segment_id', '!=', cell.segmentId), eb('decision.round_id', '!=', cell.roundId)]))
    .orderBy('decision.at', 'desc')
    .limit(limit)
    .execute()
}
