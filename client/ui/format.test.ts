import { describe, expect, it } from 'vitest'
import {
  formatBytes,
  formatCoefficient,
  formatCount,
  formatInterval,
  formatMany,
  formatShare,
  formatTime,
  initials,
  listed,
} from './format.ts'

describe('numbers', () => {
  it('prints 1.00 only when it is exact', () => {
    expect(formatCoefficient(1)).toBe('1.00')
    expect(formatCoefficient(0.9999)).toBe('> .99')
    expect(formatCoefficient(0.9949)).toBe('0.99')
    expect(formatCoefficient(-1)).toBe('−1.00')
    expect(formatCoefficient(-0.999)).toBe('< −.99')
  })

  it('writes minus with its own sign, and no minus before zero', () => {
    expect(formatCoefficient(-0.344)).toBe('−0.34')
    expect(formatCoefficient(-0.001)).toBe('0.00')
    expect(formatInterval([-0.05, 0.461])).toBe('−0.05 to 0.46')
  })

  it('groups thousands and counts things', () => {
    expect(formatCount(1204)).toBe('1,204')
    expect(formatMany(1, 'segment')).toBe('1 segment')
    expect(formatMany(0, 'segment')).toBe('0 segments')
  })

  it('says 0 % and 100 % only of none and all', () => {
    expect(formatShare(1, 1000)).toBe('< 1 %')
    expect(formatShare(999, 1000)).toBe('> 99 %')
    expect(formatShare(0, 1000)).toBe('0 %')
    expect(formatShare(1000, 1000)).toBe('100 %')
    expect(formatShare(0, 0)).toBe('none')
  })

  it('measures files in decimal units', () => {
    expect(formatBytes(746_300)).toBe('746 kB')
    expect(formatBytes(2_100_000)).toBe('2.1 MB')
    expect(formatBytes(999_999)).toBe('1.0 MB')
  })
})

describe('times and names', () => {
  it('leaves the day out today, and the date out this week', () => {
    const now = new Date(2026, 3, 21, 15, 30)
    expect(formatTime(new Date(2026, 3, 21, 15, 11).toISOString(), now)).toBe('15:11')
    expect(formatTime(new Date(2026, 3, 20, 9, 5).toISOString(), now)).toBe('Mon 09:05')
    expect(formatTime(new Date(2026, 2, 2, 9, 5).toISOString(), now)).toBe('2 Mar 2026 09:05')
  })

  it('makes two letters of any name', () => {
    expect(initials('Mira Solberg')).toBe('MS')
    expect(initials('ann')).toBe('AN')
    expect(initials('')).toBe('?')
  })

  it('lists in prose', () => {
    expect(listed([])).toBe('')
    expect(listed(['A', 'B', 'C'])).toBe('A, B and C')
  })
})
