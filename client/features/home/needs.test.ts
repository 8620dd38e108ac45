import { describe, expect, it } from 'vitest'
import { RoundProgress } from '../../../shared/assignments/progress.ts'
import { ProjectView, type RoundView } from '../../../shared/http/api.ts'
import { needsOf } from './needs.ts'
import { reopenQuestion, widenQuestion } from './questions.ts'
import { roundMenu } from './round-acts.ts'
import { spent, stateWord } from './seat-words.ts'
import { traceMenu } from './trace-menu.ts'

const now = new Date('2026-03-02T12:00:00.000Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString()

function project(change: { policy?: object; traces?: number; rounds?: boolean } = {}): ProjectView {
  const policy = { blind: 'until_submit', kind: 'normal', quota: null, order: 'given', repeats: 0, ...change.policy }
  const round = {
    id: 'r1',
    number: 1,
    name: 'Round 1',
    state: 'open',
    codebook: { id: 'mast', version: '3' },
    overlap: 2,
    policy,
    traces: 1,
  }
  return ProjectView.parse({
    id: 'p',
    name: 'Project',
    role: 'lead',
    rounds: change.rounds === false ? [] : [{ ...round, openedAt: minutesAgo(99), revealedAt: null }],
    counts: { traces: change.traces ?? 1, openCells: 0 },
  })
}

const seat = {
  id: 's1',
  epoch: 3,
  traceId: 't1',
  traceTitle: 'Ledger lag',
  submitted: 9,
  segments: 33,
  later: 0,
  expiresAt: minutesAgo(-13),
}
const ann = {
  userId: 'ann',
  name: 'Ann',
  isHere: true,
  state: 'stuck',
  perHour: 0,
  activeMinutes: 0,
  activeDayMinutes: 0,
  lastActiveAt: minutesAgo(47),
  seat,
  tracesDone: 0,
  segmentsSubmitted: 9,
  lastSubmitAt: null,
}
const place = { pass: 1, submitted: 9, submittedAt: null, isExposed: false }
const held = { ...place, id: 's1', epoch: 3, slot: 0, state: 'leased', annotatorId: 'ann' }
const done = { ...place, id: 's2', epoch: 1, slot: 1, state: 'submitted', annotatorId: 'ann', submittedAt: minutesAgo(5), isExposed: true }

function progress(change: object = {}): RoundProgress {
  return RoundProgress.parse({
    roundId: 'r1',
    state: 'open',
    revealedAt: null,
    seats: { total: 2, free: 1, leased: 1, submitted: 0 },
    segments: { total: 66, submitted: 9 },
    cells: { open: 0, settled: 0 },
    traces: [{ id: 't1', title: 'Ledger lag', segments: 33, seats: [held, done] }],
    annotators: [ann],
    late: [],
    ...change,
  })
}

const roundOf = (of: ProjectView): RoundView => of.rounds[0] ?? expect.fail()
const needs = (of: ProjectView, change: object = {}) => needsOf(of, of.rounds[0], progress(change), now)
const titles = (of: ProjectView, change: object = {}) => needs(of, change).map((need) => need.title)

describe('what needs a lead', () => {
  it('says in the singular that one trace waits', () => {
    expect(needsOf(project({ rounds: false }), undefined, undefined, now)[0]?.title).toBe('1 trace waits to be handed out')
    expect(needsOf(project({ rounds: false, traces: 4 }), undefined, undefined, now)[0]?.title).toBe('4 traces wait to be handed out')
  })

  it('offers to hand back the seat of somebody who is stuck, at the epoch that was looked at', () => {
    const [stuck] = needs(project())
    expect(stuck).toMatchObject({
      title: 'Ann is stuck on Ledger lag',
      why: expect.stringMatching(/^No key for 47 minutes, 9 of 33 segments/),
    })
    const [act] = stuck?.acts ?? []
    const question = act && 'asks' in act ? act.asks : expect.fail()
    expect(question.mutation({ note: 'gone home', overlap: 0 })).toEqual({
      type: 'seat.hand_back',
      seatId: 's1',
      epoch: 3,
      note: 'gone home',
    })
  })

  it('asks for a verdict about late submits, and says what it is about', () => {
    const late = { seatId: 's1', epoch: 2, annotatorId: 'ann', name: 'Ann', traceId: 't1', traceTitle: 'Ledger lag', late: 2, segments: 5 }
    const need = needs(project(), { annotators: [], late: [{ ...late, lastAt: minutesAgo(9) }] })[0]
    expect(need?.title).toBe('2 submits of Ann came after the seat had passed on')
    expect(need?.why).toContain('the verdict is also about the 3 segments submitted in time')
    expect(need?.acts.map((act) => act.label)).toEqual(['Accept', 'Leave out'])
  })

  it('offers to close a complete round, and to reveal it where its votes are hidden until then', () => {
    const complete = { annotators: [], seats: { total: 2, free: 0, leased: 0, submitted: 2 } }
    const labels = (of: ProjectView, change: object) =>
      needs(of, change).flatMap((need) => (need.id === 'finished' ? need.acts.map((act) => act.label) : []))
    const hidden = project({ policy: { blind: 'until_reveal' } })
    expect(labels(project(), complete)).toEqual(['Close the round'])
    expect(labels(hidden, complete)).toEqual(['Close the round', 'Reveal the votes'])
    expect(labels(hidden, { ...complete, state: 'closed' })).toEqual(['Reveal the votes'])
    expect(labels(hidden, { ...complete, state: 'closed', revealedAt: minutesAgo(1) })).toEqual([])
    expect(labels(project(), { annotators: [] })).toEqual([])
  })

  it('says when nobody has taken a seat, and is silent about it in a closed round', () => {
    const untouched = { annotators: [], seats: { total: 2, free: 2, leased: 0, submitted: 0 } }
    expect(titles(project(), untouched)).toEqual(['Nobody has taken a seat of Round 1'])
    expect(titles(project(), { ...untouched, state: 'closed' })).toEqual([])
  })
})

describe('acts on seats and rounds', () => {
  it('a trace offers to hand back who holds it and to reopen who is done, and says what is kept apart', () => {
    const items = traceMenu(progress(), progress().traces[0] ?? expect.fail(), now, () => undefined)
    expect(items.map((item) => item.word)).toEqual(['Hand back the seat of Ann', 'Reopen for Ann'])
    expect(items[1]?.about).toMatch(/could see peers since, so changes are kept apart/)
    const of = { seatId: held.id as never, epoch: 1, name: 'Ann', title: 'Ledger lag' }
    expect(reopenQuestion({ ...of, couldSee: true }).says.join(' ')).toMatch(/kept apart/)
    expect(reopenQuestion({ ...of, couldSee: false }).says.join(' ')).toMatch(/still counts/)
  })

  it('nothing is reopened in a closed round', () => {
    const items = traceMenu(progress({ state: 'closed' }), progress().traces[0] ?? expect.fail(), now, () => undefined)
    expect(items[1]).toMatchObject({ word: 'Ann is done', about: expect.stringContaining('closed') })
    expect(items[1]?.run).toBeUndefined()
  })

  it('the round menu keeps its acts in place and says why one cannot be done', () => {
    const doable = (of: ProjectView, change: object = {}) =>
      roundMenu({ round: roundOf(of), progress: progress(change), onAsk: () => undefined }).map((item) => item.run !== undefined)
    const hidden = project({ policy: { blind: 'until_reveal' } })
    expect(doable(project())).toEqual([true, false, true])
    expect(doable(hidden)).toEqual([true, true, true])
    expect(doable(hidden, { state: 'closed' })).toEqual([false, true, false])
    expect(doable(hidden, { revealedAt: minutesAgo(1) })).toEqual([true, false, true])
  })

  it('more annotators means more than now', () => {
    const question = widenQuestion(roundOf(project()))
    expect(question.overlaps).toEqual([3, 4, 5, 6])
    expect(question.mutation({ note: '', overlap: 4 })).toEqual({ type: 'round.widen', roundId: 'r1', overlap: 4 })
  })
})

it('a state is a word with how long it has lasted', () => {
  const word = (state: 'labelling' | 'idle' | 'stuck' | 'offline' | 'away', minutes: number) =>
    stateWord({ state, lastActiveAt: minutesAgo(minutes) }, now).text
  expect([word('labelling', 1), word('idle', 12), word('stuck', 47), word('offline', 200), word('away', 9)]).toEqual([
    'labelling',
    'idle 12 min',
    'stuck 47 min',
    'offline 3 h',
    'away',
  ])
  expect([spent(50), spent(125)]).toEqual(['50 min', '2 h 05'])
})
