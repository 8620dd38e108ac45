import { expect, it } from 'vitest'
import { UpMessage } from './up.ts'

const ping = { type: 'ping', n: 1, seatId: null }

it.each([
  ['no time of rest', {}, true],
  ['a weekend', { idleSeconds: 200_000 }, true],
  ['longer than a date can go back', { idleSeconds: Number.MAX_SAFE_INTEGER }, false],
  ['a year before the first', { idleSeconds: 8_000_000_000_000 }, false],
  ['less than none', { idleSeconds: -1 }, false],
])('a ping that names %s: %j is read: %s', (_title, more, isRead) => {
  expect(UpMessage.safeParse({ ...ping, ...more }).success).toBe(isRead)
})
