import type { Trace } from './model.ts'

/** U+2400, the picture of NUL: PostgreSQL stores no NUL in a text, and SQLite ends some strings at one. */
const NUL_PICTURE = '\u2400'
const REPLACEMENT = '\ufffd'

/**
 * A text that SQLite, PostgreSQL and UTF-8 all hold alike: NUL is shown as U+2400 and a lone surrogate as U+FFFD, one code point for one,
 * so that offsets stay. The raw bytes of the file keep what was there.
 */
export function cleanText(text: string): string {
  const withoutNul = text.includes('\0') ? text.replaceAll('\0', NUL_PICTURE) : text
  return /\p{Surrogate}/u.test(withoutNul) ? withoutNul.replace(/\p{Surrogate}/gu, REPLACEMENT) : withoutNul
}

/** The trace with every text in it cleaned; most need nothing and are given back as they are. */
export function cleanTrace(trace: Trace): Trace {
  return isClean(trace) ? trace : (cleanValue(trace) as Trace)
}

function isClean(value: unknown): boolean {
  if (typeof value === 'string') return !MAY_NEED_CLEANING.test(value)
  if (typeof value !== 'object' || value === null) return true
  for (const key in value) if (!isClean(Reflect.get(value, key))) return false
  return true
}

// Half of an emoji's pair looks like a lone surrogate here: a cheap test that is sometimes wrong comes before the right one.
const MAY_NEED_CLEANING = /[\0\ud800-\udfff]/

function cleanValue(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value)
  if (Array.isArray(value)) return value.map(cleanValue)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [cleanText(key), cleanValue(inner)]))
}
