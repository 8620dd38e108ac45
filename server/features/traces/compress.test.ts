import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compress } from './compress.ts'

it.each([
  ['nothing', Buffer.alloc(0)],
  ['a word', Buffer.from('word')],
  ['zeros', Buffer.alloc(3_000_000)],
  ['noise, which only grows', randomBytes(5_000_000)],
])('compresses %s so that it comes back', async (_what, bytes) => {
  expect(gunzipSync(await compress(bytes)).equals(bytes)).toBe(true)
})
