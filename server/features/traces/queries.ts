import type { Kysely } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { OutlineRow, SegmentView, TraceView } from '../../../shared/http/api.ts'
import { SegmentId, TraceId } from '../../../shared/ids.ts'
import { segmentParts, segmentText } from '../../../shared/segments/segment-text.ts'
import type { Step, Trace } from '../../../shared/traces/model.ts'
import { fromFlag } from '../../db/codecs.ts'
import type { Database } from '../../db/database.ts'
import type { SegmentTable } from '../../db/tables/traces.ts'
import type { StoredOutline } from './store-trace.ts'

/** A trace without its steps and prior labels. */
export type TraceHead = Omit<Trace, 'steps' | 'priorLabels'>

export type StoredTrace = {
  readonly id: string
  readonly projectId: string
  readonly contentSha256: string
  readonly sourceName: string
  readonly segmentCount: number
  readonly head: TraceHead
}

/** The trace if it belongs to the project; the refusal says the same for one that is elsewhere. */
export async function getTrace(db: Kysely<Database>, projectId: string, traceId: string): Promise<StoredTrace> {
  const row = await db
    .selectFrom('trace')
    .select(['id', 'project_id', 'content_sha256', 'source_name', 'segment_count', 'head'])
    .where('project_id', '=', projectId)
    .where('id', '=', traceId)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such trace in this project.')
  return {
    id: row.id,
    projectId: row.project_id,
    contentSha256: row.content_sha256,
    sourceName: row.source_name,
    segmentCount: row.segment_count,
    head: JSON.parse(row.head),
  }
}

export async function listOutline(db: Kysely<Database>, traceId: string): Promise<OutlineRow[]> {
  const rows = await db
    .selectFrom('segment')
    .select(['id', 'position', 'outline'])
    .where('trace_id', '=', traceId)
    .orderBy('position')
    .execute()
  return rows.map((row) => {
    const { tokens: _tokens, calls: _calls, ...outline }: StoredOutline = JSON.parse(row.outline)
    return { id: SegmentId.parse(row.id), index: row.position, ...outline }
  })
}

export async function listTraceRows(db: Kysely<Database>, projectId: string) {
  const rows = await db
    .selectFrom('trace')
    .select(['id', 'title', 'format', 'framework', 'model', 'benchmark', 'segment_count', 'success', 'imported_at'])
    .where('project_id', '=', projectId)
    .orderBy('imported_at')
    .orderBy('title')
    .execute()
  return rows.map((row) => ({
    id: TraceId.parse(row.id),
    title: row.title,
    format: row.format,
    framework: row.framework,
    model: row.model,
    benchmark: row.benchmark,
    segments: row.segment_count,
    success: fromFlag(row.success),
    importedAt: row.imported_at,
  }))
}

/** Segments `from` (inclusive) to `to` (exclusive) with what may be shown of them. */
export async function listSegments(db: Kysely<Database>, traceId: string, range: { from: number; to: number }): Promise<SegmentView[]> {
  const rows = await db
    .selectFrom('segment')
    .selectAll()
    .where('trace_id', '=', traceId)
    .where('position', '>=', range.from)
    .where('position', '<', range.to)
    .orderBy('position')
    .execute()
  return rows.map((row) => {
    const outline: StoredOutline = JSON.parse(row.outline)
    const steps: Step[] = JSON.parse(row.steps)
    return {
      id: SegmentId.parse(row.id),
      index: row.position,
      actor: outline.actor,
      role: outline.role,
      lane: outline.lane,
      at: outline.at,
      steps: [row.first_step, row.last_step],
      tokens: outline.tokens,
      calls: outline.calls,
      parts: segmentParts(steps).map(({ step, part, start, end }) => ({ step: step.index, start, end, part })),
    }
  })
}

export type SegmentContent = {
  readonly id: string
  readonly index: number
  readonly steps: readonly [number, number]
  readonly sha256: string
  readonly text: string
  readonly actor: string
}

/** Segments with their text, for gold and for checking quotes. */
export async function listSegmentContents(db: Kysely<Database>, traceId: string): Promise<SegmentContent[]> {
  const rows = await db.selectFrom('segment').selectAll().where('trace_id', '=', traceId).orderBy('position').execute()
  return rows.map(toContent)
}

/** The text of one segment, or none when the segment is not of this trace. */
export async function findSegmentText(db: Kysely<Database>, traceId: string, segmentId: string): Promise<string | undefined> {
  const row = await db.selectFrom('segment').select('steps').where('id', '=', segmentId).where('trace_id', '=', traceId).executeTakeFirst()
  return row && segmentText(JSON.parse(row.steps))
}

/** Which trace each of these segments belongs to. */
export async function listTraceOfSegments(db: Kysely<Database>, segmentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('segment')
    .select(['id', 'trace_id'])
    .where('id', 'in', [...new Set(segmentIds)])
    .execute()
  return new Map(rows.map((row) => [row.id, row.trace_id]))
}

function toContent(
  row: Pick<SegmentTable, 'id' | 'position' | 'first_step' | 'last_step' | 'sha256' | 'outline' | 'steps'>,
): SegmentContent {
  const { actor }: StoredOutline = JSON.parse(row.outline)
  return {
    id: row.id,
    index: row.position,
    steps: [row.first_step, row.last_step],
    sha256: row.sha256,
    text: segmentText(JSON.parse(row.steps)),
    actor,
  }
}

/** What readers see of a trace. Model, benchmark and outcome could sway an annotator, so they are for leads. */
export function toTraceView(trace: StoredTrace, segments: OutlineRow[], isForLead: boolean): TraceView {
  const { head } = trace
  return {
    id: TraceId.parse(trace.id),
    title: head.title,
    task: head.task,
    framework: head.framework,
    agents: head.agents,
    lanes: head.lanes,
    segments,
    model: isForLead ? head.model : null,
    benchmark: isForLead ? head.benchmark : null,
    outcome: isForLead ? head.outcome : null,
  }
}
