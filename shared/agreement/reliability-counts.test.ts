import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeReliabilityCounts, type PairCounts, type ReliabilityEntry, tablesOfMode } from './reliability-counts.ts'

const MODES = 3
const entry = fc.record({
  segment: fc.constantFrom('s1', 's2', 's3', 's4'),
  rater: fc.constantFrom('ann', 'bob', 'cat'),
  vector: fc.option(
    fc.array(fc.constantFrom('p', 'a', 'u', 'n'), { minLength: MODES, maxLength: MODES }).map((letters) => letters.join('')),
    { nil: null },
  ),
})
const traceOf = (segment: string) => (segment < 's3' ? 't1' : 't2')

function rebuilt(entries: readonly ReliabilityEntry[]) {
  const last = new Map(entries.map((one) => [`${one.segment}/${one.rater}`, one]))
  const counts = makeReliabilityCounts(MODES)
  for (const one of last.values()) counts.put(one)
  return counts
}

/** What counts: pairs with something in them, and no empty traces. */
function content(pairs: readonly PairCounts[]) {
  return pairs
    .map((pair) => ({
      raters: pair.raters,
      setAside: [...pair.setAside],
      seen: [...pair.seen],
      traces: [...pair.byTrace]
        .map(([trace, counts]) => [trace, [...counts]] as const)
        .filter(([, counts]) => counts.some((n) => n > 0))
        .toSorted(),
    }))
    .filter((pair) => pair.traces.length > 0 || pair.setAside.some((n) => n > 0))
}

describe('the sufficient statistics of a round', () => {
  it('equal a rebuild from the last values, whatever was put in, changed and taken out before', () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
        const placed = entries.map((one) => ({ ...one, trace: traceOf(one.segment) }))
        const live = makeReliabilityCounts(MODES)
        for (const one of placed) live.put(one)
        const again = rebuilt(placed)
        expect(content(live.pairs())).toEqual(content(again.pairs()))
        expect(live.segments()).toEqual(again.segments())
        expect(live.raters()).toEqual(again.raters())
      }),
    )
  })

  it('count a pair of values once, by trace, and set aside what takes no side', () => {
    const counts = makeReliabilityCounts(2)
    counts.put({ segment: 's1', trace: 't1', rater: 'bob', vector: 'pa' })
    counts.put({ segment: 's1', trace: 't1', rater: 'ann', vector: 'au' })
    const [pair] = counts.pairs()
    expect(pair?.raters).toEqual(['ann', 'bob'])
    expect([...(pair ? tablesOfMode(pair, 0).total.counts : [])]).toEqual([0, 0, 1, 0])
    expect([...(pair?.setAside ?? [])]).toEqual([0, 1])
    expect([...(pair?.seen ?? [])]).toEqual([1, 0])
    expect(counts.segments()).toEqual({ used: 1, incomplete: 0 })
  })
})
