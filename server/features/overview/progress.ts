import { pace, workState } from '../../../shared/assignments/pace.ts'
import type { AnnotatorProgress, RoundProgress } from '../../../shared/assignments/progress.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { SeatId, TraceId, UserId } from '../../../shared/ids.ts'
import type { Deps } from '../../deps.ts'
import type { Presence } from '../../hub.ts'
import { listMembers } from '../accounts/index.ts'
import { countCells } from '../adjudication/index.ts'
import { getRound, listRoundSeats, listRoundTraces, type Round, type SeatRow } from '../assignments/index.ts'
import { countBySeat, listSubmitTimes, type SeatCount } from '../labels/index.ts'
import { readLate } from './late.ts'

type Counts = ReadonlyMap<string, SeatCount>

/** Traces read at a time: a few hundred rows, so that no label waits for the board. */
const TRACES_PER_PIECE = 8

/** What the labels of a round come to, read piece by piece with a turn of the event loop in between. */
async function readLabels(deps: Pick<Deps, 'db' | 'nextTurn'>, round: Round, traces: readonly { id: string }[]) {
  const counts = new Map<string, SeatCount>()
  const submits = new Map<string, string[]>()
  const cells = { open: 0, settled: 0 }
  for (let from = 0; from < traces.length; from += TRACES_PER_PIECE) {
    const piece = traces.slice(from, from + TRACES_PER_PIECE).map((trace) => trace.id)
    for (const [seat, count] of await countBySeat(deps.db, round.id, piece)) counts.set(seat, count)
    for (const { annotatorId, at } of await listSubmitTimes(deps.db, round.id, piece)) {
      const held = submits.get(annotatorId)
      if (held) held.push(at)
      else submits.set(annotatorId, [at])
    }
    const counted = await countCells(deps.db, deps.db, round, piece)
    cells.open += counted.open
    cells.settled += counted.settled
    await new Promise<void>((resolve) => deps.nextTurn(resolve))
  }
  return { counts, submits, cells }
}

/** Where a round stands, derived anew from its seats and labels. */
export async function readProgress(
  deps: Pick<Deps, 'db' | 'hub' | 'clock' | 'nextTurn'>,
  projectId: string,
  roundId: string,
): Promise<RoundProgress> {
  const { db, hub } = deps
  const now = deps.clock.now()
  const round = await getRound(db, projectId, roundId)
  const seats = await listRoundSeats(db, round.id)
  const traces = await listRoundTraces(db, round.id)
  const { counts, submits, cells } = await readLabels(deps, round, traces)
  const members = await listMembers(db, projectId)
  const byTrace = groupBy(seats, (seat) => seat.trace_id)
  const byAnnotator = groupBy(seats, (seat) => seat.annotator_id)
  const submittedOf = (seat: SeatRow) => (seat.annotator_id === null ? 0 : (counts.get(seat.id)?.submitted ?? 0))
  const inState = (state: string) => seats.filter((seat) => seat.state === state).length
  return {
    roundId: round.id,
    state: round.state,
    revealedAt: round.revealedAt,
    seats: { total: seats.length, free: inState('free'), leased: inState('leased'), submitted: inState('submitted') },
    segments: { total: sum(seats.map((seat) => seat.segments)), submitted: sum(seats.map(submittedOf)) },
    cells,
    traces: traces.map((trace) => ({
      id: TraceId.parse(trace.id),
      title: trace.title,
      segments: trace.segments,
      seats: (byTrace.get(trace.id) ?? []).map((seat) => ({
        id: SeatId.parse(seat.id),
        epoch: seat.epoch,
        slot: seat.slot,
        pass: seat.pass,
        state: seat.state as 'free' | 'leased' | 'submitted',
        annotatorId: seat.annotator_id === null ? null : UserId.parse(seat.annotator_id),
        submitted: submittedOf(seat),
        submittedAt: seat.submitted_at,
        isExposed: seat.exposed_at !== null,
      })),
    })),
    late: await readLate(db, round, members, seats),
    annotators: members
      .filter((member) => member.role === 'annotator' || byAnnotator.has(member.id))
      .map((member) =>
        annotatorProgress(member, {
          seats: byAnnotator.get(member.id) ?? [],
          counts,
          submits: submits.get(member.id) ?? [],
          presence: hub.presence(projectId, member.id),
          now,
        }),
      ),
  }
}

type AtWork = {
  readonly seats: readonly SeatRow[]
  readonly counts: Counts
  readonly submits: readonly string[]
  readonly presence: Presence
  readonly now: Date
}

function annotatorProgress(member: { id: string; name: string }, { seats, counts, submits, presence, now }: AtWork): AnnotatorProgress {
  const inHand = seats.find((seat) => seat.state === 'leased')
  const count = inHand && counts.get(inHand.id)
  const lastSubmitAt = submits.toSorted().at(-1) ?? null
  const lastActiveAt =
    [lastSubmitAt, presence.lastActiveAt]
      .filter((at) => at !== null)
      .toSorted()
      .at(-1) ?? null
  return {
    userId: UserId.parse(member.id),
    name: member.name,
    isHere: presence.isHere,
    state: workState({ hasSeat: inHand !== undefined, isHere: presence.isHere, lastActiveAt }, now),
    ...pace(submits, now),
    lastActiveAt,
    seat: inHand
      ? {
          id: SeatId.parse(inHand.id),
          epoch: inHand.epoch,
          traceId: TraceId.parse(inHand.trace_id),
          traceTitle: inHand.trace_title,
          submitted: count?.submitted ?? 0,
          later: count?.later ?? 0,
          segments: inHand.segments,
          expiresAt: inHand.expires_at,
        }
      : null,
    tracesDone: seats.filter((seat) => seat.state === 'submitted').length,
    segmentsSubmitted: sum(seats.map((seat) => counts.get(seat.id)?.submitted ?? 0)),
    lastSubmitAt,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
