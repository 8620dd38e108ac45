import { toUtf8 } from './charset.ts'
import { openGzip } from './gzip.ts'
import { openZip } from './inspect-archive.ts'
import { magicOf } from './magic.ts'
import { type Split, split } from './split.ts'

/** UTF-8 bytes cut into records, or the sentence that says why not. */
export type Opened =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly parts: Split }
  | { readonly ok: false; readonly reason: string }

/** Opens a file: size, first bytes, compression, charset, records, in this order; each check stands before the work it saves. */
export function openFile(file: Uint8Array, limit: number): Opened {
  if (file.length === 0) return refused('The file is empty.')
  if (file.length > limit) return refused(`The file has ${file.length} bytes; the limit is ${limit} bytes.`)
  const magic = magicOf(file)
  if (magic === null) return openText(file)
  if (magic.kind !== 'gzip' && magic.kind !== 'zip') return refused(magic.sentence)
  const unpacked = magic.kind === 'gzip' ? openGzip(file, limit) : openZip(file, limit)
  if (!unpacked.ok) return unpacked
  if (unpacked.bytes.length === 0) return refused('The archive holds an empty file.')
  const inner = magicOf(unpacked.bytes)
  return inner === null ? openText(unpacked.bytes) : refused(`The archive holds something else. ${inner.sentence}`)
}

function openText(file: Uint8Array): Opened {
  const decoding = toUtf8(file)
  if (!decoding.ok) return decoding
  const parts = split(decoding.bytes, decoding.start)
  if (parts.records.length === 0)
    return refused(parts.shape === 'json-list' ? 'It is an empty list.' : 'The file holds nothing but white space.')
  return { ok: true, bytes: decoding.bytes, parts }
}

function refused(reason: string): Opened {
  return { ok: false, reason }
}
