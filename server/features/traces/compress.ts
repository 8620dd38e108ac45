import { createGzip } from 'node:zlib'

/** What is handed to the compressor at once. */
const PIECE = 1024 * 1024
/** A gzip file of bytes that cannot be made smaller is larger than they are, by its blocks' headers. */
const OVERHEAD = 1.001
const HEADERS = 1024

/**
 * Compresses off the main thread. The pieces go straight to their place in one buffer as large as the bytes: memory that is never written
 * to is never taken, and nothing is held twice, as it would be when pieces are gathered and put together.
 */
export async function compress(bytes: Uint8Array): Promise<Buffer> {
  const compressed = Buffer.allocUnsafeSlow(Math.ceil(bytes.byteLength * OVERHEAD) + HEADERS)
  const gzip = createGzip()
  let size = 0
  gzip.on('data', (piece: Buffer) => {
    size += piece.copy(compressed, size)
  })
  const ended = new Promise<void>((resolve, reject) => {
    gzip.on('end', resolve)
    gzip.on('error', reject)
  })
  for (let at = 0; at < bytes.byteLength; at += PIECE) {
    if (!gzip.write(bytes.subarray(at, at + PIECE))) await new Promise((resolve) => gzip.once('drain', resolve))
  }
  gzip.end()
  await ended
  return compressed.subarray(0, size)
}
