import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { LabelValue } from '../labels/label.ts'
import { splitOf } from './split.ts'
import { cellResult, strictMajority } from './status.ts'

const [P, A, U, N] = ['present', 'absent', 'unsure', 'not_applicable'] as const

it.each<[string, LabelValue[], number, Parameters<typeof cellResult>[3], ReturnType<typeof cellResult>]>([
  ['nobody', [], 2, null, { value: null, status: 'not_assessed', blind: null }],
  ['one alone', [P], 2, null, { value: null, status: 'single', blind: true }],
  ['one alone where one was asked for', [P], 1, null, { value: null, status: 'single', blind: true }],
  ['two alike', [P, P], 2, null, { value: true, status: 'unanimous', blind: true }],
  ['two alike, saying no', [A, A], 2, null, { value: false, status: 'unanimous', blind: false }],
  ['two alike where three were asked for', [P, P], 3, null, { value: true, status: 'majority', blind: true }],
  ['two to one', [P, P, A], 3, null, { value: true, status: 'majority', blind: true }],
  ['one to one', [P, A], 2, null, { value: null, status: 'unresolved', blind: null }],
  ['one side and one unsure', [A, U], 2, null, { value: false, status: 'majority', blind: false }],
  ['all unsure', [U, U], 2, null, { value: null, status: 'unresolved', blind: null }],
  ['all not applicable', [N, N, N], 3, null, { value: null, status: 'unresolved', blind: null }],
  ['decided against the votes', [P, P], 2, 'absent', { value: false, status: 'adjudicated', blind: true }],
  ['decided without votes', [], 2, 'present', { value: true, status: 'adjudicated', blind: null }],
  ['decided to be beyond deciding', [P, A], 2, 'not_assessable', { value: null, status: 'adjudicated', blind: null }],
])('%s', (_title, votes, overlap, decided, result) => {
  expect(cellResult(votes, votes, overlap, decided)).toEqual(result)
})

it('the blind value is that of the votes as they stood before anybody saw a peer', () => {
  expect(cellResult([A, A], [P, A], 2, null)).toEqual({ value: false, status: 'unanimous', blind: null })
})

const votes = fc.array(fc.constantFrom<LabelValue>(P, A, U, N), { maxLength: 7 })

it('the order of votes changes nothing, and who takes no side changes no majority', () => {
  fc.assert(
    fc.property(votes, fc.integer({ min: 1, max: 5 }), (given, overlap) => {
      const result = cellResult(given, given, overlap, null)
      expect(cellResult(given.toReversed(), given.toReversed(), overlap, null)).toEqual(result)
      expect(strictMajority([...given, U, N])).toBe(strictMajority(given))
      // A value without a decision always has a strict majority behind it, and never a single voice.
      if (result.value !== null) expect([result.value, given.length > 1]).toEqual([strictMajority(given), true])
    }),
  )
})

it('splits follow the published shares, from the hash alone', () => {
  const of = (fraction: number) =>
    splitOf(
      `${Math.floor(fraction * 16 ** 12)
        .toString(16)
        .padStart(12, '0')}${'0'.repeat(52)}`,
    )
  expect([of(0), of(0.4999), of(0.5001), of(0.6999), of(0.7001), of(0.9999)]).toEqual([
    'calibration',
    'calibration',
    'dev',
    'dev',
    'heldout',
    'heldout',
  ])
})
