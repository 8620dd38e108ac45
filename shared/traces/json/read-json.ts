import { endOfString } from './end-of-string.ts'
import type { Json } from './json.ts'
import { JsonError, type JsonNote, parseTolerant } from './parse-tolerant.ts'

/** Deeper values are kept as their text: the deepest field file nests 13 levels, and `JSON.stringify` overflows at some thousands. */
export const MAX_JSON_DEPTH = 64

/** A JSON text that was read, with what had to be tolerated, or the place where it stops being JSON (1-based). */
export type JsonReading =
  | { readonly ok: true; readonly value: Json; readonly notes: readonly JsonNote[] }
  | { readonly ok: false; readonly reason: string; readonly line: number; readonly column: number; readonly isTruncated: boolean }

/**
 * Reads one JSON value written by a stranger. NaN and the infinities become null, trailing commas are dropped, big integers keep their
 * digits as a string, values nested deeper than `MAX_JSON_DEPTH` are kept as their text, `__proto__` is a key like any other.
 */
export function readJson(text: string): JsonReading {
  try {
    if (!needsCare(text)) {
      try {
        return { ok: true, value: JSON.parse(text) as Json, notes: [] }
      } catch {
        // The tolerant parser either copes or knows the line and column, which the engine does not say.
      }
    }
    const { value, notes } = parseTolerant(text, MAX_JSON_DEPTH)
    return { ok: true, value, notes }
  } catch (error) {
    if (!(error instanceof JsonError)) throw error
    const before = text.slice(0, error.position)
    const line = before.split('\n').length
    return { ok: false, reason: error.message, line, column: error.position - before.lastIndexOf('\n'), isTruncated: error.isTruncated }
  }
}

/** The value, or undefined when the text is no JSON. */
export function tryJson(text: string): Json | undefined {
  const reading = readJson(text)
  return reading.ok ? reading.value : undefined
}

const QUOTE = 34

/** Whether the engine's parser would lose something (digits) or be handed something dangerous (depth) or foreign (NaN). */
function needsCare(text: string): boolean {
  let depth = 0
  let digits = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === QUOTE) {
      i = endOfString(text, i)
      if (i < 0) return true
    } else if (unit === 123 || unit === 91) {
      if (++depth > MAX_JSON_DEPTH) return true
    } else if (unit === 125 || unit === 93) depth--
    else if (unit === 78 || unit === 73) return true
    else if (unit >= 48 && unit <= 57) {
      // 15 digits are always exact; an exponent may overflow.
      if (++digits > 15) return true
      continue
    } else if ((unit === 101 || unit === 69) && digits > 0) return true
    digits = 0
  }
  return false
}
