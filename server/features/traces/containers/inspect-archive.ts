import { listZip, unpackEntry, type ZipEntry, ZipError } from './zip.ts'

const HEADERS = ['header.json', '_journal/start.json']
const SAMPLE = /^samples\/[^/]+\.json$/

/** Whether these are the entries of an `.eval` archive of Inspect, which is one file and not a set of files. */
export function isInspectArchive(entries: readonly ZipEntry[]): boolean {
  return entries.some((entry) => HEADERS.includes(entry.name)) && entries.some((entry) => SAMPLE.test(entry.name))
}

/**
 * An `.eval` archive of Inspect as one run of JSON values: the header, then every sample. Other archives are sets of files
 * (see `archive.ts`); inside another archive they are refused.
 */
export function openZip(bytes: Uint8Array, limit: number): { ok: true; bytes: Uint8Array } | { ok: false; reason: string } {
  try {
    const entries = listZip(bytes)
    const header = HEADERS.map((name) => entries.find((entry) => entry.name === name)).find((entry) => entry !== undefined)
    const samples = entries.filter((entry) => SAMPLE.test(entry.name)).sort((a, b) => (a.name < b.name ? -1 : 1))
    if (header === undefined || samples.length === 0)
      return { ok: false, reason: 'It is a zip archive inside another file; unpack it and import the files in it.' }
    return { ok: true, bytes: joined([header, ...samples], limit) }
  } catch (error) {
    if (error instanceof ZipError) return { ok: false, reason: error.message }
    // Lengths that lead out of the file.
    if (error instanceof RangeError) return { ok: false, reason: 'The zip archive is damaged.' }
    throw error
  }
}

function joined(entries: readonly ZipEntry[], limit: number): Uint8Array {
  const pieces: Uint8Array[] = []
  let left = limit
  for (const entry of entries) {
    const piece = unpackEntry(entry, left)
    left -= piece.length
    pieces.push(piece, NEWLINE)
  }
  return Buffer.concat(pieces)
}

const NEWLINE = new TextEncoder().encode('\n')
