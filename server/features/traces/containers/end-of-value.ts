const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Where the JSON value that starts at `start` ends (exclusive), found by counting brackets outside strings, or -1 when the bytes end first.
 * Only objects, lists, strings and bare words are told apart; whether the value is sound is for the parser.
 */
export function endOfValue(bytes: Uint8Array, start: number): number {
  const first = bytes[start]
  if (first === QUOTE) return endOfString(bytes, start)
  if (first !== 0x7b && first !== 0x5b) return endOfWord(bytes, start)
  let depth = 0
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) {
      at = endOfString(bytes, at) - 1
      if (at < 0) return -1
    } else if (byte === 0x7b || byte === 0x5b) depth++
    else if ((byte === 0x7d || byte === 0x5d) && --depth === 0) return at + 1
  }
  return -1
}

function endOfString(bytes: Uint8Array, start: number): number {
  let at = bytes.indexOf(QUOTE, start + 1)
  while (at >= 0) {
    let backslashes = 0
    while (bytes[at - 1 - backslashes] === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at + 1
    at = bytes.indexOf(QUOTE, at + 1)
  }
  return -1
}

function endOfWord(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && !isSpace(bytes[at]) && bytes[at] !== 0x2c && bytes[at] !== 0x5d && bytes[at] !== 0x7d) at++
  return Math.max(at, start + 1)
}

export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** The first byte from `start` on that is no white space. */
export function skipSpace(bytes: Uint8Array, start: number): number {
  let at = start
  while (at < bytes.length && isSpace(bytes[at])) at++
  return at
}
