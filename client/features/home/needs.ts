/** What waits for the lead, most urgent first. Each need says why, and one or two things that can be done about it. */
import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import type { ProjectView, RoundView } from '../../../shared/http/api.ts'
import type { ProjectPlace } from '../../http/project.ts'
import { formatCount, formatMany, listed } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'

export type NeedAct = { label: string; to: { place: ProjectPlace; round?: string } } | { label: string; does: 'new-round' }

export type Need = { id: string; icon: IconName; isHot: boolean; title: string; why: string; act: NeedAct; isPrimary?: boolean }

/** A seat untouched for this long is worth a question. */
const STUCK_MS = 30 * 60_000

export function needsOf(project: ProjectView, round: RoundView | undefined, progress: RoundProgress | undefined, now: Date): Need[] {
  const needs: Need[] = []
  const counts = project.counts
  if (counts?.traces === 0) {
    needs.push({
      id: 'no-traces',
      icon: 'folder',
      isHot: true,
      title: 'There are no traces yet',
      why: 'Drop what your agents wrote; each file becomes a trace of segments that people can label.',
      act: { label: 'Import traces', to: { place: 'import' } },
      isPrimary: true,
    })
  } else if (!round) {
    needs.push({
      id: 'no-round',
      icon: 'users',
      isHot: true,
      title: `${formatMany(counts?.traces ?? 0, 'trace')} wait to be handed out`,
      why: 'A round says which traces, by how many annotators each, and how blind.',
      act: { label: 'New round', does: 'new-round' },
      isPrimary: true,
    })
  }
  if (!round || !progress) return needs

  const stuck = progress.annotators.filter((one) => isStuck(one, now))
  for (const one of stuck) {
    needs.push({
      id: `stuck ${one.userId}`,
      icon: 'stuck',
      isHot: true,
      title: `${one.name} has been still on ${one.seat?.traceTitle ?? 'a trace'}`,
      why: `No submit for ${minutesSince(one.lastSubmitAt, now)} minutes, ${one.seat?.submitted ?? 0} of ${one.seat?.segments ?? 0} segments done; what was submitted is safe.`,
      act: { label: 'See seats', to: { place: 'home', round: round.id } },
    })
  }
  const { disagree, settled } = progress.cells
  if (disagree > 0) {
    needs.push({
      id: 'settle',
      icon: 'disagree',
      isHot: true,
      title: `${formatMany(disagree, 'cell')} of ${round.name} ${disagree === 1 ? 'waits' : 'wait'} for a decision`,
      why: settled === 0 ? 'Votes differ there; none is settled yet.' : `${formatCount(settled)} settled so far; each takes two keys.`,
      act: { label: 'Settle', to: { place: 'adjudicate', round: round.id } },
      isPrimary: true,
    })
  }
  const elsewhere = (counts?.disagreements ?? 0) - disagree
  const others = project.rounds.filter((other) => other.id !== round.id).toSorted((a, b) => b.number - a.number)
  if (elsewhere > 0 && others[0]) {
    needs.push({
      id: 'settle elsewhere',
      icon: 'disagree',
      isHot: true,
      title: `${formatMany(elsewhere, 'cell')} of ${others.length === 1 ? others[0].name : 'other rounds'} ${elsewhere === 1 ? 'waits' : 'wait'} for a decision`,
      why: 'Votes differ there too.',
      act: { label: 'Settle', to: { place: 'adjudicate', round: others[0].id } },
      isPrimary: disagree === 0,
    })
  }

  const { free, leased, submitted, total } = progress.seats
  if (round.state === 'open' && leased === 0 && free > 0) {
    const here = progress.annotators.filter((one) => one.isHere).map((one) => one.name)
    needs.push({
      id: 'nobody',
      icon: 'users',
      isHot: false,
      title: 'Nobody has a seat',
      why: `${formatMany(free, 'seat')} of ${formatCount(total)} are free. ${here.length > 0 ? `${listed(here)} ${here.length === 1 ? 'is' : 'are'} here.` : 'None of the annotators is here now.'}`,
      act: { label: 'See traces', to: { place: 'traces' } },
    })
  }
  if (submitted > 0) {
    const isDone = submitted === total && disagree === 0
    needs.push({
      id: 'gold',
      icon: 'settled',
      isHot: false,
      title: isDone ? `${round.name} is ready for gold` : 'A draft of the gold could be taken now',
      why: isDone
        ? 'Every seat is submitted and no vote is left against another.'
        : `${formatCount(submitted)} of ${formatCount(total)} seats are submitted${disagree > 0 ? `; ${formatMany(disagree, 'cell')} would stay unresolved` : ''}.`,
      act: { label: 'Look at the gold', to: { place: 'gold', round: round.id } },
    })
  }
  return needs
}

type Annotator = RoundProgress['annotators'][number]

/** In hand, and no submit for half an hour. Who has not begun yet is not stuck. */
export function isStuck(one: Annotator, now: Date): boolean {
  if (!one.seat || one.seat.submitted === 0 || one.lastSubmitAt === null) return false
  return now.getTime() - Date.parse(one.lastSubmitAt) > STUCK_MS
}

export function minutesSince(at: string | null, now: Date): number {
  return at === null ? 0 : Math.round((now.getTime() - Date.parse(at)) / 60_000)
}
