import { describe, expect, it } from 'vitest'
import { UserId } from '../../../shared/ids.ts'
import { adviceOn } from './advice.ts'
import { heatOf } from './heat.ts'
import { pairSentence } from './words.ts'

const raters: [UserId, UserId] = [UserId.parse('ann'), UserId.parse('bob')]

/** A pair that sees the mode often enough for a colour. */
function pairOf(value: number) {
  const counts = { bothPresent: 20, onlyA: 5, onlyB: 5, neither: 70, setAside: 0, traces: 1, designEffect: null }
  return { raters, ...counts, kappa: { kind: 'value' as const, value, ci95: null, ciMethod: null, n: 100, observed: 0.9, expected: 0.6 } }
}

describe('the colour of a cell', () => {
  it('follows the number as it is shown', () => {
    expect(heatOf(pairOf(0.796))).toBe('h0')
    expect(heatOf(pairOf(0.794))).toBe('h1')
    expect(heatOf(pairOf(0.6))).toBe('h1')
    expect(heatOf(pairOf(0.4))).toBe('h2')
    expect(heatOf(pairOf(0.2))).toBe('h3')
    expect(heatOf(pairOf(-0.3))).toBe('h4')
  })

  it('is withheld where fewer than five segments show the mode', () => {
    expect(heatOf({ ...pairOf(0.9), bothPresent: 3, onlyA: 1, onlyB: 0 })).toBe('few')
  })
})

describe('the words beside it', () => {
  it('say why there is no number', () => {
    const kappa = { kind: 'undefined' as const, reason: 'single-category' as const, n: 651, observed: 1, expected: 1 }
    const pair = { raters, bothPresent: 0, onlyA: 0, onlyB: 0, neither: 651, setAside: 0, traces: 1, designEffect: null, kappa }
    expect(pairSentence(pair, (id) => id)).toContain('Both said absent in all 651 segments they share')
    expect(adviceOn(pair, 'Ann', 'Bob')).toEqual([])
  })

  it('tell when one of the two never marks the mode', () => {
    const advice = adviceOn({ ...pairOf(0), bothPresent: 0, onlyA: 0, onlyB: 12 }, 'Ann', 'Bob')
    expect(advice[0]?.title).toBe('Ann never marked it present.')
  })

  it('tell when one of the two marks it far more often', () => {
    const advice = adviceOn({ ...pairOf(0.3), bothPresent: 20, onlyA: 30, onlyB: 2 }, 'Ann', 'Bob')
    expect(advice.map((one) => one.title)).toContain('Ann marks it more often than Bob.')
  })
})
