/**
 * The one reducer: how events change what a viewer holds, and what a pending mutation makes of it until it is confirmed.
 * Pure; the client folds with it, and the fuzz tests compare it with a rebuild on the server.
 */
import type { DecisionView } from '../adjudication/decision.ts'
import { unreachable } from '../assert.ts'
import type { SeatView } from '../assignments/seat.ts'
import type { MutationId, SeatId, SegmentId, UserId } from '../ids.ts'
import type { Snapshot } from './down.ts'
import type { LiveEvent, SegmentRecord } from './events.ts'
import type { Mutation } from './mutations.ts'

export type LiveState = {
  readonly seats: Readonly<Record<string, SeatView>>
  /** By `recordKey(seat, segment)`. */
  readonly records: Readonly<Record<string, SegmentRecord>>
  /** By `cellKey(round, segment, mode)`; filled by events only. */
  readonly decisions: Readonly<Record<string, DecisionView>>
}

export type PendingMutation = { readonly mutationId: MutationId; readonly mutation: Mutation; readonly at: string; readonly userId: UserId }

export const emptyLiveState: LiveState = { seats: {}, records: {}, decisions: {} }

export function recordKey(seatId: SeatId, segmentId: SegmentId): string {
  return `${seatId}/${segmentId}`
}

export function cellKey(cell: { roundId: string; segmentId: string; mode: string }): string {
  return `${cell.roundId}/${cell.segmentId}/${cell.mode}`
}

export function fromSnapshot(snapshot: Snapshot): LiveState {
  const seats = Object.fromEntries(snapshot.seats.map((seat) => [seat.id, seat]))
  const records = Object.fromEntries(snapshot.records.map((record) => [recordKey(record.seatId, record.segmentId), record]))
  return { seats, records, decisions: {} }
}

function putSeat(state: LiveState, seat: SeatView): LiveState {
  return { ...state, seats: { ...state.seats, [seat.id]: seat } }
}

function putRecord(state: LiveState, record: SegmentRecord): LiveState {
  const key = recordKey(record.seatId, record.segmentId)
  const held = state.records[key]
  // Deliveries may repeat after a reconnect; an older revision never replaces a newer one.
  if (held && held.revision > record.revision) return state
  return { ...state, records: { ...state.records, [key]: record } }
}

function putDecision(state: LiveState, decision: DecisionView): LiveState {
  const key = cellKey(decision)
  const held = state.decisions[key]
  if (held && held.revision > decision.revision) return state
  return { ...state, decisions: { ...state.decisions, [key]: decision } }
}

function dropSeat(state: LiveState, seatId: SeatId): LiveState {
  const { [seatId]: _dropped, ...seats } = state.seats
  return { ...state, seats }
}

export function applyEvent(state: LiveState, event: LiveEvent): LiveState {
  switch (event.type) {
    case 'seat.leased':
    case 'trace.submitted':
    case 'trace.reopened':
      return putSeat(state, event.seat)
    case 'seat.released':
      return dropSeat(state, event.seatId)
    case 'segment.submitted':
    case 'segment.deferred':
      return putRecord(state, event.record)
    case 'cell.settled':
    case 'cell.reopened':
      return putDecision(state, event.decision)
    case 'late.decided':
    case 'round.opened':
    case 'round.closed':
    case 'round.revealed':
    case 'round.widened':
    case 'traces.imported':
      return state
    default:
      return unreachable(event)
  }
}

/** What the viewer sees while a mutation of theirs is on its way. Rolling back is leaving the mutation out. */
export function applyMutation(state: LiveState, pending: PendingMutation): LiveState {
  const { mutation } = pending
  switch (mutation.type) {
    case 'segment.submit':
    case 'segment.defer': {
      const seat = state.seats[mutation.seatId]
      if (!seat) return state
      const held = state.records[recordKey(mutation.seatId, mutation.segmentId)]
      // "Later" is for segments without an answer; the server leaves a submitted one as it is.
      if (mutation.type === 'segment.defer' && held?.state === 'submitted') return state
      const labels = mutation.type === 'segment.submit' ? mutation.labels : null
      return putRecord(state, {
        seatId: seat.id,
        roundId: seat.roundId,
        traceId: seat.traceId,
        segmentId: mutation.segmentId,
        annotatorId: seat.annotatorId,
        state: labels ? 'submitted' : 'later',
        labels,
        // What it will be if it is taken. Sent twice, it must not look newer than the record it has already become.
        revision: (mutation.type === 'segment.submit' ? mutation.baseRevision : (held?.revision ?? 0)) + 1,
        at: pending.at,
        late: false,
        exposed: false,
      })
    }
    case 'trace.submit': {
      const seat = state.seats[mutation.seatId]
      if (!seat) return state
      return putSeat(state, {
        ...seat,
        state: 'submitted',
        expiresAt: null,
        taskCompleted: mutation.taskCompleted,
        submittedAt: pending.at,
      })
    }
    case 'seat.skip':
      return dropSeat(state, mutation.seatId)
    case 'cell.settle':
    case 'cell.reopen': {
      const held = state.decisions[cellKey(mutation)]
      const settles = mutation.type === 'cell.settle'
      // The trace is not named by the mutation; the confirmed event brings it.
      if (!held) return state
      return putDecision(state, {
        ...held,
        state: settles ? 'settled' : 'reopened',
        value: settles ? mutation.value : null,
        reason: settles ? mutation.reason : null,
        note: mutation.note,
        by: pending.userId,
        at: pending.at,
        revision: held.revision + 1,
      })
    }
    // A lead's acts on seats and rounds show when they are confirmed: what they change is not the lead's own.
    case 'seat.hand_back':
    case 'trace.reopen':
    case 'late.decide':
    case 'round.close':
    case 'round.reveal':
    case 'round.widen':
      return state
    default:
      return unreachable(mutation)
  }
}

/** Confirmed state with everything still on its way laid over it, in order. */
export function view(confirmed: LiveState, pending: readonly PendingMutation[]): LiveState {
  return pending.reduce(applyMutation, confirmed)
}

/** The record an annotator holds for a segment, if any. */
export function recordOf(state: LiveState, seatId: SeatId, segmentId: SegmentId): SegmentRecord | undefined {
  return state.records[recordKey(seatId, segmentId)]
}
