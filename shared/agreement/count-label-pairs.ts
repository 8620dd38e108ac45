import { type ContingencyTable, contingencyTable } from './contingency-table.ts'

/** Byte that stands for a missing label in `countLabelPairs`. */
export const MISSING_BYTE = 255

/** Rows of the counting table are this many cells apart: a byte of A and a byte of B make an index without a multiplication. */
const STRIDE = 256

/**
 * Table of two raters from one byte per item (category codes 0..k-1, `MISSING_BYTE` = missing), for millions of items: about 1.5 ns each.
 * Four items are read at once and counted in four separate tables, since adding to the cell one has just added to waits for the memory.
 * Throws when a code is neither a category nor missing.
 */
export function countLabelPairs(a: Uint8Array, b: Uint8Array, k: number): ContingencyTable {
  if (a.length !== b.length) throw new RangeError(`Rater A has ${a.length} items, rater B ${b.length}.`)
  const size = STRIDE * STRIDE
  // Counts are exact in 32 bits up to 4.29e9 items per table; an array cannot be longer.
  const counts = new Uint32Array(4 * size)
  const words = a.byteOffset % 4 === 0 && b.byteOffset % 4 === 0 ? a.length >>> 2 : 0
  if (words > 0) countWords(new Uint32Array(a.buffer, a.byteOffset, words), new Uint32Array(b.buffer, b.byteOffset, words), counts)
  for (let item = words * 4; item < a.length; item++) {
    const index = ((a[item] as number) << 8) | (b[item] as number)
    counts[index] = (counts[index] as number) + 1
  }
  return tableOf(counts, k)
}

function countWords(a: Uint32Array, b: Uint32Array, counts: Uint32Array): void {
  for (let word = 0; word < a.length; word++) {
    const x = a[word] as number
    const y = b[word] as number
    const first = ((x & 255) << 8) | (y & 255)
    const second = 0x10000 | (x & 0xff00) | ((y >>> 8) & 255)
    const third = 0x20000 | ((x >>> 8) & 0xff00) | ((y >>> 16) & 255)
    const fourth = 0x30000 | ((x >>> 16) & 0xff00) | (y >>> 24)
    counts[first] = (counts[first] as number) + 1
    counts[second] = (counts[second] as number) + 1
    counts[third] = (counts[third] as number) + 1
    counts[fourth] = (counts[fourth] as number) + 1
  }
}

function tableOf(counts: Uint32Array, k: number): ContingencyTable {
  const size = STRIDE * STRIDE
  const cells = new Float64Array(k * k)
  for (let i = 0; i < STRIDE; i++) {
    for (let j = 0; j < STRIDE; j++) {
      const index = i * STRIDE + j
      const count =
        (counts[index] as number) +
        (counts[size + index] as number) +
        (counts[2 * size + index] as number) +
        (counts[3 * size + index] as number)
      if (count === 0) continue
      if (i < k && j < k) cells[i * k + j] = count
      else if ((i >= k && i !== MISSING_BYTE) || (j >= k && j !== MISSING_BYTE)) {
        throw new RangeError(`The codes ${i} and ${j} are not both below ${k} or missing.`)
      }
    }
  }
  return contingencyTable(k, cells)
}
