import type { Transaction } from 'kysely'
import type { OutlineRow } from '../../../shared/http/api.ts'
import { cutSegments, type SegmentRange } from '../../../shared/segments/cut.ts'
import type { SegmentPolicy } from '../../../shared/segments/policy.ts'
import { codePointLength, segmentText } from '../../../shared/segments/segment-text.ts'
import type { Step, Trace } from '../../../shared/traces/model.ts'
import { toFlag } from '../../db/codecs.ts'
import type { Database } from '../../db/database.ts'
import { identifySegment, type TraceIdentity } from './identity.ts'

/** An outline row without its id, as kept beside the segment. */
export type StoredOutline = Omit<OutlineRow, 'id' | 'index'> & { tokens: number | null; calls: number }

export type TraceToStore = {
  readonly projectId: string
  readonly identity: TraceIdentity
  readonly trace: Trace
  readonly policy: SegmentPolicy
  readonly source: { readonly name: string; readonly sha256: string; readonly start: number; readonly end: number }
  readonly at: string
}

/** Rows of one multi-row statement: SQLite allows 32,766 bound values, and a segment takes eight. */
const SEGMENTS_PER_STATEMENT = 500

/** Gives false, and stores nothing, when the trace is there already: the same import may run twice at the same moment. */
export async function storeTrace(trx: Transaction<Database>, input: TraceToStore): Promise<boolean> {
  const { trace, identity, source } = input
  const ranges = cutSegments(trace.steps, input.policy)
  const { steps: _steps, priorLabels, ...head } = trace
  const inserted = await trx
    .insertInto('trace')
    .values({
      id: identity.id,
      project_id: input.projectId,
      native_key: identity.nativeKey,
      content_sha256: identity.contentSha256,
      title: trace.title,
      format: trace.format,
      framework: trace.framework,
      benchmark: trace.benchmark,
      model: trace.model,
      success: toFlag(trace.outcome?.success ?? null),
      segment_policy: input.policy,
      segment_count: ranges.length,
      step_count: trace.steps.length,
      head: JSON.stringify(head),
      source_name: source.name,
      source_sha256: source.sha256,
      raw_start: source.start,
      raw_end: source.end,
      imported_at: input.at,
    })
    .onConflict((oc) => oc.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) return false
  const rows = ranges.map((range) => toRow(identity.id, range, trace.steps.slice(range.firstStep, range.lastStep + 1)))
  for (let from = 0; from < rows.length; from += SEGMENTS_PER_STATEMENT) {
    await trx
      .insertInto('segment')
      .values(rows.slice(from, from + SEGMENTS_PER_STATEMENT))
      .execute()
  }
  if (priorLabels.length > 0) {
    await trx
      .insertInto('prior_label')
      .values(
        priorLabels.map((labels, position) => ({ trace_id: identity.id, position, source: labels.source, body: JSON.stringify(labels) })),
      )
      .execute()
  }
  return true
}

function toRow(traceId: string, range: SegmentRange, steps: readonly Step[]) {
  const { id, sha256 } = identifySegment(traceId, range, steps)
  return {
    id,
    trace_id: traceId,
    position: range.index,
    first_step: range.firstStep,
    last_step: range.lastStep,
    sha256,
    outline: JSON.stringify(outlineOf(range, steps)),
    steps: JSON.stringify(steps),
  }
}

function outlineOf(range: SegmentRange, steps: readonly Step[]): StoredOutline {
  const parts = steps.flatMap((step) => step.parts)
  const tokens = steps.map((step) => step.tokens?.output ?? null).filter((count) => count !== null)
  return {
    actor: range.actor,
    role: range.role,
    lane: steps[0]?.lane ?? '',
    title: range.title,
    at: range.at,
    hasError: parts.some((part) => part.kind === 'tool_result' && (part.isError === true || (part.exitCode ?? 0) !== 0)),
    textLength: codePointLength(segmentText(steps)),
    tokens: tokens.length > 0 ? tokens.reduce((sum, count) => sum + count, 0) : null,
    calls: parts.filter((part) => part.kind === 'tool_call').length,
  }
}
