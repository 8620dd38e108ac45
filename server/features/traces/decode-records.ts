import type { Sample, SourceRecord } from '../../../shared/traces/importer.ts'
import type { WarningList } from '../../../shared/traces/warnings.ts'
import type { RawRecord, Split } from './containers/split.ts'
import { NOTE_SENTENCES, readRecord, textOf } from './secure-json.ts'

const HEAD = 50
const TAIL = 5

/** The records that detection looks at, or the reason why there is nothing to look at. */
export type Sampling = { readonly ok: true; readonly sample: Sample } | { readonly ok: false; readonly reason: string }

/** Decodes the first 50 and the last 5 records. A file that is one JSON value is refused here when it is none. */
export function sampleOf(file: string, bytes: Uint8Array, parts: Split, recordBytes: number): Sampling {
  const { records, shape } = parts
  const [only] = records
  if (shape === 'json' && only !== undefined) {
    const reading = readRecord(bytes, only)
    if (!reading.ok) {
      const cut = reading.isTruncated ? ' The file seems to be cut off.' : ''
      return { ok: false, reason: `It is no JSON: line ${reading.line}, column ${reading.column}: ${reading.reason}.${cut}` }
    }
    return { ok: true, sample: { file, shape, records: [{ value: reading.value, anchor: anchorOf(only), line: only.line }] } }
  }
  const looked = records.length <= HEAD + TAIL ? records : [...records.slice(0, HEAD), ...records.slice(-TAIL)]
  return { ok: true, sample: { file, shape, records: [...decoded(bytes, { ...parts, records: looked }, recordBytes, null)] } }
}

/** Decodes records one by one; what cannot be read is skipped with a warning, never thrown. */
export function decodedRecords(bytes: Uint8Array, parts: Split, recordBytes: number, warnings: WarningList): Iterable<SourceRecord> {
  return decoded(bytes, parts, recordBytes, warnings)
}

function* decoded(bytes: Uint8Array, parts: Split, recordBytes: number, warnings: WarningList | null): Generator<SourceRecord> {
  const last = parts.records.at(-1)
  for (const record of parts.records) {
    if (parts.shape === 'text') {
      yield { value: textOf(bytes, record), anchor: anchorOf(record), line: record.line }
      continue
    }
    const size = record.end - record.start
    if (parts.shape !== 'json' && size > recordBytes) {
      warnings?.add('record-too-large', `A record of ${size} bytes was left out; the limit is ${recordBytes} bytes.`, record.line)
      continue
    }
    const reading = readRecord(bytes, record)
    if (reading.ok) {
      for (const note of reading.notes) warnings?.add(note, NOTE_SENTENCES[note] ?? note, record.line)
      yield { value: reading.value, anchor: anchorOf(record), line: record.line }
    } else if (record === last && parts.isCut) {
      warnings?.add('last-line-incomplete', 'The last line is incomplete (run still writing?).', record.line)
    } else
      warnings?.add('bad-record', `A record is no JSON: line ${reading.line}, column ${reading.column}: ${reading.reason}.`, record.line)
  }
  // In lists and runs of values the cut record has no end and is not among them.
  if (parts.isCut && parts.shape !== 'jsonl')
    warnings?.add('last-line-incomplete', 'The last record is incomplete (run still writing?).', last?.line ?? null)
}

function anchorOf(record: RawRecord): { start: number; end: number } {
  return { start: record.start, end: record.end }
}
