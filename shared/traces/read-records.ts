import type { Imported, Source, SourceRecord } from './importer.ts'
import type { Trace, Warning } from './model.ts'

/** What one record made: a trace, with warnings where there are some, or the sentence that says why it made none. */
export type Made = Trace | { readonly trace: Trace; readonly warnings: readonly Warning[] } | string

/** Reads a file in which every record is a trace of its own. */
export function* readRecords(source: Source, make: (record: SourceRecord) => Made): Generator<Imported> {
  for (const record of source.records) {
    const { anchor, line } = record
    const made = make(record)
    if (typeof made === 'string') yield { kind: 'refused', reason: made, line, anchor }
    else if ('trace' in made) yield { kind: 'trace', ...made, anchor }
    else yield { kind: 'trace', trace: made, warnings: [], anchor }
  }
}
