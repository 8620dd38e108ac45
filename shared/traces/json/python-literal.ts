import type { Json } from './json.ts'

/** Deeper values are not read: a literal that people paste is not nested like that. */
const MAX_DEPTH = 60

/**
 * Reads what Python prints for dicts, lists, strings, numbers, None and booleans (not JSON: quotes are single). Gives the value and where
 * it ended, or null. Objects such as `datetime(...)` are none of these, and the whole is null then.
 */
export function readPythonLiteral(text: string, start = 0): { readonly value: Json; readonly end: number } | null {
  const reader = new Reader(text, start)
  const value = reader.value(0)
  return value === undefined ? null : { value, end: reader.at }
}

const WORDS: readonly (readonly [string, Json])[] = [
  ['None', null],
  ['True', true],
  ['False', false],
]
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '', b: '\b', f: '\f', a: '\u0007', v: '\v', '0': '\0' }

class Reader {
  at: number
  readonly #text: string

  constructor(text: string, start: number) {
    this.#text = text
    this.at = start
  }

  /** undefined = no literal stands here. */
  value(depth: number): Json | undefined {
    this.#space()
    const char = this.#text[this.at]
    if (char === undefined || depth > MAX_DEPTH) return undefined
    if (char === '{') return this.#dict(depth)
    if (char === '[') return this.#list(depth, ']')
    if (char === '(') return this.#list(depth, ')')
    if (char === '"' || char === "'") return this.#string()
    const word = WORDS.find(([name]) => this.#text.startsWith(name, this.at))
    if (word !== undefined) {
      this.at += word[0].length
      return word[1]
    }
    const number = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/i.exec(this.#text.slice(this.at, this.at + 40))
    if (number === null) return undefined
    this.at += number[0].length
    const read = Number(number[0])
    return Number.isInteger(read) && !Number.isSafeInteger(read) ? number[0] : read
  }

  #dict(depth: number): Json | undefined {
    const entries: [string, Json][] = []
    this.at++
    for (;;) {
      if (this.#closes('}')) return Object.fromEntries(entries)
      const key = this.value(depth + 1)
      if (typeof key !== 'string' && typeof key !== 'number') return undefined
      if (!this.#closes(':')) return undefined
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      entries.push([String(key), value])
      if (!this.#closes(',') && this.#peek() !== '}') return undefined
    }
  }

  #list(depth: number, end: string): Json | undefined {
    const items: Json[] = []
    this.at++
    for (;;) {
      if (this.#closes(end)) return items
      const value = this.value(depth + 1)
      if (value === undefined) return undefined
      items.push(value)
      if (!this.#closes(',') && this.#peek() !== end) return undefined
    }
  }

  #string(): string | undefined {
    const quote = this.#text[this.at]
    let read = ''
    for (let at = this.at + 1; at < this.#text.length; at++) {
      const char = this.#text[at] ?? ''
      if (char === quote) {
        this.at = at + 1
        return read
      }
      if (char !== '\\') {
        read += char
        continue
      }
      const hex = /^(?:x([0-9a-f]{2})|u([0-9a-f]{4})|U([0-9a-f]{8}))/i.exec(this.#text.slice(at + 1, at + 10))
      if (hex !== null) {
        const code = Number.parseInt(hex[1] ?? hex[2] ?? hex[3] ?? '', 16)
        read += code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
        at += hex[0].length
        continue
      }
      const next = this.#text[++at] ?? ''
      read += ESCAPES[next] ?? (next === quote || next === '\\' || next === "'" || next === '"' ? next : `\\${next}`)
    }
    return undefined
  }

  #closes(char: string): boolean {
    if (this.#peek() !== char) return false
    this.at++
    return true
  }

  #peek(): string | undefined {
    this.#space()
    return this.#text[this.at]
  }

  #space(): void {
    while (/\s/.test(this.#text[this.at] ?? '')) this.at++
  }
}
