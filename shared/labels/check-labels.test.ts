import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mast14 } from '../codebooks/mast-14.ts'
import { checkLabels, quoteAt } from './check-labels.ts'
import { SegmentLabels } from './label.ts'
import { nothingHere } from './nothing-here.ts'

function labelsWith(more: object) {
  return SegmentLabels.parse({ values: nothingHere(mast14), evidence: [], notes: {}, decisive: false, bulk: false, ...more })
}

it('offsets count code points, whatever stands before', () => {
  expect(quoteAt('💥 fails', 2, 7)).toBe('fails')
  expect(quoteAt('💩💩 it fails', 0, 2)).toBe('💩💩')
  expect(quoteAt('e\u0301', 0, 1)).toBe('e')
})

it.each([
  [-1, 1],
  [1, 1],
  [2, 1],
  [0, 4],
  [3, 4],
])('from %i to %i of a text of three code points there is no quote', (start, end) => {
  expect(quoteAt('a💥b', start, end)).toBe(null)
})

it('every slice of any text is found at its own offsets, and stands in the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.nat(), fc.nat(), (text, a, b) => {
      const points = Array.from(text)
      const [start, end] = [a % points.length, (b % points.length) + 1]
      const quote = quoteAt(text, start, end)
      if (start >= end) expect(quote).toBe(null)
      else expect(quote !== null && text.includes(quote) && Array.from(quote).length === end - start).toBe(true)
    }),
  )
})

it('"nothing here" is a whole vector, and is accepted', () => {
  expect(() => checkLabels(labelsWith({}), mast14, '')).not.toThrow()
  expect(Object.keys(nothingHere(mast14))).toEqual(mast14.modes.map((mode) => mode.id))
})

it('what is missing is named by the codes on the screen', () => {
  const { 'FM-1.1': _one, 'FM-3.3': _two, ...values } = nothingHere(mast14) as Record<string, string>
  expect(() => checkLabels(labelsWith({ values }), mast14, '')).toThrow(/1\.1, 3\.3 had none/)
})

it('notes lose what no database holds alike, and are limited', () => {
  expect(labelsWith({ notes: { 'FM-1.1': 'a\u0000b\ud800' } }).notes).toEqual({ 'FM-1.1': 'a\u2400b\ufffd' })
  expect(() => labelsWith({ notes: { 'FM-1.1': 'x'.repeat(4_001) } })).toThrow()
})
