import { describe, expect, it } from 'vitest'
import type { TraceRow } from '../../../shared/http/api.ts'
import { SegmentId, TraceId } from '../../../shared/ids.ts'
import { missingOf, newPlan, policyOf, type RoundPlan, segmentsOf, sumOf } from './round-plan.ts'

function trace(id: string, segments: number): TraceRow {
  const none = { framework: null, model: null, benchmark: null, success: null }
  return {
    id: TraceId.parse(id),
    title: `Trace ${id}`,
    format: 'chat',
    segments,
    importedAt: '2026-03-02T09:00:00.000Z',
    rounds: [],
    ...none,
  }
}
const [a, b] = [trace('a', 12), trace('b', 4)]
const traces = [a, b]
const plan = (change: Partial<RoundPlan> = {}): RoundPlan => ({ ...newPlan('Round 4'), chosen: new Set([a.id, b.id]), ...change })

describe('a round that is being put together', () => {
  it('says what it comes to, hidden repeats among it', () => {
    expect(sumOf(plan(), traces)).toBe('2 traces, 16 segments, two seats each: 4 seats to hand out.')
    expect(sumOf(plan({ ranges: { [a.id]: '1-3' }, repeats: 0.1 }), traces)).toBe(
      '2 traces, 7 segments, two seats each, one of the traces a second time: 6 seats to hand out.',
    )
  })

  it('names the first thing that is missing or wrong', () => {
    expect(missingOf(plan(), traces)).toBeUndefined()
    expect(missingOf(plan({ name: ' ' }), traces)).toMatch(/name/)
    expect(missingOf(plan({ chosen: new Set() }), traces)).toMatch(/at least one trace/)
    expect(missingOf(plan({ ranges: { [b.id]: '3-9' } }), traces)).toMatch(/segments of "Trace b"/)
    // What stands beside a trace that is not chosen is in nobody's way.
    expect(missingOf(plan({ ranges: { [b.id]: '3-9' }, chosen: new Set([a.id]) }), traces)).toBeUndefined()
    expect(missingOf(plan({ quota: 'two' }), traces)).toMatch(/number from 1/)
  })

  it('asks for the segments of a range only, by their ids', async () => {
    const idsOf = async (id: TraceId) => Array.from({ length: 12 }, (_, index) => SegmentId.parse(`${id}${index}`))
    expect(await segmentsOf(plan({ ranges: { [a.id]: '1-2, 12', [b.id]: '1-4' } }), traces, idsOf)).toEqual({ a: ['a0', 'a1', 'a11'] })
  })

  it('becomes a policy', () => {
    expect(policyOf(plan({ quota: ' 8 ', order: 'shuffled', kind: 'training', repeats: 0.2 }))).toEqual({
      blind: 'until_submit',
      kind: 'training',
      quota: 8,
      order: 'shuffled',
      repeats: 0.2,
    })
  })
})
