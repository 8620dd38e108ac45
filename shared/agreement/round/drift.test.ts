import { describe, expect, it } from 'vitest'
import { modeConfusions } from './confusions.ts'
import { agreementByWeek, mondayOf, positivesByWeek } from './drift.ts'
import type { ItemVote } from './round-ratings.ts'

const vote = (item: string, rater: string, vector: string, at = '2026-03-04T10:00:00.000Z'): ItemVote => ({
  item,
  trace: `t-${item[0]}`,
  rater,
  vector,
  at,
})
const weekly = (shares: readonly number[]) =>
  shares.flatMap((share, week) =>
    Array.from({ length: 20 }, (_, n) => {
      const at = new Date(Date.UTC(2026, 2, 2 + 7 * week, n)).toISOString()
      return vote(`s${week}-${n}`, 'ann', n < share * 20 ? 'p' : 'a', at)
    }),
  )

describe('figures by week', () => {
  it('start on Mondays, UTC', () => {
    expect(['2026-03-01T23:59:59Z', '2026-03-02T00:00:00Z', '2026-03-08T12:00:00Z'].map(mondayOf)).toEqual([
      '2026-02-23',
      '2026-03-02',
      '2026-03-02',
    ])
  })

  it('say nothing before the third week', () => {
    expect(positivesByWeek(weekly([0.1, 0.9]), 'ann')).toEqual([])
  })

  it('stay quiet while an annotator marks as often as ever, and signal a lasting change', () => {
    const steady = positivesByWeek(weekly([0.2, 0.25, 0.2, 0.15, 0.2, 0.25]), 'ann')
    expect(steady.map(({ isSignal }) => isSignal)).toEqual([false, false, false, false, false, false])
    const moved = positivesByWeek(weekly([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6]), 'ann')
    expect(moved.some(({ isSignal }) => isSignal)).toBe(true)
    expect(positivesByWeek(weekly([0.2, 0.2, 0.2]), 'ann').every(({ isSignal, lower, upper }) => !isSignal && lower === upper)).toBe(true)
  })

  it('count agreement in the week of the later of two values, and leave out what takes no side', () => {
    const weeks = [0, 7, 14].flatMap((days) => {
      const at = (day: number) => new Date(Date.UTC(2026, 2, 2 + day)).toISOString()
      return [vote(`s${days}`, 'ann', 'pau', at(days)), vote(`s${days}`, 'bob', 'ppp', at(days + 7))]
    })
    expect(agreementByWeek(weeks).map(({ week, value, n }) => [week, value, n])).toEqual([
      ['2026-03-09', 0.5, 2],
      ['2026-03-16', 0.5, 2],
      ['2026-03-23', 0.5, 2],
    ])
  })
})

describe('modes taken for each other', () => {
  it('count an item once per pair of modes, whoever of its raters differ, and its trace once', () => {
    const votes = [
      vote('a1', 'ann', 'paa'),
      vote('a1', 'bob', 'apa'),
      vote('a1', 'cat', 'apa'),
      vote('a2', 'ann', 'apa'),
      vote('a2', 'bob', 'paa'),
      vote('b1', 'ann', 'ppa'),
      vote('b1', 'bob', 'pap'),
      vote('b2', 'ann', 'pua'),
      vote('b2', 'bob', 'upa'),
    ]
    expect(modeConfusions(votes)).toEqual([
      { modes: [0, 1], items: 2, traces: 1 },
      { modes: [1, 2], items: 1, traces: 1 },
    ])
  })
})
