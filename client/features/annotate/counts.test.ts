import { expect, it } from 'vitest'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import type { LabelValue } from '../../../shared/labels/label.ts'
import { nothingHere } from '../../../shared/labels/nothing-here.ts'
import { sayCounts, sayOpen } from './counts.ts'
import { isUnjudged, sayFound, saySame, shortOf } from './draft.ts'

const vector = (found: Record<string, LabelValue> = {}) => ({ ...nothingHere(mast14), ...found })
const labels = (bulk: boolean) => ({ values: vector(), evidence: [], notes: {}, decisive: false, bulk })

it('tells the three ways not to answer apart, and leaves out those that nobody took', () => {
  expect(sayCounts({ asked: 12, submitted: 10, later: 1, unjudged: 2 })).toBe('10 submitted (2 cannot judge), 1 later')
  expect(sayCounts({ asked: 12, submitted: 10, later: 0, unjudged: 0 })).toBe('10 submitted')
  expect(sayOpen({ asked: 12, submitted: 9, later: 1, unjudged: 0 })).toBe(
    '3 segments have no answer yet: 1 put off for later and 2 not answered.',
  )
  expect(sayOpen({ asked: 12, submitted: 11, later: 1, unjudged: 0 })).toBe('1 segment has no answer yet: 1 put off for later.')
})

it.each([
  ['0', vector(), false],
  ['unsure', vector({ 'FM-1.1': 'unsure', 'FM-1.2': 'not_applicable' }), true],
  ['n.a.', vector({ 'FM-1.2': 'not_applicable' }), true],
  ['1.1', vector({ 'FM-1.1': 'present', 'FM-2.2': 'unsure' }), false],
])('the outline says "%s"; 0 only where nothing was left unjudged', (short, values, isOpen) => {
  expect([shortOf(values, mast14), isUnjudged(values)]).toEqual([short, isOpen])
})

it('nothing said of the rest of a trace is not the same as nothing said of this segment', () => {
  expect(saySame(labels(true), labels(true))).toBe(true)
  expect(saySame(labels(true), labels(false))).toBe(false)
  expect([sayFound(labels(false)), sayFound(labels(true))]).toEqual(['nothing here', 'nothing, in bulk'])
})
