/**
 * JSON laid out in lines without parsing it into values: digits, order and repeated keys stay as they were written, nesting costs
 * no stack, and every token keeps its place in the text.
 */
import { codePointLength } from '../../shared/segments/segment-text.ts'
import type { Line, Run } from './runs.ts'
import { plainRuns } from './signs.ts'

type Token = { readonly kind: 'open' | 'close' | 'comma' | 'colon' | 'string' | 'atom'; readonly text: string; readonly index: number }

const TOKEN = /[ \t\r\n]+|[{[]|[}\]]|,|:|"(?:[^"\\\n]|\\[\s\S])*"|-?[0-9][0-9.eE+-]*|true|false|null|-?Infinity|NaN/y

/** A container of plain values this short stays on one line. */
const SHORT = 64
const DEEPEST_INDENT = 24

/** The lines of a JSON text that begins at `start` (code points), or null when it is none. */
export function jsonLines(text: string, start: number): Line[] | null {
  const tokens = tokensOf(text)
  if (!tokens) return null
  const ends = closings(tokens)
  if (!ends) return null
  return layOut(tokens, ends, text, start)
}

function tokensOf(text: string): Token[] | null {
  if (!/^\s*[{[]/.test(text)) return null
  const tokens: Token[] = []
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const index = TOKEN.lastIndex
    const match = TOKEN.exec(text)?.[0]
    if (match === undefined) return null
    const kind = kindOf(match)
    if (kind) tokens.push({ kind, text: match, index })
  }
  return tokens
}

function kindOf(text: string): Token['kind'] | null {
  const first = text[0] ?? ''
  if (' \t\r\n'.includes(first)) return null
  if (first === '{' || first === '[') return 'open'
  if (first === '}' || first === ']') return 'close'
  if (first === ',') return 'comma'
  if (first === ':') return 'colon'
  return first === '"' ? 'string' : 'atom'
}

/** For each opening token the index of its closing one; null when they do not fit together or something follows the value. */
function closings(tokens: readonly Token[]): Map<number, number> | null {
  const ends = new Map<number, number>()
  const open: number[] = []
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'open') open.push(index)
    if (token.kind !== 'close') continue
    const begin = open.pop()
    if (begin === undefined || (tokens[begin]?.text === '{') !== (token.text === '}')) return null
    ends.set(begin, index)
    if (open.length === 0 && index !== tokens.length - 1) return null
  }
  return open.length === 0 && tokens.length > 0 ? ends : null
}

function layOut(tokens: readonly Token[], ends: ReadonlyMap<number, number>, text: string, start: number): Line[] {
  const lines: Run[][] = [[]]
  let at = start
  let read = 0
  let depth = 0
  let inlineUntil = -1

  const put = (run: Run) => lines.at(-1)?.push(run)
  const space = (blank: string) => put({ text: blank, start: at, end: at, kind: 'sign' })
  const breakLine = () => {
    lines.push([])
    if (depth > 0) space('  '.repeat(Math.min(depth, DEEPEST_INDENT)))
  }

  for (const [index, token] of tokens.entries()) {
    at += codePointLength(text.slice(read, token.index))
    read = token.index + token.text.length
    const isInline = index <= inlineUntil
    if (token.kind === 'close' && !isInline) {
      depth -= 1
      breakLine()
    }
    const next = tokens[index + 1]
    if (token.kind === 'string') {
      const isKey = next?.kind === 'colon'
      at = putString(
        token.text,
        at,
        isKey ? 'key' : 'str',
        put,
        breakLine,
        () => {
          depth += 1
        },
        () => {
          depth -= 1
        },
      )
    } else {
      for (const run of plainRuns(token.text, at, token.kind === 'atom' ? 'nm' : 'm')) put(run)
      at += codePointLength(token.text)
    }
    if (token.kind === 'colon' || (token.kind === 'comma' && isInline)) space(' ')
    if (token.kind === 'open' && !isInline) {
      const end = ends.get(index) ?? index
      if (isShort(tokens, index, end)) inlineUntil = end
      else {
        depth += 1
        breakLine()
      }
    } else if (token.kind === 'comma' && !isInline) breakLine()
  }
  return lines.map((runs) => ({ runs }))
}

function isShort(tokens: readonly Token[], begin: number, end: number): boolean {
  const first = tokens[begin]
  const last = tokens[end]
  if (!first || !last || last.index - first.index > SHORT) return false
  // The outermost object is opened, so that its keys stand below each other.
  if (begin === 0 && end > 1) return false
  return !tokens.slice(begin + 1, end).some((token) => token.kind === 'open')
}

const ESCAPES: Readonly<Record<string, string>> = { n: '', t: '\t', '"': '"', '\\': '\\', '/': '/', r: '' }

/** A string value that holds line ends is drawn over several lines, its escapes read; each escape keeps its place. */
function putString(
  text: string,
  start: number,
  tone: string,
  put: (run: Run) => void,
  breakLine: () => void,
  indent: () => void,
  outdent: () => void,
): number {
  const end = start + codePointLength(text)
  if (tone === 'key' || !text.includes('\\n')) {
    for (const run of plainRuns(text, start, tone)) put(run)
    return end
  }
  let at = start
  let from = 0
  indent()
  breakLine()
  for (const match of text.matchAll(/\\(?:u[0-9a-fA-F]{4}|[\s\S])/g)) {
    const before = text.slice(from, match.index)
    for (const run of plainRuns(before, at, tone)) put(run)
    at += codePointLength(before)
    const length = codePointLength(match[0])
    const escaped = match[0][1] ?? ''
    const shown = ESCAPES[escaped]
    put({ text: shown ?? match[0], start: at, end: at + length, kind: shown === undefined ? 'verbatim' : 'sign', tone })
    at += length
    from = match.index + match[0].length
    if (escaped === 'n') breakLine()
  }
  for (const run of plainRuns(text.slice(from), at, tone)) put(run)
  outdent()
  return end
}
