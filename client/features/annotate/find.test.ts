import { expect, it } from 'vitest'
import type { SegmentView } from '../../../shared/http/api.ts'
import { SegmentId } from '../../../shared/ids.ts'
import { hitsIn } from './find.ts'

function segment(index: number, ...texts: string[]): SegmentView {
  let start = 0
  const parts = texts.map((text) => {
    const end = start + Array.from(text).length
    const view = { step: index, start, end, part: { kind: 'reasoning' as const, visibility: 'folded' as const, text } }
    start = end + 2
    return view
  })
  return {
    id: SegmentId.parse(`s${index}`),
    index,
    actor: 'a',
    role: 'agent',
    lane: 'a',
    at: null,
    steps: [index, index],
    tokens: null,
    calls: 0,
    parts,
  }
}

it('finds words in folded parts, whatever their case, by code points', () => {
  const segments = [segment(0, '💩 Pool', 'the pool (pool)'), segment(1, 'nothing'), segment(2, 'POOL')]
  expect(hitsIn(segments, 'pool')).toEqual([
    { segment: 0, start: 2, end: 6 },
    { segment: 0, start: 12, end: 16 },
    { segment: 0, start: 18, end: 22 },
    { segment: 2, start: 0, end: 4 },
  ])
})

it('takes the words as they are typed, not as a pattern', () => {
  expect(hitsIn([segment(0, 'a (b) [c] .*')], '(b) [')).toHaveLength(1)
  expect(hitsIn([segment(0, 'abc')], '.')).toEqual([])
})
