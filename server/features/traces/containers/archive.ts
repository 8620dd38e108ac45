import type { FileToImport } from '../file-to-import.ts'
import { isInspectArchive } from './inspect-archive.ts'
import { magicOf } from './magic.ts'
import { listZip, unpackEntry, type ZipEntry, ZipError } from './zip.ts'

/** What an archive may unpack to: each file, and all of them together. */
export type ArchiveLimits = { readonly fileBytes: number; readonly totalBytes: number }

const FILE_TYPE = 0o170000
const REGULAR_FILE = 0o100000

/**
 * The files of a zip archive, each named `ARCHIVE/ENTRY` and unpacked when it is asked for, or null when the bytes are no archive of
 * files (an `.eval` archive is a file of its own). An entry that leads out of the archive, a link, and what is encrypted are refused by
 * themselves; nothing is ever written to disk.
 */
export function filesOfArchive(name: string, bytes: Uint8Array, limits: ArchiveLimits): FileToImport[] | null {
  if (magicOf(bytes)?.kind !== 'zip') return null
  let entries: ZipEntry[]
  try {
    entries = listZip(bytes)
  } catch (error) {
    // Lengths that lead out of the file are range errors.
    if (error instanceof ZipError) return [{ name, refusal: error.message }]
    if (error instanceof RangeError) return [{ name, refusal: 'The zip archive is damaged.' }]
    throw error
  }
  if (isInspectArchive(entries)) return null
  if (entries.length === 0) return [{ name, refusal: 'It is an empty zip archive.' }]
  const budget = new Budget(limits)
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((entry) => {
      const own = `${name}/${entry.name}`
      const refusal = whyNot(entry)
      return refusal === null ? { name: own, read: () => budget.unpack(entry) } : { name: own, refusal }
    })
}

function whyNot({ name, unixMode, isEncrypted }: ZipEntry): string | null {
  if (name.split(/[\\/]/).includes('..') || /^([\\/]|[A-Za-z]:)/.test(name) || name.includes('\0'))
    return 'Its path leads out of the zip archive; such files are never opened.'
  const type = unixMode & FILE_TYPE
  if (type !== 0 && type !== REGULAR_FILE)
    return 'It is a link, or no file at all, inside the zip archive; such entries are never followed.'
  return isEncrypted ? 'It is encrypted inside the zip archive; unpack it and import the result.' : null
}

/** Entries may share their packed bytes: what counts is what was unpacked, each entry once. */
class Budget {
  readonly #limits: ArchiveLimits
  readonly #unpacked = new Map<ZipEntry, number>()

  constructor(limits: ArchiveLimits) {
    this.#limits = limits
  }

  unpack(entry: ZipEntry): Uint8Array {
    let left = this.#limits.totalBytes
    for (const [other, size] of this.#unpacked) if (other !== entry) left -= size
    const bytes = unpackEntry(entry, Math.max(0, Math.min(left, this.#limits.fileBytes)))
    this.#unpacked.set(entry, bytes.length)
    return bytes
  }
}
