import { expect, it } from 'vitest'
import type { LabelValue } from '../labels/label.ts'
import { cellState } from './cell-state.ts'
import { confusedWith } from './confusion.ts'

const [P, A, U, N] = ['present', 'absent', 'unsure', 'not_applicable'] as const

it.each<[string, LabelValue[], number, 'settled' | 'reopened' | null, string]>([
  ['nothing yet', [], 2, null, 'incomplete'],
  ['one of two', [P], 2, null, 'incomplete'],
  ['both alike', [A, A], 2, null, 'agree'],
  ['for and against, as soon as both are there', [P, A], 3, null, 'disagree'],
  ['nobody contradicts, one is unsure', [P, U], 2, null, 'unsure'],
  ['all not applicable', [N, N], 2, null, 'unsure'],
  ['unsure and still open', [U], 2, null, 'incomplete'],
  ['settled, whatever the votes', [P, A], 2, 'settled', 'settled'],
  ['reopened, whatever the votes', [A, A], 2, 'reopened', 'reopened'],
])('%s', (_title, votes, overlap, decision, state) => {
  expect(cellState(votes, overlap, decision)).toBe(state)
})

it('two modes are confused where each side marked one of them and not the other', () => {
  expect(
    confusedWith(
      [
        [P, A, A],
        [A, P, A],
      ],
      0,
    ),
  ).toBe(1)
  expect(
    confusedWith(
      [
        [P, A, A],
        [A, P, A],
      ],
      1,
    ),
  ).toBe(0)
  // Both marked by one and none by the other: no confusion, one saw more.
  expect(
    confusedWith(
      [
        [P, P],
        [A, A],
      ],
      0,
    ),
  ).toBe(null)
  expect(
    confusedWith(
      [
        [P, A],
        [P, P],
      ],
      0,
    ),
  ).toBe(null)
  expect(confusedWith([], 0)).toBe(null)
})
