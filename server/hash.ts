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

/** JSON with sorted keys, so that equal content has equal text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}
