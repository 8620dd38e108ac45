import { Decompress } from 'fzstd'

export type Unpacked = { readonly ok: true; readonly bytes: Uint8Array } | { readonly ok: false; readonly reason: string }

/** Thrown out of the decoder as soon as it has given more than it may: it has no limit of its own. */
class OverLimit extends Error {}

/** What is handed to the decoder at once: a few kilobytes can hold megabytes, and between two pieces the limit is checked. */
const PIECE = 64 * 1024

/** Opens zstd, of one frame or several, never beyond `limit` bytes. */
export function openZstd(bytes: Uint8Array, limit: number): Unpacked {
  const pieces: Uint8Array[] = []
  let size = 0
  const decoder = new Decompress((piece) => {
    size += piece.length
    if (size > limit) throw new OverLimit()
    // The decoder goes on using the memory of what it gave.
    pieces.push(Uint8Array.from(piece))
  })
  try {
    for (let at = 0; at < bytes.length; at += PIECE) decoder.push(bytes.subarray(at, at + PIECE), at + PIECE >= bytes.length)
    return { ok: true, bytes: Buffer.concat(pieces) }
  } catch (error) {
    return {
      ok: false,
      reason:
        error instanceof OverLimit ? `Unpacked it is larger than the limit of ${limit} bytes.` : 'The zstd archive is damaged or cut.',
    }
  }
}
