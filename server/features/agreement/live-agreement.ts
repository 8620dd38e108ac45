import type { ReliabilityCounts } from '../../../shared/agreement/reliability-counts.ts'
import { summariseInSteps } from '../../../shared/agreement/round/summarise-round.ts'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { SegmentRecord } from '../../../shared/live/events.ts'
import type { Deps } from '../../deps.ts'
import { lastSequence } from '../../event-log.ts'
import type { Published } from '../../hub.ts'
import { inSlices } from '../../in-slices.ts'
import { getRound, listRoundTraces, type Round } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { encodeVector, listSecondPassSeats } from '../labels/index.ts'
import { listRaters, readCounts } from './queries.ts'

export type LiveAgreement = {
  /** The figures of a round; from counts kept in memory once they have been read. */
  readonly read: (projectId: string, roundId: string) => Promise<AgreementSummary>
  readonly stop: () => void
}

type Held = {
  readonly round: Round
  readonly counts: ReliabilityCounts
  readonly codebook: Codebook
  readonly totalSegments: number
  readonly repeats: ReadonlySet<string>
  /** The last event that is in the counts, or waits to be. */
  upTo: number
  /** How many readers are at their figures; the counts stand still for them, and what happens meanwhile waits. */
  readers: number
  readonly late: SegmentRecord[]
}

/**
 * Keeps the counts of the rounds somebody watches, and moves them with each submit. Whatever changes who counts (a seat that changes
 * hands, a verdict about late labels) drops them; the next reader rebuilds from the rows.
 */
export function makeLiveAgreement(deps: Deps): LiveAgreement {
  const held = new Map<string, Promise<Held>>()
  const ready = new Map<string, Held>()
  /** Events of rounds that are being read just now. */
  const waiting = new Map<string, Published[]>()

  async function load(projectId: string, roundId: string): Promise<Held> {
    waiting.set(roundId, [])
    try {
      const { db } = deps
      const round = await getRound(db, projectId, roundId)
      const { codebook } = await getCodebook(db, db, round.codebook.id, round.codebook.version)
      // First of all, so that every event after it is put in once more: a value put in twice is in once.
      const upTo = await lastSequence(db, projectId, null)
      const traces = await listRoundTraces(db, roundId)
      const made: Held = {
        round,
        codebook,
        totalSegments: traces.reduce((sum, trace) => sum + trace.segments, 0),
        repeats: await listSecondPassSeats(db, roundId),
        counts: await readCounts(db, db, round, () => new Promise((resolve) => deps.nextTurn(resolve))),
        upTo,
        readers: 0,
        late: [],
      }
      ready.set(roundId, made)
      for (const published of waiting.get(roundId) ?? []) follow(made, published)
      return made
    } catch (error) {
      held.delete(roundId)
      throw error
    } finally {
      waiting.delete(roundId)
    }
  }

  function forget(roundId: string): void {
    held.delete(roundId)
    ready.delete(roundId)
  }

  function apply(target: Held, { sequence, event }: Published): void {
    if (sequence <= target.upTo) return
    target.upTo = sequence
    if (event.type !== 'segment.submitted') return
    const { record } = event
    // A hidden repeat measures the annotator against themselves, not against others.
    if (target.repeats.has(record.seatId)) return
    if (target.readers > 0) target.late.push(record)
    else put(target, record)
  }

  function put({ counts, codebook }: Held, record: SegmentRecord): void {
    counts.put({ segment: record.segmentId, trace: record.traceId, rater: record.annotatorId, vector: encode(codebook, record) })
  }

  async function figures(target: Held): Promise<AgreementSummary> {
    const { round, codebook, totalSegments, counts } = target
    target.readers += 1
    try {
      const raters = await listRaters(deps.db, counts.raters())
      // In slices: with hundreds of annotators the figures take longer than a label may wait.
      return await inSlices(summariseInSteps({ roundId: round.id, codebook, raters, totalSegments, counts }), deps.nextTurn)
    } finally {
      target.readers -= 1
      if (target.readers === 0) for (const record of target.late.splice(0)) put(target, record)
    }
  }

  function onEvent(published: Published): void {
    const roundId = roundOf(published)
    if (roundId === null || !held.has(roundId)) return
    const target = ready.get(roundId)
    if (target) follow(target, published)
    else waiting.get(roundId)?.push(published)
  }

  function follow(target: Held, published: Published): void {
    if (published.sequence > target.upTo && changesWhoCounts(published)) forget(target.round.id)
    else apply(target, published)
  }

  const stop = deps.hub.subscribe(onEvent)
  return {
    async read(projectId, roundId) {
      const loading = held.get(roundId) ?? load(projectId, roundId)
      held.set(roundId, loading)
      return figures(await loading)
    },
    stop,
  }
}

function encode(codebook: Codebook, record: SegmentRecord): string {
  return record.labels ? encodeVector(codebook, record.labels.values) : ''
}

function roundOf({ event }: Published): string | null {
  if ('seat' in event) return event.seat.roundId
  if ('record' in event) return event.record.roundId
  return 'roundId' in event ? event.roundId : null
}

function changesWhoCounts({ event }: Published): boolean {
  switch (event.type) {
    case 'segment.submitted':
      // A late value counts only if a lead has accepted that lease, and beside an exposed one counts what was said before: both stand
      // in the rows.
      return event.record.late || event.record.exposed
    case 'segment.deferred':
    case 'trace.submitted':
    case 'trace.reopened':
      return false
    case 'seat.leased':
      return event.seat.epoch > 1
    default:
      return true
  }
}
