import type { Shape } from '../../../../shared/traces/importer.ts'
import { readJson } from '../../../../shared/traces/json/read-json.ts'
import { endOfValue, isSpace, skipSpace } from './end-of-value.ts'

/** The bytes of one record, and the 1-based line it starts on. */
export type RawRecord = { readonly start: number; readonly end: number; readonly line: number }

/** A file cut into records. `isCut` = the last one does not end where it should (the file was cut, or is still being written). */
export type Split = { readonly shape: Shape; readonly records: readonly RawRecord[]; readonly isCut: boolean }

const NEWLINE = 0x0a

/** Finds the shape of UTF-8 bytes and cuts them into records, without parsing more than the first. */
export function split(bytes: Uint8Array, start: number): Split {
  const first = skipSpace(bytes, start)
  const opening = bytes[first]
  const whole: RawRecord = { start: first, end: trimEnd(bytes, first, bytes.length), line: 1 }
  if (opening === undefined) return { shape: 'text', records: [], isCut: false }
  const end = endOfValue(bytes, first)
  if (opening === 0x7b || opening === 0x5b) {
    if (end < 0) return splitCut(bytes, whole)
    if (!isJson(bytes, first, end)) return looksLikeLines(bytes, first) ? splitLines(bytes, first) : notQuiteJson(bytes, whole)
    const next = skipSpace(bytes, end)
    if (next === bytes.length) return opening === 0x5b ? splitList(bytes, first) : { shape: 'json', records: [whole], isCut: false }
    if (endsLine(bytes, end)) return splitOneLineEach(bytes, first, end)
    if (bytes[next] === 0x7b || bytes[next] === 0x5b) return splitConcatenated(bytes, first)
  }
  return looksLikeLines(bytes, first) ? splitLines(bytes, first) : { shape: 'text', records: [whole], isCut: false }
}

/**
 * An opening brace and a double quote promise JSON, and the parser will say where the promise breaks; a bracket may open a line of a log,
 * and a single quote is how Python prints a dict.
 */
function notQuiteJson(bytes: Uint8Array, whole: RawRecord): Split {
  const next = bytes[skipSpace(bytes, whole.start + 1)]
  const isObject = bytes[whole.start] === 0x7b && next === 0x22
  return { shape: isObject ? 'json' : 'text', records: [whole], isCut: false }
}

/** The first line is a value and more follows: JSONL, unless the value itself spans lines. */
function splitOneLineEach(bytes: Uint8Array, first: number, end: number): Split {
  const newline = bytes.indexOf(NEWLINE, first)
  return newline >= 0 && newline < end ? splitConcatenated(bytes, first) : splitLines(bytes, first)
}

/** A value that never ends: lines of which the first is cut, a list that is cut, or one document that is cut. */
function splitCut(bytes: Uint8Array, whole: RawRecord): Split {
  if (looksLikeLines(bytes, whole.start)) return splitLines(bytes, whole.start)
  const list = bytes[whole.start] === 0x5b ? splitList(bytes, whole.start) : null
  if (list !== null && list.records.length > 0) return list
  return { shape: 'json', records: [whole], isCut: true }
}

function splitLines(bytes: Uint8Array, first: number): Split {
  const records: RawRecord[] = []
  let line = 1
  for (let start = first; start < bytes.length; line++) {
    const newline = bytes.indexOf(NEWLINE, start)
    const stop = newline < 0 ? bytes.length : newline
    const from = skipSpace(bytes, start)
    if (from < stop) records.push({ start: from, end: trimEnd(bytes, from, stop), line })
    start = stop + 1
  }
  const last = records.at(-1)
  return { shape: 'jsonl', records, isCut: last !== undefined && endOfValue(bytes, last.start) < 0 }
}

function splitList(bytes: Uint8Array, first: number): Split {
  const records: RawRecord[] = []
  const lines = new LineCounter(bytes, first)
  let at = skipSpace(bytes, first + 1)
  while (at < bytes.length && bytes[at] !== 0x5d) {
    const end = endOfValue(bytes, at)
    if (end < 0) return { shape: 'json-list', records, isCut: true }
    records.push({ start: at, end, line: lines.at(at) })
    at = skipSpace(bytes, end)
    if (bytes[at] === 0x2c) at = skipSpace(bytes, at + 1)
  }
  return { shape: 'json-list', records, isCut: at >= bytes.length }
}

function splitConcatenated(bytes: Uint8Array, first: number): Split {
  const records: RawRecord[] = []
  const lines = new LineCounter(bytes, first)
  for (let at = first; at < bytes.length; ) {
    const end = endOfValue(bytes, at)
    if (end < 0) return { shape: 'concatenated', records, isCut: true }
    records.push({ start: at, end, line: lines.at(at) })
    at = skipSpace(bytes, end)
  }
  return { shape: 'concatenated', records, isCut: false }
}

/** How many of the first lines decide whether lines are records. */
const LINES_LOOKED_AT = 20

/** Whether most of the first lines are JSON objects, also when some of them are broken. */
function looksLikeLines(bytes: Uint8Array, first: number): boolean {
  let objects = 0
  let others = 0
  for (let start = first; start < bytes.length && objects + others < LINES_LOOKED_AT; ) {
    const newline = bytes.indexOf(NEWLINE, start)
    const stop = newline < 0 ? bytes.length : newline
    const from = skipSpace(bytes, start)
    if (from < stop) {
      // A single quote after the brace is how Python prints a dict.
      const isObject = bytes[from] === 0x7b && bytes[skipSpace(bytes, from + 1)] !== 0x27
      if (isObject && endOfValue(bytes.subarray(0, stop), from) > 0) objects++
      else others++
    }
    start = stop + 1
  }
  return objects > others
}

function isJson(bytes: Uint8Array, start: number, end: number): boolean {
  // A log line such as `[2025-01-01 00:00:00] A: hello` opens with a bracket too. Long values are taken at their word.
  return end - start > 2000 || readJson(Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('utf8')).ok
}

function endsLine(bytes: Uint8Array, end: number): boolean {
  for (let at = end; at < bytes.length; at++) {
    if (bytes[at] === NEWLINE) return true
    if (!isSpace(bytes[at])) return false
  }
  return true
}

function trimEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = end
  while (at > start && isSpace(bytes[at - 1])) at--
  return at
}

/** Counts lines on the way through the bytes; positions must not go back. */
class LineCounter {
  readonly #bytes: Uint8Array
  #position: number
  #line = 1

  constructor(bytes: Uint8Array, start: number) {
    this.#bytes = bytes
    this.#position = start
  }

  at(position: number): number {
    // Never further than asked: in a list on one line the next line end is far away, for every record of it.
    const passed = this.#bytes.subarray(this.#position, position)
    for (let next = passed.indexOf(NEWLINE); next >= 0; next = passed.indexOf(NEWLINE, next + 1)) this.#line++
    this.#position = position
    return this.#line
  }
}
