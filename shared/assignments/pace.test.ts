import { describe, expect, it } from 'vitest'
import { pace, workState } from './pace.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

describe('pace', () => {
  it('counts the submits of the last hour, and caps each gap at five minutes', () => {
    expect(pace([minutesAgo(90), minutesAgo(30), minutesAgo(28), minutesAgo(8)], now)).toEqual({
      perHour: 3,
      activeMinutes: 5 + 2 + 5,
      activeDayMinutes: 5 + 2 + 5,
    })
  })

  it('leaves yesterday out of the day, with the gap that led to today', () => {
    const day = 24 * 60
    expect(pace([minutesAgo(day + 3), minutesAgo(day + 1), minutesAgo(20), minutesAgo(17)], now)).toEqual({
      perHour: 2,
      activeMinutes: 2 + 5 + 3,
      activeDayMinutes: 3,
    })
  })

  it('is nothing without submits', () => {
    expect(pace([], now)).toEqual({ perHour: 0, activeMinutes: 0, activeDayMinutes: 0 })
  })
})

describe('the state of somebody at work', () => {
  it.each([
    ['labelling', { hasSeat: true, isHere: true, lastActiveAt: minutesAgo(4) }],
    ['labelling', { hasSeat: true, isHere: true, lastActiveAt: null }],
    ['idle', { hasSeat: true, isHere: true, lastActiveAt: minutesAgo(12) }],
    ['stuck', { hasSeat: true, isHere: true, lastActiveAt: minutesAgo(47) }],
    ['offline', { hasSeat: true, isHere: false, lastActiveAt: minutesAgo(1) }],
    ['idle', { hasSeat: false, isHere: true, lastActiveAt: minutesAgo(1) }],
    ['away', { hasSeat: false, isHere: false, lastActiveAt: null }],
  ] as const)('is %s for %o', (state, signs) => {
    expect(workState(signs, now)).toBe(state)
  })
})
