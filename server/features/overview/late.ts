import type { LateLabels } from '../../../shared/assignments/progress.ts'
import { SeatId, TraceId, UserId } from '../../../shared/ids.ts'
import type { Deps } from '../../deps.ts'
import type { listMembers } from '../accounts/index.ts'
import { listUndecidedLeases, type Round, type SeatRow } from '../assignments/index.ts'
import { countLate } from '../labels/index.ts'

type Members = Awaited<ReturnType<typeof listMembers>>

/** Late labels without a verdict, those that came first on top. */
export async function readLate(db: Deps['db'], round: Round, members: Members, seats: readonly SeatRow[]): Promise<LateLabels[]> {
  const counts = await countLate(db, round.id)
  // Seldom any; then the history of leases need not be read.
  if (counts.length === 0) return []
  const leases = await listUndecidedLeases(db, round.id)
  const nameOf = new Map(members.map((member) => [member.id, member.name]))
  const titleOf = new Map(seats.map((seat) => [seat.trace_id, seat.trace_title]))
  return counts
    .flatMap(({ seatId, annotatorId, traceId, late, segments, lastAt }) => {
      const lease = leases.find((one) => one.seatId === seatId && one.annotatorId === annotatorId)
      if (!lease) return []
      return {
        seatId: SeatId.parse(seatId),
        epoch: lease.epoch,
        annotatorId: UserId.parse(annotatorId),
        name: nameOf.get(annotatorId) ?? annotatorId,
        traceId: TraceId.parse(traceId),
        traceTitle: titleOf.get(traceId) ?? '',
        late,
        segments,
        lastAt,
      }
    })
    .toSorted((a, b) => (a.lastAt < b.lastAt ? -1 : 1))
}
