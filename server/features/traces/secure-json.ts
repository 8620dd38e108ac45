import { type JsonReading, readJson } from '../../../shared/traces/json/read-json.ts'
import type { RawRecord } from './containers/split.ts'

/** The text of a range of UTF-8 bytes. */
export function textOf(bytes: Uint8Array, range: { start: number; end: number }): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset + range.start, range.end - range.start).toString('utf8')
}

/** Reads the JSON of one record of a file that a stranger wrote, after its size was checked; the line is the file's. */
export function readRecord(bytes: Uint8Array, record: RawRecord): JsonReading {
  const reading = readJson(textOf(bytes, record))
  return reading.ok ? reading : { ...reading, line: record.line + reading.line - 1 }
}

/** What had to be tolerated in a record, as warnings say it. */
export const NOTE_SENTENCES: Readonly<Record<string, string>> = {
  nan: 'NaN or Infinity is no JSON; it was read as null.',
  'big-number': 'A number is too large to compute with; its digits were kept as text.',
  'trailing-comma': 'A comma before a closing bracket was dropped.',
  'too-deep': 'A value is nested deeper than 64 levels; it was kept as text.',
}
