// biome-ignore-all lint/suspicious/noControlCharactersInRegex: control characters and escapes are what this looks for
/** Terminal output as lines of coloured runs: colours kept, what was overwritten or only addressed to the terminal left out. */
import type { Line, Run } from './runs.ts'
import { plainRuns } from './signs.ts'

export type AnsiStyle = {
  readonly ink?: string
  readonly ground?: string
  readonly bold?: boolean
  readonly dim?: boolean
  readonly italic?: boolean
  readonly underline?: boolean
  readonly inverse?: boolean
}

const BASE = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'] as const

// Order matters: OSC and other strings end with BEL or ESC \ (or with the text), CSI with a final byte, the rest are two or three characters.
const ESCAPE =
  /\u001b(?:[\]PX^_][^\u0007\u001b\n]*(?:\u0007|\u001b\\|$)?|\[[0-?]*[ -/]*[@-~]|\[[0-?]*[ -/]*$|[()*+][0-9A-Za-z]|[0-9A-Za-z=>~]|$)|\u009b[0-?]*[ -/]*[@-~]/g

/** True when nothing in the text asks for a terminal. */
export function isPlain(text: string): boolean {
  return !/[\u001b\u009b\r\b]/.test(text)
}

/** The lines of a text that begins at `start` (code points), and the style that holds after it. */
export function terminalLines(text: string, start: number, style: AnsiStyle = {}): { lines: Line[]; style: AnsiStyle } {
  const lines: Line[] = []
  let at = start
  let held = style
  for (const raw of text.split('\n')) {
    const line = isPlain(raw)
      ? { runs: dressed(plainRuns(raw, at), held), style: held, length: countPoints(raw) }
      : terminalLine(raw, at, held)
    lines.push({ runs: line.runs })
    held = line.style
    at += line.length + 1
  }
  return { lines, style: held }
}

/** The style that holds after a text that is not drawn. */
export function styleAfter(text: string, style: AnsiStyle): AnsiStyle {
  let held = style
  if (!text.includes('\u001b')) return held
  for (const match of text.matchAll(ESCAPE)) held = applySequence(held, match[0])
  return held
}

type Cell = { readonly text: string; readonly at: number; readonly style: AnsiStyle }

/** A line with a carriage return or an escape: written cell by cell, as a terminal does, so that only its last state stays. */
function terminalLine(raw: string, start: number, style: AnsiStyle): { runs: Run[]; style: AnsiStyle; length: number } {
  const cells: Cell[] = []
  let held = style
  let column = 0
  let at = start
  const write = (text: string) => {
    for (const point of text) {
      if (point === '\r') column = 0
      else if (point === '\b') column = Math.max(0, column - 1)
      else {
        cells[column] = { text: point, at, style: held }
        column += 1
      }
      at += 1
    }
  }
  let from = 0
  for (const match of raw.matchAll(ESCAPE)) {
    write(raw.slice(from, match.index))
    if (/^\u001b\[[0-2]?K$/.test(match[0])) erase(cells, column, match[0])
    held = applySequence(held, match[0])
    at += countPoints(match[0])
    from = match.index + match[0].length
  }
  write(raw.slice(from))
  return { runs: joined(cells), style: held, length: at - start }
}

function erase(cells: Cell[], column: number, sequence: string): void {
  if (sequence.includes('1')) cells.fill({ text: ' ', at: cells[0]?.at ?? 0, style: {} }, 0, column)
  else cells.length = sequence.includes('2') ? 0 : Math.min(cells.length, column)
}

/** Neighbouring cells of one style that also stand side by side in the text become one run. */
function joined(cells: readonly Cell[]): Run[] {
  const runs: Run[] = []
  let text = ''
  let first: Cell | undefined
  let next = 0
  const flush = () => {
    if (first) runs.push(...dressed(plainRuns(text, first.at), first.style))
  }
  for (const cell of cells) {
    if (cell === undefined) continue
    if (first && cell.style === first.style && cell.at === next) text += cell.text
    else {
      flush()
      first = cell
      text = cell.text
    }
    next = cell.at + 1
  }
  flush()
  return runs
}

function dressed(runs: Run[], style: AnsiStyle): Run[] {
  const ink = style.inverse ? (style.ground ?? 'inverse') : style.ink
  const ground = style.inverse ? (style.ink ?? 'inverse') : style.ground
  const tones = [
    style.bold ? 'b' : '',
    style.dim ? 'm' : '',
    style.italic ? 'it' : '',
    style.underline ? 'ul' : '',
    ink && !isColour(ink) ? `ink-${ink}` : '',
    ground && !isColour(ground) ? `on-${ground}` : '',
  ].filter(Boolean)
  const colour = {
    ...(ink && isColour(ink) ? { ink } : {}),
    ...(ground && isColour(ground) ? { ground } : {}),
  }
  const hasColour = Object.keys(colour).length > 0
  if (tones.length === 0 && !hasColour) return runs
  return runs.map((run) => (run.tone === 'sign' ? run : { ...run, tone: tones.join(' '), ...(hasColour ? { colour } : {}) }))
}

function isColour(value: string): boolean {
  return value.startsWith('rgb(')
}

function applySequence(style: AnsiStyle, sequence: string): AnsiStyle {
  const body = /^(?:\u001b\[|\u009b)([0-9;:]*)m$/.exec(sequence)?.[1]
  if (body === undefined) return style
  const codes = body.split(/[;:]/).map((code) => (code === '' ? 0 : Number(code)))
  let next = style
  for (let i = 0; i < codes.length; i++) {
    const code = codes[i] ?? 0
    if (code === 38 || code === 48) {
      const colour = codes[i + 1] === 5 ? indexed(codes[i + 2] ?? 0) : rgb(codes.slice(i + 2, i + 5))
      i += codes[i + 1] === 5 ? 2 : 4
      next = code === 38 ? { ...next, ink: colour } : { ...next, ground: colour }
    } else next = applyCode(next, code)
  }
  return next
}

function applyCode(style: AnsiStyle, code: number): AnsiStyle {
  const { ink, ground, ...rest } = style
  if (code === 0) return {}
  if (code === 1) return { ...style, bold: true }
  if (code === 2) return { ...style, dim: true }
  if (code === 3) return { ...style, italic: true }
  if (code === 4) return { ...style, underline: true }
  if (code === 7) return { ...style, inverse: true }
  if (code === 22) return { ...style, bold: false, dim: false }
  if (code === 23) return { ...style, italic: false }
  if (code === 24) return { ...style, underline: false }
  if (code === 27) return { ...style, inverse: false }
  if (code === 39) return ground ? { ...rest, ground } : rest
  if (code === 49) return ink ? { ...rest, ink } : rest
  const name = BASE[code % 10]
  if (name && ((code >= 30 && code <= 37) || (code >= 90 && code <= 97))) return { ...style, ink: name }
  if (name && ((code >= 40 && code <= 47) || (code >= 100 && code <= 107))) return { ...style, ground: name }
  return style
}

function indexed(index: number): string {
  const base = BASE[index % 8]
  if (index < 16 && base) return base
  if (index >= 232) return rgb([8 + (index - 232) * 10, 8 + (index - 232) * 10, 8 + (index - 232) * 10])
  const level = (step: number) => (step === 0 ? 0 : 55 + step * 40)
  const cube = index - 16
  return rgb([level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)])
}

function rgb(parts: readonly number[]): string {
  const [r, g, b] = [0, 1, 2].map((i) => Math.max(0, Math.min(255, Math.round(parts[i] ?? 0) || 0)))
  return `rgb(${r} ${g} ${b})`
}

function countPoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
