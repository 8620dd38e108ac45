import { isUtf8 } from 'node:buffer'

/** UTF-8 bytes, and where the text in them starts (after a byte order mark), or why there are none. */
export type Decoding =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly start: number; readonly charset: string }
  | { readonly ok: false; readonly reason: string }

/**
 * Brings a file to UTF-8. Without a byte order mark it must be UTF-8 to the last byte: a guess would import mojibake, which nobody
 * notices until it is labelled. UTF-16 is decoded when its mark says so; offsets then count in the decoded bytes.
 */
export function toUtf8(bytes: Uint8Array): Decoding {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return fromUtf16(bytes, 'utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return fromUtf16(bytes, 'utf-16be')
  if (!isUtf8(bytes)) {
    const offset = firstInvalidByte(bytes)
    return {
      ok: false,
      reason: `It is not UTF-8: byte ${offset} (0x${(bytes[offset] ?? 0).toString(16)}) fits no character. Save it as UTF-8 and import it again.`,
    }
  }
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return { ok: true, bytes, start: hasMark ? 3 : 0, charset: 'utf-8' }
}

function fromUtf16(bytes: Uint8Array, charset: 'utf-16le' | 'utf-16be'): Decoding {
  if (bytes.length % 2 !== 0)
    return {
      ok: false,
      reason: `It is UTF-16 by its first bytes, but its last character is cut (${bytes.length} bytes). Save it as UTF-8.`,
    }
  const text = new TextDecoder(charset).decode(bytes)
  return { ok: true, bytes: new TextEncoder().encode(text), start: 0, charset }
}

/** The first byte that continues no character. Runs only when there is one. */
function firstInvalidByte(bytes: Uint8Array): number {
  let at = 0
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at] ?? 0)
    // No UTF-8 sequence is longer than four bytes: whether this one is sound is asked of it alone.
    if (length === 0 || at + length > bytes.length || !isUtf8(bytes.subarray(at, at + length))) return at
    at += length
  }
  return at
}

function sequenceLength(lead: number): number {
  if (lead < 0x80) return 1
  if (lead >= 0xc2 && lead <= 0xdf) return 2
  if (lead >= 0xe0 && lead <= 0xef) return 3
  return lead >= 0xf0 && lead <= 0xf4 ? 4 : 0
}
