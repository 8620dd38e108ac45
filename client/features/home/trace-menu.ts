/** What can be done with the seats of a trace. */
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import { formatCount, formatTime } from '../../ui/format.ts'
import type { MenuItem } from '../../ui/menu.tsx'
import { handBackQuestion, type Question, reopenQuestion } from './questions.ts'

type TraceProgress = RoundProgress['traces'][number]

export function traceMenu(progress: RoundProgress, trace: TraceProgress, now: Date, ask: (question: Question) => void): MenuItem[] {
  const nameOf = new Map(progress.annotators.map((one) => [one.userId, one.name]))
  return trace.seats.map((seat): MenuItem => {
    const again = seat.pass > 1 ? ', second time' : ''
    if (seat.annotatorId === null) return { icon: 'ring', word: `Free seat${again}`, about: 'Offered to whoever asks next' }
    const name = nameOf.get(seat.annotatorId) ?? 'Somebody'
    const of = { seatId: seat.id, epoch: seat.epoch, name, title: trace.title }
    if (seat.state === 'leased') {
      return {
        icon: 'half',
        word: `Hand back the seat of ${name}`,
        about: `${formatCount(seat.submitted)} of ${formatCount(trace.segments)} submitted${again}`,
        run: () => ask(handBackQuestion({ ...of, submitted: seat.submitted, segments: trace.segments })),
      }
    }
    const submitted = `Submitted${seat.submittedAt === null ? '' : ` ${formatTime(seat.submittedAt, now)}`}${again}`
    if (progress.state === 'closed') return { icon: 'lock', word: `${name} is done`, about: `${submitted}; the round is closed` }
    return {
      icon: 'reopened',
      word: `Reopen for ${name}`,
      about: seat.isExposed ? `${submitted}; could see peers since, so changes are kept apart` : submitted,
      run: () => ask(reopenQuestion({ ...of, couldSee: seat.isExposed })),
    }
  })
}
