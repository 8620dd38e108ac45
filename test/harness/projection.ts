import { decodeVector } from '../../server/features/labels/index.ts'
import { mast14 } from '../../shared/codebooks/mast-14.ts'
import { SegmentRecord } from '../../shared/live/events.ts'
import type { World } from './world.ts'

/** What the labels are, by the log alone: the last record of each (seat, annotator, segment). */
export async function rebuiltLabels(world: World): Promise<Map<string, SegmentRecord>> {
  const rows = await world.deps.db.selectFrom('label_event').select('record').orderBy('sequence').execute()
  const records = rows.map((row) => SegmentRecord.parse(JSON.parse(row.record)))
  return new Map(records.map((record) => [`${record.seatId} ${record.annotatorId} ${record.segmentId}`, record]))
}

/** What the labels are, by the table that is read every day. */
export async function projectedLabels(world: World): Promise<Map<string, unknown>> {
  const rows = await world.deps.db.selectFrom('label').selectAll().execute()
  return new Map(
    rows.map((row) => {
      const held =
        row.vector === null
          ? null
          : {
              ...JSON.parse(row.detail ?? '{}'),
              values: decodeVector(mast14, row.vector),
              decisive: row.is_decisive === 1,
              bulk: row.is_bulk === 1,
            }
      const {
        seat_id: seatId,
        round_id: roundId,
        trace_id: traceId,
        segment_id: segmentId,
        annotator_id: annotatorId,
        state,
        revision,
        at,
      } = row
      return [
        `${seatId} ${annotatorId} ${segmentId}`,
        {
          seatId,
          roundId,
          traceId,
          segmentId,
          annotatorId,
          state,
          labels: held,
          revision,
          at,
          late: row.is_late === 1,
          exposed: row.is_exposed === 1,
        },
      ]
    }),
  )
}
