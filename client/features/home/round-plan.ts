/** A round as it is being put together: what is chosen, what is missing, and what it comes to. */
import type { RoundPolicy } from '../../../shared/assignments/seat.ts'
import type { TraceRow } from '../../../shared/http/api.ts'
import type { SegmentId, TraceId } from '../../../shared/ids.ts'
import { formatMany, inWords } from '../../ui/format.ts'
import { parseRanges } from './segment-ranges.ts'

export type RoundPlan = {
  readonly name: string
  readonly chosen: ReadonlySet<TraceId>
  /** What was typed where only some segments of a trace are wanted. */
  readonly ranges: Readonly<Record<TraceId, string>>
  readonly overlap: number
  readonly blind: RoundPolicy['blind']
  readonly kind: RoundPolicy['kind']
  readonly order: RoundPolicy['order']
  /** As typed; empty = none. */
  readonly quota: string
  readonly repeats: number
}

export const newPlan = (name: string): RoundPlan => ({
  name,
  chosen: new Set(),
  ranges: {},
  overlap: 2,
  blind: 'until_submit',
  kind: 'normal',
  order: 'given',
  quota: '',
  repeats: 0,
})

/** Segments asked of a trace; null when what was typed cannot be read. */
export function askedOf(plan: RoundPlan, trace: TraceRow): number | null {
  const ranges = parseRanges(plan.ranges[trace.id] ?? '', trace.segments)
  if (ranges.kind === 'bad') return null
  return ranges.kind === 'all' ? trace.segments : ranges.indices.length
}

function quotaOf(plan: RoundPlan): number | null | 'bad' {
  const text = plan.quota.trim()
  if (text === '') return null
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 'bad'
}

/** The first thing that is missing or wrong, or undefined. */
export function missingOf(plan: RoundPlan, traces: readonly TraceRow[]): string | undefined {
  if (plan.name.trim() === '') return 'Give the round a name first'
  if (plan.chosen.size === 0) return 'Choose at least one trace first'
  const bad = traces.find((trace) => plan.chosen.has(trace.id) && askedOf(plan, trace) === null)
  if (bad) return `Correct the segments of "${bad.title}" first`
  return quotaOf(plan) === 'bad' ? 'The most traces per annotator is a number from 1, or empty' : undefined
}

/** "3 traces, 41 segments, two seats each: 6 seats to hand out." */
export function sumOf(plan: RoundPlan, traces: readonly TraceRow[]): string {
  const segments = traces.filter((trace) => plan.chosen.has(trace.id)).reduce((sum, trace) => sum + (askedOf(plan, trace) ?? 0), 0)
  const repeated = Math.ceil(plan.repeats * plan.chosen.size)
  const seats = (plan.chosen.size + repeated) * plan.overlap
  const again = repeated > 0 ? `, ${inWords(repeated)} of the traces a second time` : ''
  const each = `${inWords(plan.overlap)} ${plan.overlap === 1 ? 'seat' : 'seats'} each`
  return `${formatMany(plan.chosen.size, 'trace')}, ${formatMany(segments, 'segment')}, ${each}${again}: ${formatMany(seats, 'seat')} to hand out.`
}

export function policyOf(plan: RoundPlan): RoundPolicy {
  const quota = quotaOf(plan)
  return { blind: plan.blind, kind: plan.kind, quota: quota === 'bad' ? null : quota, order: plan.order, repeats: plan.repeats }
}

/** Ids of the wanted segments, per trace of which not all are. `idsOf` gives the ids of a trace's segments in order. */
export async function segmentsOf(
  plan: RoundPlan,
  traces: readonly TraceRow[],
  idsOf: (trace: TraceId) => Promise<readonly SegmentId[]>,
): Promise<Record<TraceId, SegmentId[]>> {
  const segments: Record<TraceId, SegmentId[]> = {}
  for (const trace of traces) {
    if (!plan.chosen.has(trace.id)) continue
    const ranges = parseRanges(plan.ranges[trace.id] ?? '', trace.segments)
    if (ranges.kind !== 'some' || ranges.indices.length === trace.segments) continue
    const ids = await idsOf(trace.id)
    segments[trace.id] = ranges.indices.flatMap((index) => ids[index] ?? [])
  }
  return segments
}
