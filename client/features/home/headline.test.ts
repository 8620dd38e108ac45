import { expect, it } from 'vitest'
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import { aboutOf } from './headline.ts'

const policy = { blind: 'until_reveal', kind: 'training', quota: null, order: 'given', repeats: 0 }
const round = { name: 'Round 1', state: 'open', overlap: 2, policy, traces: 1, revealedAt: null } as unknown as RoundView

function about(here: readonly boolean[], revealedAt: string | null = null): string {
  return aboutOf(round, { revealedAt, annotators: here.map((isHere) => ({ isHere })) } as unknown as RoundProgress, 'MAST')
}

it('says how many are here, and "none of them" when nobody is', () => {
  expect(about([false, false])).toMatch(/Two people, none of them here now\.$/)
  expect(about([true, false])).toMatch(/Two people, one of them here now\.$/)
  expect(about([true, true])).toMatch(/Two people, all of them here now\.$/)
  expect([about([true]), about([false])].map((text) => text.slice(text.indexOf('One')))).toEqual([
    'One person, here now.',
    'One person, not here now.',
  ])
})

it('says what kind of round it is, and whether its votes are revealed', () => {
  expect(about([])).toMatch(/^Blind until revealed, training round, 1 trace, two annotators each/)
  expect(about([], '2026-03-02T09:00:00.000Z')).toMatch(/^Votes revealed, training round/)
})
