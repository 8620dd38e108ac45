import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { tableFromPairs } from './contingency-table.ts'
import { countLabelPairs, MISSING_BYTE } from './count-label-pairs.ts'
import { binaryLabels, modeTables } from './mode-tables.ts'
import { popcount } from './popcount.ts'

const code = fc.constantFrom(0, 1, 2, MISSING_BYTE)
const raters = fc.array(fc.tuple(code, code), { maxLength: 200 })

describe('the counting kernels', () => {
  it('count bytes as the plain table does, at any alignment', () => {
    fc.assert(
      fc.property(raters, fc.nat(7), (pairs, offset) => {
        const bytes = (side: 0 | 1) => {
          const all = new Uint8Array(offset + pairs.length)
          all.set(
            pairs.map((pair) => pair[side]),
            offset,
          )
          return all.subarray(offset)
        }
        const labelled = pairs.filter(([a, b]) => a !== MISSING_BYTE && b !== MISSING_BYTE)
        expect(countLabelPairs(bytes(0), bytes(1), 3)).toEqual(tableFromPairs(labelled, 3))
      }),
    )
  })

  it('refuse a code that is neither a category nor missing', () => {
    expect(() => countLabelPairs(Uint8Array.of(0, 3), Uint8Array.of(0, 0), 2)).toThrow(RangeError)
  })

  it('count bits as the plain table does; unsure leaves the pair', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(code, code, code), { maxLength: 200 }), (rows) => {
        const labels = [0, 1, 2].map((rater) => binaryLabels(rows.map((row) => row[rater] ?? MISSING_BYTE)))
        const tables = modeTables(labels, 1, 3)
        const order = [
          [0, 1],
          [0, 2],
          [1, 2],
        ] as const
        order.forEach(([a, b], index) => {
          const pairs = rows.map((row) => [row[a], row[b]] as const).filter((pair) => pair.every((own) => own < 2))
          expect(tables.subarray(index * 4, index * 4 + 4)).toEqual(tableFromPairs(pairs, 2).counts)
        })
      }),
    )
  })

  it('count the bits of a word', () => {
    fc.assert(fc.property(fc.integer(), (word) => popcount(word) === (word >>> 0).toString(2).replaceAll('0', '').length))
  })
})
