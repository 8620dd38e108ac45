// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters and escapes are what this looks for
/** Tool output as lines, only as many as are asked for: the head, the tail, and exact counts of what lies between. */
import { codePointLength } from '../../shared/segments/segment-text.ts'
import { type AnsiStyle, styleAfter, terminalLines } from './ansi.ts'
import { jsonLines } from './json-lines.ts'
import type { Line } from './runs.ts'
import { plainRuns } from './signs.ts'

export type Output = {
  readonly head: readonly Line[]
  readonly tail: readonly Line[]
  /** Lines between head and tail that are not drawn. */
  readonly folded: number
  readonly total: number
  readonly bytes: number
  /** The fold cuts through one very long line. */
  readonly cutsLine: boolean
}

export type OutputOptions = {
  /** Colours, JSON and diffs are drawn as such; otherwise the stored text is shown as it is. */
  readonly rendered: boolean
  /** Lines to draw before the fold. */
  readonly lines: number
}

/** A clamped output shows this much; the screen asks for more in steps. */
export const CLAMPED_LINES = 12
export const MORE_LINES = 3_000
const TAIL_LINES = 4
/** Longer lines than this, in a text of few lines, are what makes it long. */
const LONG_TEXT = 6_000

export function outputOf(text: string, start: number, options: OutputOptions): Output {
  const bytes = utf8Length(text)
  const json = options.rendered ? jsonLines(text, start) : null
  if (json) return clampLines(json, options.lines, bytes)
  const body = text.endsWith('\n') ? text.slice(0, -1) : text
  const cuts = lineStarts(body)
  const total = cuts.length
  const draw = options.rendered ? drawRendered(isDiff(body)) : drawRaw
  if (total <= options.lines + TAIL_LINES) {
    if (body.length > LONG_TEXT && options.lines === CLAMPED_LINES) return clampCharacters(body, start, total, bytes, draw)
    return { head: draw(body, start, {}).lines, tail: [], folded: 0, total, bytes, cutsLine: false }
  }
  const headEnd = cuts[options.lines] ?? body.length
  const tailStart = cuts[total - TAIL_LINES] ?? body.length
  const head = body.slice(0, headEnd - 1)
  if (head.length > LONG_TEXT && options.lines === CLAMPED_LINES) return clampCharacters(body, start, total, bytes, draw)
  const drawn = draw(head, start, {})
  const between = options.rendered ? styleAfter(body.slice(headEnd - 1, tailStart), drawn.style) : {}
  const tail = draw(body.slice(tailStart), start + codePointLength(body.slice(0, tailStart)), between)
  return { head: drawn.lines, tail: tail.lines, folded: total - options.lines - TAIL_LINES, total, bytes, cutsLine: false }
}

type Draw = (text: string, start: number, style: AnsiStyle) => { lines: Line[]; style: AnsiStyle }

function drawRendered(diff: boolean): Draw {
  return (text, start, style) => {
    const drawn = terminalLines(text, start, style)
    return diff ? { ...drawn, lines: drawn.lines.map(diffLine) } : drawn
  }
}

const drawRaw: Draw = (text, start, style) => {
  let at = start
  const lines = text.split('\n').map((line) => {
    const runs = plainRuns(line, at)
    at += codePointLength(line) + 1
    return { runs }
  })
  return { lines, style }
}

/** Whether a text is a diff: it has a hunk head, or the two file heads. */
export function isDiff(text: string): boolean {
  return /^@@ .*@@?/m.test(text) || (/^--- \S/m.test(text) && /^\+\+\+ \S/m.test(text))
}

function diffLine(line: Line): Line {
  const first = line.runs[0]?.text ?? ''
  if (/^(?:@@|diff |index |\+\+\+|---)/.test(first)) return { ...line, tone: 'm' }
  if (first.startsWith('+')) return { ...line, tone: 'add' }
  return first.startsWith('-') ? { ...line, tone: 'del' } : line
}

function clampLines(lines: readonly Line[], shown: number, bytes: number): Output {
  const total = lines.length
  if (total <= shown + TAIL_LINES) return { head: lines, tail: [], folded: 0, total, bytes, cutsLine: false }
  return { head: lines.slice(0, shown), tail: lines.slice(-TAIL_LINES), folded: total - shown - TAIL_LINES, total, bytes, cutsLine: false }
}

function clampCharacters(text: string, start: number, total: number, bytes: number, draw: Draw): Output {
  const head = whole(text.slice(0, 1_200))
  return { head: draw(head, start, {}).lines, tail: [], folded: Math.max(1, total - head.split('\n').length), total, bytes, cutsLine: true }
}

/** Without half a pair, or half an escape, at its end. */
function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1)
  const uncut = last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text
  return uncut.replace(/\u001b[^@-~]*$/, '')
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

/** Bytes of the text in UTF-8. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (const point of text) {
    const code = point.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
