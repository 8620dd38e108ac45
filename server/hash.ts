import { createHash } from 'node:crypto'

export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** A short id made from content: the same content gives the same id in any database. 100 bits, in letters and digits. */
export function idFromContent(prefix: string, ...content: readonly string[]): string {
  // The length of each piece goes in too, so that ["ab","c"] and ["a","bc"] differ.
  const hash = createHash('sha256')
  for (const piece of content) hash.update(`${piece.length}:${piece}`)
  return `${prefix}_${BigInt(`0x${hash.digest('hex').slice(0, 25)}`)
    .toString(36)
    .padStart(20, '0')}`
}

/** JSON with sorted keys (those that are whole numbers first, by size), so that equal content has equal text. */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map((inner) => canonicalJson(inner) ?? 'null').join(',')}]`
  const members: string[] = []
  for (const [key, inner] of sortedEntries(value)) {
    const text = canonicalJson(inner)
    // As in all JSON: what has no text (undefined, a function) is left out.
    if (text !== undefined) members.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${members.join(',')}}`
}

const WHOLE_NUMBER = /^(?:0|[1-9]\d*)$/

function sortedEntries(value: object): [string, unknown][] {
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return entries.some(([key]) => WHOLE_NUMBER.test(key)) ? Object.entries(Object.fromEntries(entries)) : entries
}
