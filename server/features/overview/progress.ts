import type { Kysely } from 'kysely'
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { SeatId, TraceId, UserId } from '../../../shared/ids.ts'
import type { Database } from '../../db/database.ts'
import type { Hub } from '../../hub.ts'
import { listMembers } from '../accounts/index.ts'
import { readQueue } from '../adjudication/index.ts'
import { getRound, listRoundSeats, listRoundTraces, type SeatRow } from '../assignments/index.ts'
import { countBySeat } from '../labels/index.ts'

type Counts = Awaited<ReturnType<typeof countBySeat>>

/** Where a round stands, derived anew from its seats and labels. `root` is the process's database handle. */
export async function readProgress(
  db: Kysely<Database>,
  root: object,
  hub: Pick<Hub, 'isHere'>,
  projectId: string,
  roundId: string,
): Promise<RoundProgress> {
  const round = await getRound(db, projectId, roundId)
  const seats = await listRoundSeats(db, round.id)
  const traces = await listRoundTraces(db, round.id)
  const counts = await countBySeat(db, round.id)
  const queue = await readQueue(db, root, round, 'all')
  const members = await listMembers(db, projectId)
  const byTrace = groupBy(seats, (seat) => seat.trace_id)
  const byAnnotator = groupBy(seats, (seat) => seat.annotator_id)
  const submittedOf = (seat: SeatRow) => (seat.annotator_id === null ? 0 : (counts.get(seat.id)?.submitted ?? 0))
  const inState = (state: string) => seats.filter((seat) => seat.state === state).length
  return {
    roundId: round.id,
    seats: { total: seats.length, free: inState('free'), leased: inState('leased'), submitted: inState('submitted') },
    segments: { total: sum(seats.map((seat) => seat.segments)), submitted: sum(seats.map(submittedOf)) },
    cells: {
      disagree: queue.cells.filter((cell) => cell.state === 'disagree' || cell.state === 'reopened').length,
      settled: queue.settled,
    },
    traces: traces.map((trace) => ({
      id: TraceId.parse(trace.id),
      title: trace.title,
      segments: trace.segments,
      seats: (byTrace.get(trace.id) ?? []).map((seat) => ({
        slot: seat.slot,
        pass: seat.pass,
        state: seat.state as 'free' | 'leased' | 'submitted',
        annotatorId: seat.annotator_id === null ? null : UserId.parse(seat.annotator_id),
        submitted: submittedOf(seat),
      })),
    })),
    annotators: members
      .filter((member) => member.role === 'annotator' || byAnnotator.has(member.id))
      .map((member) => annotatorProgress(member, byAnnotator.get(member.id) ?? [], counts, hub.isHere(projectId, member.id))),
  }
}

function annotatorProgress(
  member: { id: string; name: string },
  seats: readonly SeatRow[],
  counts: Counts,
  isHere: boolean,
): RoundProgress['annotators'][number] {
  const inHand = seats.find((seat) => seat.state === 'leased')
  const count = inHand && counts.get(inHand.id)
  const lastSubmits = seats.flatMap((seat) => counts.get(seat.id)?.lastAt ?? [])
  return {
    userId: UserId.parse(member.id),
    name: member.name,
    isHere,
    seat: inHand
      ? {
          id: SeatId.parse(inHand.id),
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
    lastSubmitAt: lastSubmits.toSorted().at(-1) ?? null,
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((a, b) => a + b, 0)
}
