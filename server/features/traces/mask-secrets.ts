import { findSecrets } from '../../../shared/traces/secrets/find-secrets.ts'
import { textOf } from './secure-json.ts'

/** Texts are looked at in pieces of about this size, cut at a line end. */
const PIECE = 4 * 1024 * 1024
const STAR = 0x2a
const NEWLINE = 0x0a

/**
 * A copy of UTF-8 bytes in which every secret is stars, byte for byte, so that anchors go on leading to the same places and JSON stays
 * JSON.
 */
export function maskSecrets(bytes: Uint8Array): Uint8Array {
  const masked = Uint8Array.from(bytes)
  for (let start = 0; start < bytes.length; ) {
    const wanted = start + PIECE
    const newline = wanted < bytes.length ? bytes.indexOf(NEWLINE, wanted) : -1
    const end = newline < 0 ? bytes.length : newline + 1
    const text = textOf(bytes, { start, end })
    let at = 0
    let place = start
    for (const secret of findSecrets(text)) {
      place += Buffer.byteLength(text.slice(at, secret.start))
      const size = Buffer.byteLength(text.slice(secret.start, secret.end))
      masked.fill(STAR, place, place + size)
      place += size
      at = secret.end
    }
    start = end
  }
  return masked
}
