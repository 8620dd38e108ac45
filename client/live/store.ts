/**
 * Confirmed state with the pending mutations laid over it. Folds only what a message touches, so that a key press costs the same
 * in a trace of five segments and of five thousand.
 */
import { unreachable } from '../../shared/assert.ts'
import type { Cursor, MutationId } from '../../shared/ids.ts'
import type { Events, Welcome } from '../../shared/live/down.ts'
import type { LiveEvent } from '../../shared/live/events.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import {
  applyEvent,
  cellKey,
  emptyLiveState,
  fromSnapshot,
  type LiveState,
  type PendingMutation,
  recordKey,
  view,
} from '../../shared/live/reduce.ts'

/** The keys of one seat, record or decision; what a mutation or an event changes. */
export type Touched = { readonly seat?: string; readonly record?: string; readonly decision?: string }

export type LiveStore = {
  readonly cursor: () => Cursor | null
  readonly confirmed: () => LiveState
  readonly pending: () => readonly PendingMutation[]
  /** The whole view; `look` is the cheap way. */
  readonly view: () => LiveState
  /** The view of what is touched, and of nothing else. */
  readonly look: (touched: Touched) => LiveState
  readonly welcome: (message: Welcome) => readonly LiveEvent[]
  /** `gap`: these events do not follow on what is held; say hello again. */
  readonly deliver: (message: Events) => 'applied' | 'gap'
  readonly put: (pending: PendingMutation) => void
  /** Takes a mutation away: it was rejected, or what it did has arrived. */
  readonly drop: (mutationId: MutationId) => void
  /** The server has told another tab that it has it; it stays laid over until its event arrives here too, or the mark would flicker. */
  readonly accept: (mutationId: MutationId) => void
  /** The server has answered a ping: what it said before is here. */
  readonly answered: () => void
  readonly forgetCursor: () => void
}

/** `changed` is told what to draw anew, or `everything` after a snapshot. */
export function makeLiveStore(changed: (touched: Touched | 'everything') => void): LiveStore {
  let confirmed = emptyLiveState
  let pending: readonly PendingMutation[] = []
  let cursor: Cursor | null = null
  /** Accepted elsewhere, and whether the server has answered here since. */
  const accepted = new Map<MutationId, boolean>()

  function drop(mutationId: MutationId): void {
    const dropped = pending.find((one) => one.mutationId === mutationId)
    accepted.delete(mutationId)
    if (!dropped) return
    pending = pending.filter((one) => one !== dropped)
    changed(touchedBy(dropped.mutation))
  }

  function apply(events: readonly LiveEvent[]): void {
    for (const event of events) {
      confirmed = applyEvent(confirmed, event)
      if (event.mutationId) drop(event.mutationId)
      changed(touchedByEvent(event))
    }
  }

  return {
    cursor: () => cursor,
    confirmed: () => confirmed,
    pending: () => pending,
    view: () => view(confirmed, pending),
    look: (touched) =>
      view(
        slice(confirmed, touched),
        pending.filter((one) => meet(touchedBy(one.mutation), touched)),
      ),
    welcome: (message) => {
      cursor = message.cursor
      const events = message.state.kind === 'delta' ? message.state.events : []
      if (message.state.kind === 'snapshot') confirmed = fromSnapshot(message.state.snapshot)
      // What was accepted before the hello is part of the answer to it.
      for (const mutationId of [...accepted.keys()]) drop(mutationId)
      apply(events)
      if (message.state.kind === 'snapshot') changed('everything')
      return events
    },
    deliver: (message) => {
      if (message.from !== cursor) return 'gap'
      cursor = message.to
      apply(message.events)
      return 'applied'
    },
    put: (one) => {
      if (pending.some((held) => held.mutationId === one.mutationId)) return
      pending = [...pending, one]
      changed(touchedBy(one.mutation))
    },
    drop,
    accept: (mutationId) => {
      if (pending.some((one) => one.mutationId === mutationId)) accepted.set(mutationId, false)
    },
    // The second answer is to a question asked after the acceptance was heard of: an event that has not come by then never
    // will, because it came before the mutation was found on the disk, or because there was nothing to do.
    answered: () => {
      for (const [mutationId, hasAnswered] of [...accepted]) {
        if (hasAnswered) drop(mutationId)
        else accepted.set(mutationId, true)
      }
    },
    forgetCursor: () => {
      cursor = null
    },
  }
}

export function touchedBy(mutation: Mutation): Touched {
  switch (mutation.type) {
    case 'segment.submit':
    case 'segment.defer':
      return { record: recordKey(mutation.seatId, mutation.segmentId), seat: mutation.seatId }
    case 'trace.submit':
    case 'seat.skip':
      return { seat: mutation.seatId }
    case 'cell.settle':
    case 'cell.reopen':
      return { decision: cellKey(mutation) }
    // What a lead does to seats and rounds is drawn when it has happened.
    case 'seat.hand_back':
    case 'trace.reopen':
    case 'late.decide':
    case 'round.close':
    case 'round.reveal':
    case 'round.widen':
      return {}
    default:
      return unreachable(mutation)
  }
}

function touchedByEvent(event: LiveEvent): Touched {
  switch (event.type) {
    case 'seat.leased':
    case 'trace.submitted':
    case 'trace.reopened':
      return { seat: event.seat.id }
    case 'seat.released':
      return { seat: event.seatId }
    case 'segment.submitted':
    case 'segment.deferred':
      return { record: recordKey(event.record.seatId, event.record.segmentId), seat: event.record.seatId }
    case 'cell.settled':
    case 'cell.reopened':
      return { decision: cellKey(event.decision) }
    case 'late.decided':
    case 'round.opened':
    case 'round.closed':
    case 'round.revealed':
    case 'round.widened':
    case 'traces.imported':
      return {}
    default:
      return unreachable(event)
  }
}

/** A submit needs its seat to fold, but changes only its record: two submits of one seat do not meet. */
function meet(a: Touched, b: Touched): boolean {
  if (a.record !== undefined || b.record !== undefined) {
    if (a.record === b.record) return true
    return a.record === undefined && a.seat !== undefined && a.seat === b.seat
  }
  return (a.seat !== undefined && a.seat === b.seat) || (a.decision !== undefined && a.decision === b.decision)
}

function slice(state: LiveState, touched: Touched): LiveState {
  return {
    seats: pick(state.seats, touched.seat),
    records: pick(state.records, touched.record),
    decisions: pick(state.decisions, touched.decision),
  }
}

function pick<T>(all: Readonly<Record<string, T>>, key: string | undefined): Record<string, T> {
  const found = key === undefined ? undefined : all[key]
  return key === undefined || found === undefined ? {} : { [key]: found }
}
