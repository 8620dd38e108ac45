import { sql } from 'kysely'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { MutationId } from '../../../shared/ids.ts'
import type { SegmentRecord } from '../../../shared/live/events.ts'
import { toFlag } from '../../db/codecs.ts'
import { insertRows } from '../../db/insert-rows.ts'
import type { Write } from '../../db/writer.ts'
import type { Deps } from '../../deps.ts'
import { recordEvents } from '../../event-log.ts'
import { encodeVector } from './vector.ts'

/** A record to be written; `epoch` is the one its author held the seat at, which for a late label is not the seat's present one. */
export type Entry = {
  readonly projectId: string
  readonly codebook: Codebook
  readonly epoch: number
  readonly mutationId: MutationId
  readonly record: SegmentRecord
}

/** Rows of a statement: a label has sixteen values, and SQLite binds 32,766. */
const LABELS_PER_STATEMENT = 1_000

/** Writes records set-wise: event and history, then the projection. No two may be of one (seat, annotator, segment). */
export async function appendRecords(deps: Pick<Deps, 'hub'>, write: Write, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return
  const sequences = await recordEvents(
    deps,
    write,
    entries.map(({ projectId, mutationId, record }) => ({
      projectId,
      event: { type: record.labels ? 'segment.submitted' : 'segment.deferred', mutationId, record },
      actorId: record.annotatorId,
      at: record.at,
    })),
  )
  await insertRows(
    write.trx,
    'label_event',
    entries.map(({ projectId, epoch, mutationId, record }, index) => ({
      project_id: projectId,
      sequence: sequences[index] ?? 0,
      seat_id: record.seatId,
      segment_id: record.segmentId,
      annotator_id: record.annotatorId,
      epoch,
      mutation_id: mutationId,
      revision: record.revision,
      record: JSON.stringify(record),
      at: record.at,
    })),
  )
  const rows = entries.map((entry, index) => toRow(entry, sequences[index] ?? 0))
  for (let from = 0; from < rows.length; from += LABELS_PER_STATEMENT) {
    await upsert(write, rows.slice(from, from + LABELS_PER_STATEMENT))
  }
}

function toRow({ codebook, record }: Entry, sequence: number) {
  const { labels } = record
  const vector = labels ? encodeVector(codebook, labels.values) : null
  return {
    seat_id: record.seatId,
    annotator_id: record.annotatorId,
    segment_id: record.segmentId,
    round_id: record.roundId,
    trace_id: record.traceId,
    state: record.state,
    vector,
    blind_vector: record.exposed ? null : vector,
    detail: labels ? JSON.stringify({ evidence: labels.evidence, notes: labels.notes }) : null,
    is_decisive: toFlag(labels?.decisive ?? false),
    is_bulk: toFlag(labels?.bulk ?? false),
    is_late: toFlag(record.late),
    is_exposed: toFlag(record.exposed),
    revision: record.revision,
    sequence,
    at: record.at,
  }
}

async function upsert({ trx }: Write, rows: readonly ReturnType<typeof toRow>[]): Promise<void> {
  await trx
    .insertInto('label')
    .values(rows)
    .onConflict((oc) =>
      oc.columns(['seat_id', 'annotator_id', 'segment_id']).doUpdateSet((eb) => ({
        state: eb.ref('excluded.state'),
        vector: eb.ref('excluded.vector'),
        // What was written blind stays beside what was written later: only the former is reliability data.
        blind_vector: sql`case when excluded.is_exposed = 1 then label.blind_vector else excluded.blind_vector end`,
        detail: eb.ref('excluded.detail'),
        is_decisive: eb.ref('excluded.is_decisive'),
        is_bulk: eb.ref('excluded.is_bulk'),
        is_late: eb.ref('excluded.is_late'),
        is_exposed: eb.ref('excluded.is_exposed'),
        revision: eb.ref('excluded.revision'),
        sequence: eb.ref('excluded.sequence'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute()
}
