import { expect, it } from 'vitest'
import { LiveEvent } from './events.ts'
import { mayReadPeers, seesVotes, type Viewer, visibleTo } from './visible-to.ts'

const at = '2026-03-02T09:00:00.000Z'

function seatOf(annotatorId: string) {
  return {
    id: 's',
    roundId: 'r',
    traceId: 't',
    traceTitle: 'T',
    annotatorId,
    state: 'leased',
    epoch: 1,
    expiresAt: at,
    segments: 1,
    segmentIds: null,
    taskCompleted: null,
    submittedAt: null,
  }
}
function recordOf(annotatorId: string) {
  return {
    seatId: 's',
    roundId: 'r',
    traceId: 't',
    segmentId: 'g',
    annotatorId,
    state: 'later',
    labels: null,
    revision: 1,
    at,
    late: false,
    exposed: false,
  }
}
const decision = {
  roundId: 'r',
  traceId: 't',
  segmentId: 'g',
  mode: 'FM-1.1',
  state: 'settled',
  value: 'present',
  reason: 'slip',
  note: '',
  by: 'lead',
  at,
  judgeSeen: false,
  revision: 1,
}

/** Per type of event: how it looks when it is about somebody, and whether an annotator sees it about themselves and about a peer. */
const TABLE: Readonly<Record<LiveEvent['type'], { about: (annotator: string) => object; own: boolean; peer: boolean }>> = {
  'seat.leased': { about: (annotator) => ({ seat: seatOf(annotator) }), own: true, peer: false },
  'seat.released': { about: (annotatorId) => ({ seatId: 's', roundId: 'r', annotatorId, reason: 'lapsed' }), own: true, peer: false },
  'segment.submitted': { about: (annotator) => ({ record: recordOf(annotator) }), own: true, peer: false },
  'segment.deferred': { about: (annotator) => ({ record: recordOf(annotator) }), own: true, peer: false },
  'trace.submitted': { about: (annotator) => ({ seat: seatOf(annotator) }), own: true, peer: false },
  'trace.reopened': { about: (annotator) => ({ seat: seatOf(annotator) }), own: true, peer: false },
  'late.decided': { about: (annotatorId) => ({ seatId: 's', roundId: 'r', annotatorId, verdict: 'accepted' }), own: true, peer: false },
  'cell.settled': { about: () => ({ decision }), own: false, peer: false },
  'cell.reopened': { about: () => ({ decision }), own: false, peer: false },
  'round.opened': { about: () => ({ roundId: 'r', name: 'R' }), own: true, peer: true },
  'round.revealed': { about: () => ({ roundId: 'r' }), own: true, peer: true },
  'round.widened': { about: () => ({ roundId: 'r', overlap: 3 }), own: false, peer: false },
  'round.closed': { about: () => ({ roundId: 'r' }), own: true, peer: true },
  'traces.imported': { about: () => ({ count: 1 }), own: false, peer: false },
}

const viewer = (userId: string, role: Viewer['role']): Viewer => ({ userId: userId as Viewer['userId'], role })

it('every type of event of the wire is in the table of this test', () => {
  const types = LiveEvent.def.options.map((option) => option.def.shape.type.def.values[0])
  expect(Object.keys(TABLE).toSorted()).toEqual(types.toSorted())
})

it.each(Object.entries(TABLE))(
  '%s: an annotator sees it exactly as far as it is their own; leads and admins always',
  (type, { about, own, peer }) => {
    const event = (annotator: string) => LiveEvent.parse({ type, mutationId: null, ...about(annotator) })
    expect(visibleTo(event('ann'), viewer('ann', 'annotator'))).toBe(own)
    expect(visibleTo(event('bob'), viewer('ann', 'annotator'))).toBe(peer)
    for (const role of ['lead', 'admin'] as const)
      expect([visibleTo(event('ann'), viewer('lead', role)), visibleTo(event('bob'), viewer('lead', role))]).toEqual([true, true])
  },
)

it('only leads and admins see votes as they come', () => {
  expect(['annotator', 'lead', 'admin'].map((role) => seesVotes(viewer('x', role as Viewer['role'])))).toEqual([false, true, true])
})

it('peers are shown to an annotator after their own submit, and in a round blind until its reveal only after that too', () => {
  const seen = (blind: 'until_submit' | 'until_reveal', isRevealed: boolean, hasSubmitted: boolean) =>
    mayReadPeers(viewer('ann', 'annotator'), { blind, isRevealed, hasSubmitted })
  const rows = (['until_submit', 'until_reveal'] as const).flatMap((blind) =>
    [false, true].flatMap((isRevealed) =>
      [false, true].map((hasSubmitted) => [blind, isRevealed, hasSubmitted, seen(blind, isRevealed, hasSubmitted)]),
    ),
  )
  expect(rows.filter((row) => row[3])).toEqual([
    ['until_submit', false, true, true],
    ['until_submit', true, true, true],
    ['until_reveal', true, true, true],
  ])
  expect(mayReadPeers(viewer('lead', 'lead'), { blind: 'until_reveal', isRevealed: false, hasSubmitted: false })).toBe(true)
})
