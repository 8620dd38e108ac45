import { expect, it } from 'vitest'
import { SeatView } from '../../../shared/assignments/seat.ts'
import { RoundView } from '../../../shared/http/api.ts'
import { shownOf, showsVotes } from './shown.ts'

function round(id: string, blind: string, revealedAt: string | null = null): RoundView {
  const policy = { blind, kind: 'normal', quota: null, order: 'given', repeats: 0 }
  const codebook = { id: 'mast', version: '3' }
  const openedAt = '2026-03-02T09:00:00.000Z'
  return RoundView.parse({ id, number: 1, name: id, state: 'open', codebook, overlap: 2, policy, traces: 1, openedAt, revealedAt })
}

function seat(id: string, roundId: string, traceId: string, submittedAt: string | null, state = 'submitted'): SeatView {
  const held = { id, roundId, traceId, traceTitle: traceId, annotatorId: 'ann', state, epoch: 1, expiresAt: null, segments: 1 }
  return SeatView.parse({ ...held, segmentIds: null, taskCompleted: null, submittedAt })
}

const open = round('open', 'until_submit')
const hidden = round('hidden', 'until_reveal')
const revealed = round('revealed', 'until_reveal', '2026-03-03T09:00:00.000Z')

it('votes are shown after the submit, or after the reveal where the round waits for it', () => {
  expect([open, hidden, revealed].map(showsVotes)).toEqual([true, false, true])
})

it('offers each finished trace once, the last submitted first, and neither open seats nor hidden rounds', () => {
  const seats = [
    seat('s1', 'open', 't1', '2026-03-02T10:00:00.000Z'),
    // The same trace a second time, unannounced: not to be told apart from the first here either.
    seat('s2', 'open', 't1', '2026-03-02T12:00:00.000Z'),
    seat('s3', 'revealed', 't2', '2026-03-02T11:00:00.000Z'),
    seat('s4', 'hidden', 't3', '2026-03-02T13:00:00.000Z'),
    seat('s5', 'open', 't4', '2026-03-02T14:00:00.000Z', 'leased'),
    seat('s6', 'gone', 't5', '2026-03-02T15:00:00.000Z'),
  ]
  expect(shownOf(seats, [open, hidden, revealed]).map((one) => one.seat.traceId)).toEqual(['t1', 't2'])
})
