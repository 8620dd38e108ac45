/**
 * Zip archives, read by their central directory. Of our own, not a library's: the archives of Inspect use method 93, entries are bytes in
 * memory and are unpacked without waiting, and nothing an archive says of its sizes may be believed.
 */
import { inflateRawSync } from 'node:zlib'
import { openZstd } from './zstd.ts'

/** An entry of a zip archive; its name is only ever compared and shown, never used as a path. */
export type ZipEntry = {
  readonly name: string
  readonly method: number
  readonly packed: Uint8Array
  readonly size: number
  readonly isEncrypted: boolean
  /** File type and rights as Unix writes them, or 0. */
  readonly unixMode: number
}

/** A sentence about an archive that cannot be opened. */
export class ZipError extends Error {}

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const MAX_ENTRIES = 20_000
/** The end record is followed by a comment of at most this many bytes. */
const MAX_COMMENT = 0xffff
const STORED = 0
const DEFLATED = 8
const ZSTD = 93
/** The system that wrote the entry, as the second byte of its version says. */
const UNIX = 3

/** The entries of an archive by its central directory, folders left out. Throws `ZipError`. */
export function listZip(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  if (count > MAX_ENTRIES || count === 0xffff) throw new ZipError('The zip archive holds too many files.')
  const entries: ZipEntry[] = []
  let at = view.getUint32(end + 16, true)
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.getUint32(at, true) !== DIRECTORY_ENTRY) throw new ZipError('The zip archive is damaged.')
    const nameLength = view.getUint16(at + 28, true)
    const name = Buffer.from(bytes.subarray(at + 46, at + 46 + nameLength)).toString('utf8')
    if (!name.endsWith('/'))
      entries.push({
        name,
        method: view.getUint16(at + 10, true),
        packed: packedBytes(bytes, view, at),
        size: view.getUint32(at + 24, true),
        isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
        unixMode: view.getUint8(at + 5) === UNIX ? view.getUint16(at + 40, true) : 0,
      })
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - 22 - MAX_COMMENT)
  for (let at = view.byteLength - 22; at >= lowest; at--) if (view.getUint32(at, true) === END_OF_DIRECTORY) return at
  throw new ZipError('The zip archive is cut: its list of files is missing.')
}

function packedBytes(bytes: Uint8Array, view: DataView, directory: number): Uint8Array {
  const size = view.getUint32(directory + 20, true)
  const local = view.getUint32(directory + 42, true)
  if (local + 30 > bytes.length) throw new ZipError('The zip archive is damaged.')
  const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + size > bytes.length) throw new ZipError('The zip archive is damaged.')
  return bytes.subarray(start, start + size)
}

/** The bytes of an entry, never more than `limit`: what the archive says of sizes is not believed. Throws `ZipError`. */
export function unpackEntry(entry: ZipEntry, limit: number): Uint8Array {
  if (entry.method === STORED) {
    if (entry.packed.length > limit) throw tooLarge(limit)
    return entry.packed
  }
  if (entry.method === ZSTD) {
    const unpacked = openZstd(entry.packed, limit)
    if (!unpacked.ok) throw new ZipError(unpacked.reason)
    return unpacked.bytes
  }
  if (entry.method !== DEFLATED)
    throw new ZipError(`The files in the zip archive are compressed in a way that is not known (method ${entry.method}).`)
  try {
    return inflateRawSync(entry.packed, { maxOutputLength: Math.max(1, limit) })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(limit)
    throw new ZipError('A file in the zip archive is damaged.')
  }
}

function tooLarge(limit: number): ZipError {
  return new ZipError(`Unpacked it is larger than the limit (${limit} bytes were left of it).`)
}
