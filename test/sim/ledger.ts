/**
 * An eye of its own on the database file: sees only what is committed, with none of the server's code in between. Follows the log
 * line by line, rebuilds the labels from it, and looks at seats whenever something was committed.
 */

import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import type { SeatId } from '../../shared/ids.ts'
import { LiveEvent, type SegmentRecord } from '../../shared/live/events.ts'
import { OVERLAP } from './template.ts'

export class BrokenPromise extends Error {}

export function promise(holds: boolean, what: string): asserts holds {
  if (!holds) throw new BrokenPromise(what)
}

export type SeatLine = {
  readonly id: SeatId
  readonly trace_id: string
  readonly slot: number
  readonly pass: number
  readonly annotator_id: string | null
  readonly state: string
  readonly epoch: number
}
export type Line = { readonly sequence: number; readonly event: LiveEvent; readonly subject: string | null }

export type Ledger = {
  /** Looks at another file: the one a new life of the server writes to. */
  readonly follow: (folder: string) => void
  readonly close: () => void
  /** Reads what was committed since the last look, and checks it. */
  readonly look: () => void
  readonly lines: () => readonly Line[]
  readonly records: () => ReadonlyMap<string, SegmentRecord>
  readonly seats: () => readonly SeatLine[]
  readonly overlap: () => number
  readonly segmentsOf: (traceId: string) => readonly string[]
  readonly lateLeases: () => readonly { readonly seatId: SeatId; readonly epoch: number }[]
  readonly hasMutation: (userId: string, mutationId: string) => boolean
  /** How many label events this act has made. */
  readonly labelEventsOf: (userId: string, mutationId: string) => number
  readonly labelRows: () => readonly LabelRow[]
}

export type LabelRow = {
  readonly seat_id: string
  readonly segment_id: string
  readonly annotator_id: string
  readonly state: string
  readonly vector: string | null
  readonly detail: string | null
  readonly revision: number
  readonly is_late: number
  readonly is_exposed: number
  readonly is_decisive: number
  readonly is_bulk: number
  readonly at: string
}

export function labelKey(of: { seatId: string; annotatorId: string; segmentId: string }): string {
  return `${of.seatId} ${of.annotatorId} ${of.segmentId}`
}

