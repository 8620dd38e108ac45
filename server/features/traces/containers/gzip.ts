import { gunzipSync } from 'node:zlib'

/** Opens a gzip file, never beyond `limit` bytes: 200 kB can hold 200 MB of zeros. */
export function openGzip(bytes: Uint8Array, limit: number): { ok: true; bytes: Uint8Array } | { ok: false; reason: string } {
  try {
    return { ok: true, bytes: gunzipSync(bytes, { maxOutputLength: limit }) }
  } catch (error) {
    const isTooLarge = error instanceof RangeError || (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
    return {
      ok: false,
      reason: isTooLarge ? `Unpacked it is larger than the limit of ${limit} bytes.` : 'The gzip archive is damaged or cut.',
    }
  }
}
