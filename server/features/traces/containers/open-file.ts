import { toUtf8 } from './charset.ts'
import { openGzip } from './gzip.ts'
import { openZip } from './inspect-archive.ts'
import { type Magic, magicOf } from './magic.ts'
import { type Split, split } from './split.ts'
import { openZstd } from './zstd.ts'

/** UTF-8 bytes, and where the text in them starts, or the sentence that says why not. */
export type Decoded =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly start: number }
  | { readonly ok: false; readonly reason: string }

/** UTF-8 bytes cut into records, or the sentence that says why not. */
export type Opened =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly parts: Split }
  | { readonly ok: false; readonly reason: string }

/**
 * Brings a file to UTF-8: size, first bytes, compression, charset, in this order; each check stands before the work it saves. A pure
 * function of the bytes: anchors count in what it gives, so that the original is all that has to be kept (see `raw.ts`). What it gives for
 * bytes that were imported once must therefore never change.
 */
export function decodeFile(file: Uint8Array, limit: number): Decoded {
  if (file.length === 0) return refused('The file is empty.')
  if (file.length > limit) return refused(`The file has ${file.length} bytes; the limit is ${limit} bytes.`)
  const magic = magicOf(file)
  if (magic === null) return toUtf8(file)
  if (magic.kind === 'other') return refused(magic.sentence)
  const unpacked = unpack(magic.kind, file, limit)
  if (!unpacked.ok) return unpacked
  if (unpacked.bytes.length === 0) return refused('The archive holds an empty file.')
  const inner = magicOf(unpacked.bytes)
  return inner === null ? toUtf8(unpacked.bytes) : refused(`The archive holds something else. ${inner.sentence}`)
}

/** Opens a file and cuts it into records. */
export function openFile(file: Uint8Array, limit: number): Opened {
  const decoded = decodeFile(file, limit)
  if (!decoded.ok) return decoded
  const parts = split(decoded.bytes, decoded.start)
  if (parts.records.length === 0)
    return refused(parts.shape === 'json-list' ? 'It is an empty list.' : 'The file holds nothing but white space.')
  return { ok: true, bytes: decoded.bytes, parts }
}

function unpack(kind: Exclude<Magic, 'other'>, file: Uint8Array, limit: number) {
  switch (kind) {
    case 'gzip':
      return openGzip(file, limit)
    case 'zstd':
      return openZstd(file, limit)
    case 'zip':
      return openZip(file, limit)
  }
}

function refused(reason: string): { ok: false; reason: string } {
  return { ok: false, reason }
}