export function makeLedger(folder: string): Ledger {
  let file = open(folder)
  let version = -1
  const lines: Line[] = []
  const records = new Map<string, SegmentRecord>()
  const epochs = new Map<string, number>()
  /** Who held each seat last. */
  const holders = new Map<string, string>()
  const segments = new Map<string, string[]>()
  const causes = new Map<string, number>()
  let seats: readonly SeatLine[] = []

  function readLog(): void {
    const rows = file.log.all(lines.length) as {
      sequence: number
      type: string
      body: string | null
      record: string | null
      mutation_id: string | null
    }[]
    for (const row of rows) {
      promise(row.sequence === lines.length + 1, `the log goes from ${lines.length} to ${row.sequence}`)
      const event = LiveEvent.parse(
        row.body !== null
          ? JSON.parse(row.body)
          : { type: row.type, mutationId: row.mutation_id, record: JSON.parse(row.record ?? 'null') },
      )
      lines.push({ sequence: row.sequence, event, subject: subjectOf(event) })
      if ('record' in event) take(event.record, event.mutationId)
    }
  }

  function take(record: SegmentRecord, mutationId: string | null): void {
    const key = labelKey(record)
    const before = records.get(key)?.revision ?? 0
    promise(record.revision === before + 1, `revision ${record.revision} of ${key} follows on ${before}`)
    records.set(key, record)
    const cause = `${record.annotatorId} ${mutationId}`
    promise(!causes.has(cause), `the act ${cause} stands in the log twice`)
    causes.set(cause, 1)
  }

  function readSeats(): void {
    seats = file.seats.all() as SeatLine[]
    for (const seat of seats) {
      promise(seat.epoch >= (epochs.get(seat.id) ?? 0), `the epoch of ${seat.id} went back to ${seat.epoch}`)
      const holder = holders.get(seat.id)
      if (seat.annotator_id !== null) {
        const isSame = holder === undefined || holder === seat.annotator_id
        promise(isSame || seat.epoch > (epochs.get(seat.id) ?? 0), `${seat.id} changed hands within epoch ${seat.epoch}`)
        holders.set(seat.id, seat.annotator_id)
      }
      epochs.set(seat.id, seat.epoch)
    }
    const places = new Set(seats.map((seat) => `${seat.trace_id} ${seat.slot} ${seat.pass}`))
    promise(places.size === seats.length, 'two seats stand in one place')
    for (const traceId of new Set(seats.map((seat) => seat.trace_id))) {
      const first = seats.filter((seat) => seat.trace_id === traceId && seat.pass === 1)
      promise(first.length === overlap(), `${traceId} has ${first.length} seats and not ${overlap()}`)
      for (const pass of [1, 2]) {
        const sitting = seats.filter((seat) => seat.trace_id === traceId && seat.pass === pass && seat.annotator_id !== null)
        promise(new Set(sitting.map((seat) => seat.annotator_id)).size === sitting.length, `somebody sits twice at ${traceId}`)
      }
    }
    const open = new Set(
      (file.openLeases.all() as { seat_id: string; epoch: number; annotator_id: string }[]).map(
        (one) => `${one.seat_id} ${one.epoch} ${one.annotator_id}`,
      ),
    )
    const leased = seats.filter((seat) => seat.state === 'leased')
    for (const seat of leased) promise(open.has(`${seat.id} ${seat.epoch} ${seat.annotator_id}`), `${seat.id} is leased without a lease`)
    promise(open.size === leased.length, `${open.size} leases are open and ${leased.length} seats are held`)
    for (const seat of seats)
      promise((seat.state === 'free') === (seat.annotator_id === null), `${seat.id} is ${seat.state} and held by ${seat.annotator_id}`)
  }

  const overlap = () => (file.overlap.get() as { overlap: number }).overlap

  function look(): void {
    const now = file.version()
    if (now === version) return
    version = now
    readLog()
    readSeats()
  }

  return {
    follow: (next) => {
      file.close()
      file = open(next)
      version = -1
      look()
    },
    close: () => file.close(),
    look,
    lines: () => lines,
    records: () => records,
    seats: () => seats,
    overlap,
    segmentsOf: (traceId) => {
      const held = segments.get(traceId) ?? (file.segments.all(traceId) as { id: string }[]).map((row) => row.id)
      segments.set(traceId, held)
      return held
    },
    lateLeases: () => file.late.all() as { seatId: SeatId; epoch: number }[],
    hasMutation: (userId, mutationId) => file.mutation.get(userId, mutationId) !== undefined,
    labelEventsOf: (userId, mutationId) => (file.labelEvents.get(userId, mutationId) as { n: number }).n,
    labelRows: () => file.labels.all() as LabelRow[],
  }
}

function open(folder: string) {
  const db = new SqliteDatabase(join(folder, 'touchstone.db'), { readonly: true })
  return {
    close: () => db.close(),
    version: () => Number(db.pragma('data_version', { simple: true })),
    log: db.prepare(`
      select event.sequence, event.type, event.body, label_event.record, label_event.mutation_id
      from event left join label_event on label_event.project_id = event.project_id and label_event.sequence = event.sequence
      where event.project_id = 'p' and event.sequence > ? order by event.sequence`),
    seats: db.prepare('select id, trace_id, slot, pass, annotator_id, state, epoch from seat order by id'),
    openLeases: db.prepare('select seat_id, epoch, annotator_id from seat_lease where ended_at is null'),
    overlap: db.prepare(`select coalesce(max(overlap), ${OVERLAP}) as overlap from round`),
    segments: db.prepare('select id from segment where trace_id = ? order by position'),
    late: db.prepare(`
      select distinct seat_lease.seat_id as seatId, seat_lease.epoch from seat_lease
      join label on label.seat_id = seat_lease.seat_id and label.annotator_id = seat_lease.annotator_id and label.is_late = 1
      where seat_lease.end_reason in ('lapsed', 'handed_back') order by 1, 2`),
    mutation: db.prepare('select 1 from mutation where account_id = ? and id = ?'),
    labelEvents: db.prepare('select count(*) as n from label_event where annotator_id = ? and mutation_id = ?'),
    labels: db.prepare(
      'select seat_id, segment_id, annotator_id, state, vector, detail, revision, is_late, is_exposed, is_decisive, is_bulk, at from label',
    ),
  }
}

/** Whom an event is about; written anew here, so that the server's own answer is not what it is compared with. */
function subjectOf(event: LiveEvent): string | null {
  if ('record' in event) return event.record.annotatorId
  if ('seat' in event) return event.seat.annotatorId
  return 'annotatorId' in event ? event.annotatorId : null
}
