/** What a lead is asked before an act on a seat or a round: what will happen, what stays safe, and what is sent then. */
import type { LateLabels, RoundProgress } from '../../../shared/assignments/progress.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import type { SeatId } from '../../../shared/ids.ts'
import type { Mutation } from '../../../shared/live/mutations.ts'
import { formatCount, formatMany, inWords } from '../../ui/format.ts'

export type Question = {
  readonly title: string
  readonly says: readonly string[]
  readonly verb: string
  readonly isGrave?: boolean
  /** Typed before it can be done. */
  readonly typed?: string
  readonly noteLabel?: string
  /** Numbers to choose one of. */
  readonly overlaps?: readonly number[]
  readonly mutation: (given: { readonly note: string; readonly overlap: number }) => Mutation
}

type SeatTrace = { readonly seatId: SeatId; readonly epoch: number; readonly name: string; readonly title: string }

const NOTE = 'Why, for the record (may stay empty)'
/** As many as one round may have (`RoundWiden`). */
const MOST_ANNOTATORS = 20
const OFFERED = 4

export function handBackQuestion(seat: SeatTrace & { readonly submitted: number; readonly segments: number }): Question {
  const { seatId, epoch, name, title, submitted, segments } = seat
  return {
    title: `Hand back the seat of ${name}?`,
    says: [
      `"${title}" becomes free and is offered to whoever asks next, ${name} among them.`,
      `What ${name} submitted is kept (${formatCount(submitted)} of ${formatMany(segments, 'segment')}). It counts if ${name} takes the seat again; somebody else labels the trace anew.`,
      `What ${name} sends from now on is recorded as late, and waits here for your verdict.`,
    ],
    verb: 'Hand back the seat',
    isGrave: true,
    noteLabel: NOTE,
    mutation: ({ note }) => ({ type: 'seat.hand_back', seatId, epoch, note }),
  }
}

/** `couldSee`: the annotator could see a peer's labels of the trace since they submitted it. */
export function reopenQuestion({ seatId, epoch, name, title, couldSee }: SeatTrace & { readonly couldSee: boolean }): Question {
  return {
    title: `Reopen for ${name}?`,
    says: [
      `${name} can correct "${title}" and submits it again; until then it does not count as done.`,
      couldSee
        ? `${name} could see what others said of it. What changes from now on is kept apart: agreement goes on using the answers as they stood before.`
        : `Nobody's answers were shown to ${name} yet, so what changes still counts towards agreement.`,
    ],
    verb: `Reopen for ${name}`,
    noteLabel: NOTE,
    mutation: ({ note }) => ({ type: 'trace.reopen', seatId, epoch, note }),
  }
}

export function closeQuestion(round: RoundView, progress: RoundProgress | undefined): Question {
  const { leased = 0, free = 0 } = progress?.seats ?? {}
  const held = leased > 0 ? `${formatMany(leased, 'seat is', 'seats are')} still held: what is not submitted by now is refused. ` : ''
  const open = free > 0 ? `${formatMany(free, 'free seat goes', 'free seats go')} to nobody. ` : ''
  return {
    title: `Close ${round.name}?`,
    says: [
      'No more seats are handed out and nothing more is submitted in it.',
      `${held}${open}What was submitted stays, and can still be settled.`,
      'A closed round is not opened again here; more work becomes a new round.',
    ],
    verb: 'Close the round',
    isGrave: leased > 0 || free > 0,
    mutation: () => ({ type: 'round.close', roundId: round.id }),
  }
}

export function revealQuestion(round: RoundView, progress: RoundProgress | undefined): Question {
  const open = (progress?.seats.total ?? 0) - (progress?.seats.submitted ?? 0)
  return {
    title: `Reveal the votes of ${round.name}?`,
    says: [
      'Everybody who has submitted a trace sees, by letters, what others said of it. This cannot be taken back.',
      'From then on their changes are kept apart and are no reliability data.',
      ...(open > 0 ? [`${formatMany(open, 'seat is', 'seats are')} not submitted; who sits there stays blind until they submit.`] : []),
    ],
    verb: 'Reveal the votes',
    isGrave: true,
    typed: round.name,
    mutation: () => ({ type: 'round.reveal', roundId: round.id }),
  }
}

export function widenQuestion(round: RoundView): Question {
  const from = round.overlap + 1
  const overlaps = Array.from({ length: Math.max(0, Math.min(OFFERED, MOST_ANNOTATORS - round.overlap)) }, (_, index) => from + index)
  return {
    title: `More annotators per trace in ${round.name}`,
    says: [
      `Each of its ${formatMany(round.traces, 'trace')} has ${inWords(round.overlap)} ${round.overlap === 1 ? 'seat' : 'seats'} now. Finished traces open again for somebody new; nobody labels a trace twice.`,
      'The number can be raised again, and never lowered: seats that were given out are not taken back.',
    ],
    verb: 'Add the seats',
    overlaps,
    mutation: ({ overlap }) => ({ type: 'round.widen', roundId: round.id, overlap }),
  }
}

/** No question: a verdict can be changed. */
export function lateVerdict({ seatId, epoch }: LateLabels, verdict: 'accepted' | 'refused'): Mutation {
  return { type: 'late.decide', seatId, epoch, verdict }
}
