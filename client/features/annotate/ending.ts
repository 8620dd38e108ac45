/** How the seat on the screen was taken away or given back, as long as the screen stays: what to tell its annotator. */
import { createSignal, onCleanup } from 'solid-js'
import { isLead } from '../../../shared/accounts/role.ts'
import type { LiveEvent } from '../../../shared/live/events.ts'
import type { Labelling } from './labelling.tsx'
import { showsVotes } from './shown.ts'

export type Ending = {
  /** Null while the seat is mine. */
  readonly gone: () => 'handed_back' | 'lapsed' | 'unknown' | null
  readonly isRoundClosed: () => boolean
  /** A lead gave the submitted trace back to me. */
  readonly isReopened: () => boolean
  /** What I change now is kept apart, because I could see what others said. */
  readonly isExposed: () => boolean
  readonly forgetReopened: () => void
  /** Other traces of the round that a lead gave back to me; they come after this one. */
  readonly alsoReopened: () => readonly string[]
  /** Segments of mine that arrived after the seat had passed on. */
  readonly late: () => number
  readonly verdict: () => 'accepted' | 'refused' | null
}

export function createEnding({ live, seat, round, trace, acts }: Labelling): Ending {
  const [released, setReleased] = createSignal<'handed_back' | 'lapsed' | null>(null)
  const [closed, setClosed] = createSignal(false)
  const [verdict, setVerdict] = createSignal<'accepted' | 'refused' | null>(null)
  const [isRead, setRead] = createSignal(false)
  const [isRevealed, setRevealed] = createSignal(showsVotes(round))

  function hear(event: LiveEvent): void {
    if (event.type === 'seat.released' && event.seatId === seat.id && event.reason !== 'skipped') setReleased(event.reason)
    // A lead's screen hears of everybody's seats and verdicts.
    const viewer = live.viewer()
    if (event.type === 'late.decided' && event.seatId === seat.id && event.annotatorId === viewer?.userId) setVerdict(event.verdict)
    if (event.type === 'round.closed' && event.roundId === round.id) setClosed(true)
    if (event.type === 'round.revealed' && event.roundId === round.id) setRevealed(true)
    if (event.type === 'trace.reopened' && event.seat.id === seat.id) setRead(false)
  }
  onCleanup(live.onEvent(hear))

  const held = () => {
    const now = live.state().seats[seat.id]
    return now?.annotatorId === seat.annotatorId ? now : undefined
  }
  const isReopened = () => !isRead() && held()?.state === 'leased' && held()?.submittedAt !== null
  return {
    gone: () => (live.viewer() === null || held() ? null : (released() ?? 'unknown')),
    isRoundClosed: closed,
    isReopened,
    isExposed: () => isRevealed() || isLead(live.viewer()?.role ?? 'annotator'),
    forgetReopened: () => setRead(true),
    alsoReopened: () =>
      Object.values(live.state().seats)
        .filter((one) => one.roundId === round.id && one.id !== seat.id && one.annotatorId === seat.annotatorId)
        .filter((one) => one.state === 'leased' && one.submittedAt !== null)
        .map((one) => one.traceTitle),
    late: () => trace.segments.filter((row) => acts.record(row.id)?.late).length,
    verdict,
  }
}
