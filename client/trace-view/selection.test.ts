import { expect, it } from 'vitest'
import { snapToGraphemes, textOf } from './selection.ts'

it('quotes by code points behind emoji', () => {
  expect(snapToGraphemes('💩💩 it fails', 6, 11)).toEqual({ start: 6, end: 11, quote: 'fails' })
})

it('widens to whole graphemes and leaves blanks at the edges out', () => {
  const text = 'a 👩‍💻 e\u0301 b'
  expect(snapToGraphemes(text, 3, 4)).toEqual({ start: 2, end: 5, quote: '👩‍💻' })
  expect(snapToGraphemes(text, 5, 7)).toEqual({ start: 6, end: 8, quote: 'e\u0301' })
})

it('refuses what lies outside, is empty or is only blank', () => {
  expect(snapToGraphemes('abc', 1, 4)).toBeNull()
  expect(snapToGraphemes('abc', 1, 1)).toBeNull()
  expect(snapToGraphemes('a  b', 1, 3)).toBeNull()
})

it('puts the text of the parts together as their offsets were counted', () => {
  const part = (text: string) => ({ kind: 'text' as const, visibility: 'main' as const, text, format: 'plain' as const })
  const text = textOf([
    { step: 0, start: 0, end: 2, part: part('💩a') },
    { step: 0, start: 2, end: 2, part: part('') },
    { step: 1, start: 4, end: 5, part: part('b') },
  ])
  expect(Array.from(text).slice(4, 5)).toEqual(['b'])
})
