// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters and escapes are what this looks for
/** Characters that cannot be seen, or that change how others are read, made visible. */
import { type Run, verbatim } from './runs.ts'

const UNSEEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}\p{Cs}]/gu

const names: Readonly<Record<number, string>> = {
  173: 'SHY',
  1564: 'ALM',
  6158: 'MVS',
  8203: 'ZWSP',
  8204: 'ZWNJ',
  8205: 'ZWJ',
  8206: 'LRM',
  8207: 'RLM',
  8232: 'LS',
  8233: 'PS',
  8234: 'LRE',
  8235: 'RLE',
  8236: 'PDF',
  8237: 'LRO',
  8238: 'RLO',
  8288: 'WJ',
  8294: 'LRI',
  8295: 'RLI',
  8296: 'FSI',
  8297: 'PDI',
  65279: 'BOM',
}

const ZWNJ = 0x200c
const ZWJ = 0x200d
/** Emoji and the scripts in which joiners are spelling, not tricks. */
const JOINS = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f|[\u0600-\u08ff\u0900-\u0dff])$/u

/** A text as runs: what can be read stays as it is, and each unseen character becomes a sign of its own. `\r\n` is a line end. */
export function plainRuns(text: string, start: number, tone?: string): Run[] {
  const runs: Run[] = []
  let at = start
  let from = 0
  for (const match of text.matchAll(UNSEEN)) {
    const point = match[0].codePointAt(0) ?? 0
    if (isSpelling(point, text, match.index)) continue
    if (match.index > from) {
      const run = verbatim(text.slice(from, match.index), at, tone)
      runs.push(run)
      at = run.end
    }
    const isLineEnd = point === 0x0d && text[match.index + 1] === '\n'
    if (!isLineEnd) runs.push(signOf(point, at))
    at += 1
    from = match.index + match[0].length
  }
  if (from < text.length) runs.push(verbatim(text.slice(from), at, tone))
  return runs
}

function isSpelling(point: number, text: string, index: number): boolean {
  return (point === ZWJ || point === ZWNJ) && JOINS.test(text.slice(Math.max(0, index - 2), index))
}

export function signOf(point: number, at: number): Run {
  const hex = `U+${point.toString(16).toUpperCase().padStart(4, '0')}`
  return { text: shown(point), start: at, end: at + 1, kind: 'sign', tone: 'sign', title: names[point] ? `${names[point]}, ${hex}` : hex }
}

function shown(point: number): string {
  if (point < 0x20) return String.fromCodePoint(0x2400 + point)
  if (point === 0x7f) return '␡'
  // Half of a pair says nothing; its place is kept.
  if (point >= 0xd800 && point <= 0xdfff) return '�'
  return names[point] ?? point.toString(16).toUpperCase()
}
