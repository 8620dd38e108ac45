import type { Join, Joiner, JoinFile } from '../../../shared/traces/joins/join.ts'
import { joiners } from '../../../shared/traces/joins/joiners.ts'
import type { Json } from '../../../shared/traces/json/json.ts'
import { readJson } from '../../../shared/traces/json/read-json.ts'
import type { Trace } from '../../../shared/traces/model.ts'
import { type ArchiveLimits, filesOfArchive } from './containers/archive.ts'
import { magicOf } from './containers/magic.ts'
import { bytesOf, type FileToImport, isReadable } from './file-to-import.ts'

/** Results and annotations are small; what is larger is looked at as a trace only. */
const JOIN_BYTES = 8 * 1024 * 1024

/** The files of one import, archives opened, and what some of them add to the traces of others. */
export type ImportSet = { readonly files: readonly FileToImport[]; readonly joined: JoinedFiles }

/** Opens the archives among the files and finds those that add to others: they may come before or after the traces they are about. */
export async function gatherSet(
  received: Iterable<FileToImport>,
  limits: ArchiveLimits,
  nextTurn: () => Promise<void>,
): Promise<ImportSet> {
  const files: FileToImport[] = []
  const candidates: { joiner: Joiner; source: JoinFile }[] = []
  for (const file of received) {
    const bytes = safeBytes(file)
    const members = bytes === null ? null : filesOfArchive(file.name, bytes, limits)
    for (const one of members ?? [file]) {
      files.push(one)
      const found = joinerOf(one.name, one === file ? bytes : safeBytes(one))
      if (found !== null) candidates.push(found)
      await nextTurn()
    }
  }
  return { files, joined: new JoinedFiles(candidates) }
}

/** A file that cannot be read is refused when it is its turn. */
function safeBytes(file: FileToImport): Uint8Array | null {
  if (!isReadable(file)) return null
  try {
    // A large file is neither results nor annotations: unless it is an archive, it is read when it is its turn, and only then.
    const peek = 'peek' in file ? file.peek : undefined
    if (peek !== undefined && peek.size > JOIN_BYTES && magicOf(peek.head())?.kind !== 'zip') return null
    return bytesOf(file)
  } catch {
    return null
  }
}

function joinerOf(file: string, bytes: Uint8Array | null): { joiner: Joiner; source: JoinFile } | null {
  if (bytes === null || bytes.length > JOIN_BYTES) return null
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '')
  // One object, and one that has a word of the joiners' in it: most traces are never parsed for this.
  if (!/^\s*\{/.test(text) || !/"(?:entities|raw_results|errors|scores|is_resolved)"/.test(text)) return null
  const value = readJson(text)
  if (!value.ok) return null
  const joiner = joiners.find((one) => one.sees(value.value as Json))
  return joiner === undefined ? null : { joiner, source: { file, value: value.value } }
}

/** The files that add to others, and which of them found a trace. */
export class JoinedFiles {
  readonly #files = new Map<string, { joiner: Joiner; joins: readonly Join[]; traces: number }>()

  constructor(candidates: readonly { joiner: Joiner; source: JoinFile }[]) {
    const siblings = candidates.map(({ source }) => source)
    for (const { joiner, source } of candidates) this.#files.set(source.file, { joiner, joins: joiner.joins(source, siblings), traces: 0 })
  }

  /** The trace with all that the other files add to it. */
  addTo(trace: Trace, file: string): Trace {
    let whole = trace
    for (const entry of this.#files.values()) {
      for (const join of entry.joins) {
        if (!join.matches(whole, file)) continue
        whole = join.add(whole)
        entry.traces++
      }
    }
    return whole
  }

  has(file: string): boolean {
    return this.#files.has(file)
  }

  /** What became of a file that adds to others; asked when every trace was read. */
  resultOf(file: string): { format: string; traces: number; alone: string } | null {
    const entry = this.#files.get(file)
    return entry === undefined ? null : { format: entry.joiner.format, traces: entry.traces, alone: entry.joiner.alone }
  }
}
