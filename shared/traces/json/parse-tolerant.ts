import { endOfString } from './end-of-string.ts'
import type { Json, JsonObject } from './json.ts'

/** What had to be tolerated: `nan` (NaN or an infinity), `big-number` (kept as digits), `trailing-comma`, `too-deep` (kept as text). */
export type JsonNote = 'nan' | 'big-number' | 'trailing-comma' | 'too-deep'

/** Where and why a text is no JSON. `position` counts UTF-16 units from 0. */
export class JsonError extends Error {
  readonly position: number
  readonly isTruncated: boolean
  constructor(message: string, position: number, isTruncated = false) {
    super(message)
    this.position = position
    this.isTruncated = isTruncated
  }
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const WORD = /-?[A-Za-z]+/y
const WORDS = new Map<string, Json>([
  ['true', true],
  ['false', false],
  ['null', null],
])
const NOT_NUMBERS: ReadonlySet<string> = new Set(['NaN', 'Infinity', '-Infinity'])

/** A parser for what programs write and call JSON. Recursion is bounded by `maxDepth`. */
export function parseTolerant(text: string, maxDepth: number): { value: Json; notes: JsonNote[] } {
  const notes = new Set<JsonNote>()
  let position = 0

  function parseValue(depth: number): Json {
    const char = text[skipSpace()]
    if (char === undefined) throw new JsonError('the text ends where a value should stand', position, true)
    if ((char === '{' || char === '[') && depth > maxDepth) return tooDeep()
    if (char === '{') return parseObject(depth)
    if (char === '[') return parseList(depth)
    if (char === '"') return parseString()
    return parseNumber() ?? parseWord()
  }

  function parseObject(depth: number): JsonObject {
    const object: JsonObject = {}
    position++
    while (!closes('}')) {
      if (text[position] !== '"') throw unexpected('a key in quotes')
      const key = parseString()
      if (text[skipSpace()] !== ':') throw unexpected('a colon')
      position++
      const value = parseValue(depth + 1)
      // Assigning `__proto__` would set the prototype; defining it makes it data.
      if (key === '__proto__') Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true })
      else object[key] = value
      comma('}')
    }
    return object
  }

  function parseList(depth: number): Json[] {
    const list: Json[] = []
    position++
    while (!closes(']')) {
      list.push(parseValue(depth + 1))
      comma(']')
    }
    return list
  }

  function parseString(): string {
    const end = endOfString(text, position)
    if (end < 0) throw new JsonError('the text ends inside a string', text.length, true)
    const raw = text.slice(position, end + 1)
    const start = position
    position = end + 1
    try {
      // Raw line breaks and tabs inside strings are not JSON, but their meaning is plain.
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
      return JSON.parse(raw.replace(/[\u0000-\u001f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)) as string
    } catch {
      throw new JsonError('a string holds an escape that does not exist', start)
    }
  }

  function parseNumber(): Json | undefined {
    NUMBER.lastIndex = position
    const raw = NUMBER.exec(text)?.[0]
    if (raw === undefined) return undefined
    position += raw.length
    const number = Number(raw)
    if (Number.isFinite(number) && (Number.isSafeInteger(number) || String(number) === raw || !/^-?\d+$/.test(raw))) return number
    notes.add('big-number')
    return raw
  }

  function parseWord(): Json {
    WORD.lastIndex = position
    const word = WORD.exec(text)?.[0] ?? ''
    const value = WORDS.get(word)
    if (value === undefined && !NOT_NUMBERS.has(word)) throw unexpected('a value')
    position += word.length
    if (value === undefined) notes.add('nan')
    return value ?? null
  }

  function tooDeep(): string {
    const start = position
    position = endOfNested(text, start)
    notes.add('too-deep')
    return text.slice(start, position)
  }

  function closes(bracket: string): boolean {
    if (text[skipSpace()] !== bracket) return false
    position++
    return true
  }

  function comma(bracket: string): void {
    if (text[skipSpace()] === bracket) return
    if (text[position] !== ',') throw unexpected(`a comma or ${bracket}`)
    position++
    if (text[skipSpace()] === bracket) notes.add('trailing-comma')
  }

  function skipSpace(): number {
    while (position < text.length && /[\s\ufeff]/.test(text[position] ?? '')) position++
    return position
  }

  function unexpected(wanted: string): JsonError {
    if (position >= text.length) return new JsonError(`the text ends where ${wanted} should stand`, position, true)
    return new JsonError(`${JSON.stringify(text.slice(position, position + 12))} stands where ${wanted} should`, position)
  }

  const value = parseValue(1)
  if (skipSpace() < text.length) throw unexpected('the end')
  return { value, notes: [...notes] }
}

/** The end of the object or list that opens at `start`, found by counting brackets, however deep. */
function endOfNested(text: string, start: number): number {
  let depth = 0
  for (let i = start; i < text.length; i++) {
    const char = text[i]
    if (char === '"') {
      i = endOfString(text, i)
      if (i < 0) break
    } else if (char === '{' || char === '[') depth++
    else if ((char === '}' || char === ']') && --depth === 0) return i + 1
  }
  throw new JsonError('the text ends inside an object or list', text.length, true)
}
