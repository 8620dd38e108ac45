import { expect, it } from 'vitest'
import { traceVote } from './trace-vote.ts'

it.each([
  ['present if any segment is, even in an unfinished trace', 'ap', 3, 'p'],
  ['present before unsure', 'up', 2, 'p'],
  ['unsure if any is', 'au', 3, 'u'],
  ['absent if every segment was submitted', 'aa', 2, 'a'],
  ['absent also where a segment cannot show the mode', 'an', 2, 'a'],
  ['missing while segments are left', 'aa', 3, null],
  ['missing where nothing was asked', '', 0, null],
])('the vote for a trace is %s', (_rule, letters, asked, vote) => {
  expect(traceVote([...letters], asked)).toBe(vote)
})
