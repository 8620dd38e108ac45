import { expect, it } from 'vitest'
import { parseRanges } from './segment-ranges.ts'

it.each([
  ['1-10, 15', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 14]],
  ['3', [2]],
  [' 4 – 5 ; 2-4 ', [1, 2, 3, 4]],
  ['20,20', [19]],
])('reads "%s" as segments in their order, each once', (text, indices) => {
  expect(parseRanges(text, 20)).toEqual({ kind: 'some', indices })
})

it('takes nothing written for all of them', () => {
  expect([parseRanges('', 20), parseRanges(' , ', 20)]).toEqual([{ kind: 'all' }, { kind: 'all' }])
})

it.each([
  ['0-3', /1 to 20/],
  ['18-21', /1 to 20/],
  ['9-3', /ends before it begins/],
  ['first', /neither a number/],
  ['1-2-3', /neither a number/],
])('refuses "%s" with a sentence', (text, why) => {
  expect(parseRanges(text, 20)).toEqual({ kind: 'bad', why: expect.stringMatching(why) })
})
