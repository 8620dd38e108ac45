import type { Json } from './json/json.ts'
import type { Anchor, Trace, Warning } from './model.ts'

/**
 * How a file hangs together: one JSON value, a JSON list (its elements are the records), JSON values by line, JSON values without
 * separators, or text (one record that holds it all as a string).
 */
export type Shape = 'json' | 'json-list' | 'jsonl' | 'concatenated' | 'text'

/** One decoded record of a file. `line` is 1-based, `anchor` the bytes it came from. */
export type SourceRecord = { readonly value: Json; readonly anchor: Anchor; readonly line: number }

/** What detection looks at: the first 50 records and the last 5. */
export type Sample = { readonly file: string; readonly shape: Shape; readonly records: readonly SourceRecord[] }

/** Which column of a table holds what, by the names in its header, where a person said so. */
export type ColumnMapping = { readonly [column in 'trace' | 'speaker' | 'text' | 'label']?: string | undefined }

/** What an importer reads. The records can be gone through once; a list of 200 MB is never held whole. */
export type Source = {
  readonly file: string
  readonly shape: Shape
  readonly records: Iterable<SourceRecord>
  readonly columns?: ColumnMapping | undefined
}

/** How sure an importer is (0 no, 1 certain), why, and which version of its format it sees. */
export type Detection = { readonly score: number; readonly why: string; readonly formatVersion: string | null }

/** One trace with what a person should know about it; `anchor` spans the records it was made of. */
export type ImportedTrace = {
  readonly kind: 'trace'
  readonly trace: Trace
  readonly warnings: readonly Warning[]
  readonly anchor: Anchor
}

/** A record, or a run of them, that makes no trace, with a sentence that says why. */
export type RefusedRecord = { readonly kind: 'refused'; readonly reason: string; readonly line: number; readonly anchor: Anchor }

export type Imported = ImportedTrace | RefusedRecord

/** One format. Pure: the same records always make the same traces, and one bad record never makes it throw. */
export type Importer = {
  readonly format: string
  /** The format as people call it. */
  readonly name: string
  readonly detect: (sample: Sample) => Detection
  readonly read: (source: Source) => Iterable<Imported>
}

export const NOT_MINE: Detection = { score: 0, why: 'no signature found', formatVersion: null }

/** The smallest range that holds both. */
export function spanOf(first: Anchor, last: Anchor): Anchor {
  return { start: Math.min(first.start, last.start), end: Math.max(first.end, last.end) }
}
