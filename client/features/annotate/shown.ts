/** Which of my finished traces may be looked at together with what others said of them. */
import type { SeatView } from '../../../shared/assignments/seat.ts'
import type { RoundView } from '../../../shared/http/api.ts'

/** A trace of mine that is submitted, in a round that shows votes by now. */
export type Shown = { readonly seat: SeatView; readonly round: RoundView }

/** Whether the votes of a trace are shown to whoever has submitted it. */
export function showsVotes(round: RoundView): boolean {
  return round.policy.blind === 'until_submit' || round.revealedAt !== null
}

/** Each trace once, the last submitted first; a hidden repeat is no trace of its own. */
export function shownOf(seats: readonly SeatView[], rounds: readonly RoundView[]): Shown[] {
  const found = new Map<string, Shown>()
  const submitted = seats
    .filter((seat) => seat.state === 'submitted')
    .toSorted((a, b) => ((a.submittedAt ?? '') < (b.submittedAt ?? '') ? 1 : -1))
  for (const seat of submitted) {
    const round = rounds.find((one) => one.id === seat.roundId)
    const key = `${seat.roundId}/${seat.traceId}`
    if (round && showsVotes(round) && !found.has(key)) found.set(key, { seat, round })
  }
  return [...found.values()]
}
