/** What waits for the lead, most urgent first. Each need says why, and one or two things that can be done about it. */
import type { LateLabels, RoundProgress } from '../../../shared/assignments/progress.ts'
import type { ProjectView, RoundView } from '../../../shared/http/api.ts'
import type { ProjectPlace } from '../../http/project.ts'
import { formatCount, formatMany, listed } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import { closeQuestion, handBackQuestion, type Question, revealQuestion } from './questions.ts'
import { minutesSince } from './seat-words.ts'

export type NeedAct =
  | { readonly label: string; readonly to: { readonly place: ProjectPlace; readonly round?: string } }
  | { readonly label: string; readonly does: 'new-round' }
  | { readonly label: string; readonly asks: Question }
  | { readonly label: string; readonly decides: LateLabels; readonly verdict: 'accepted' | 'refused' }

export type Need = {
  readonly id: string
  readonly icon: IconName
  readonly isHot: boolean
  readonly title: string
  readonly why: string
  readonly at?: string
  readonly acts: readonly NeedAct[]
  readonly isPrimary?: boolean
}

type Annotator = RoundProgress['annotators'][number]

export function needsOf(project: ProjectView, round: RoundView | undefined, progress: RoundProgress | undefined, now: Date): Need[] {
  if (!round || !progress) return beginning(project, round)
  const { open } = progress.cells
  return [
    ...progress.annotators.flatMap((one) => stuck(one, now)),
    ...progress.late.map(lateNeed),
    ...finished(round, progress),
    ...settle(round, progress),
    ...settleElsewhere(project, round, open),
    ...nobody(round, progress),
    ...gold(round, progress),
  ]
}

function beginning(project: ProjectView, round: RoundView | undefined): Need[] {
  const traces = project.counts?.traces ?? 0
  if (traces === 0) {
    return [
      {
        id: 'no-traces',
        icon: 'folder',
        isHot: true,
        title: 'There are no traces yet',
        why: 'Drop what your agents wrote; each file becomes a trace of segments that people can label.',
        acts: [{ label: 'Import traces', to: { place: 'import' } }],
        isPrimary: true,
      },
    ]
  }
  if (round) return []
  return [
    {
      id: 'no-round',
      icon: 'users',
      isHot: true,
      title: `${formatMany(traces, 'trace waits', 'traces wait')} to be handed out`,
      why: 'A round says which traces, by how many annotators each, and how blind.',
      acts: [{ label: 'New round', does: 'new-round' }],
      isPrimary: true,
    },
  ]
}

function stuck(one: Annotator, now: Date): Need[] {
  const { seat, name } = one
  if (one.state !== 'stuck' || !seat) return []
  return [
    {
      id: `stuck ${one.userId}`,
      icon: 'stuck',
      isHot: true,
      title: `${name} is stuck on ${seat.traceTitle}`,
      why: `No key for ${minutesSince(one.lastActiveAt, now)} minutes, ${formatCount(seat.submitted)} of ${formatMany(seat.segments, 'segment')} submitted. The open page keeps the seat; what was submitted is safe.`,
      ...(one.lastActiveAt === null ? {} : { at: one.lastActiveAt }),
      acts: [{ label: 'Hand back the seat', asks: handBackQuestion({ ...seat, seatId: seat.id, name, title: seat.traceTitle }) }],
    },
  ]
}

function lateNeed(late: LateLabels): Need {
  const also = late.segments - late.late
  return {
    id: `late ${late.seatId} ${late.annotatorId}`,
    icon: 'conflict',
    isHot: false,
    title: `${formatMany(late.late, 'submit')} of ${late.name} came after the seat had passed on`,
    why: `${late.traceTitle}. Recorded, not counted until you decide${also > 0 ? `; the verdict is also about the ${formatMany(also, 'segment')} submitted in time` : ''}.`,
    at: late.lastAt,
    acts: [
      { label: 'Accept', decides: late, verdict: 'accepted' },
      { label: 'Leave out', decides: late, verdict: 'refused' },
    ],
  }
}

/** All seats are submitted: the round can be closed, and its votes shown. */
function finished(round: RoundView, progress: RoundProgress): Need[] {
  const { total, submitted } = progress.seats
  const isComplete = total > 0 && submitted === total
  const isHidden = round.policy.blind === 'until_reveal' && progress.revealedAt === null
  const close = isComplete && progress.state === 'open'
  const reveal = isHidden && (isComplete || progress.state === 'closed')
  if (!close && !reveal) return []
  return [
    {
      id: 'finished',
      icon: 'agree',
      isHot: false,
      title: close ? `${round.name} is complete` : `The votes of ${round.name} are not revealed`,
      why: close
        ? `All ${formatMany(total, 'seat')} are submitted. Close it, and nobody can change a label by reopening.`
        : 'The round is done; its annotators still cannot see what others said.',
      acts: [
        ...(close ? [{ label: 'Close the round', asks: closeQuestion(round, progress) }] : []),
        ...(reveal ? [{ label: 'Reveal the votes', asks: revealQuestion(round, progress) }] : []),
      ],
    },
  ]
}

function settle(round: RoundView, progress: RoundProgress): Need[] {
  const { open, settled } = progress.cells
  if (open === 0) return []
  return [
    {
      id: 'settle',
      icon: 'disagree',
      isHot: true,
      title: `${formatMany(open, 'cell')} of ${round.name} ${open === 1 ? 'waits' : 'wait'} for a decision`,
      why:
        settled === 0
          ? 'Votes differ there, or take no side; none is settled yet.'
          : `${formatCount(settled)} settled so far; each takes two keys.`,
      acts: [{ label: 'Settle', to: { place: 'adjudicate', round: round.id } }],
      isPrimary: true,
    },
  ]
}

function settleElsewhere(project: ProjectView, round: RoundView, here: number): Need[] {
  const elsewhere = (project.counts?.openCells ?? 0) - here
  const others = project.rounds.filter((other) => other.id !== round.id).toSorted((a, b) => b.number - a.number)
  const [other] = others
  if (elsewhere <= 0 || !other) return []
  return [
    {
      id: 'settle elsewhere',
      icon: 'disagree',
      isHot: true,
      title: `${formatMany(elsewhere, 'cell')} of ${others.length === 1 ? other.name : 'other rounds'} ${elsewhere === 1 ? 'waits' : 'wait'} for a decision`,
      why: 'Votes differ there too.',
      acts: [{ label: 'Settle', to: { place: 'adjudicate', round: other.id } }],
      isPrimary: here === 0,
    },
  ]
}

function nobody(round: RoundView, progress: RoundProgress): Need[] {
  const { free, leased, total } = progress.seats
  if (progress.state !== 'open' || leased > 0 || free === 0) return []
  const here = progress.annotators.filter((one) => one.isHere).map((one) => one.name)
  const who = here.length > 0 ? `${listed(here)} ${here.length === 1 ? 'is' : 'are'} here.` : 'None of the annotators is here now.'
  return [
    {
      id: 'nobody',
      icon: 'users',
      isHot: false,
      title: free === total ? `Nobody has taken a seat of ${round.name}` : 'Nobody has a seat now',
      why: `${formatMany(free, 'seat')} of ${formatCount(total)} ${free === 1 ? 'is' : 'are'} free. ${who}`,
      acts: [{ label: 'See traces', to: { place: 'traces' } }],
    },
  ]
}

function gold(round: RoundView, progress: RoundProgress): Need[] {
  const { submitted, total } = progress.seats
  const { open } = progress.cells
  if (submitted === 0) return []
  const isDone = submitted === total && open === 0
  return [
    {
      id: 'gold',
      icon: 'settled',
      isHot: false,
      title: isDone ? `${round.name} is ready for gold` : 'A draft of the gold could be taken now',
      why: isDone
        ? 'Every seat is submitted and no vote is left against another.'
        : `${formatCount(submitted)} of ${formatCount(total)} seats are submitted${open > 0 ? `; ${formatMany(open, 'cell')} would stay unresolved` : ''}.`,
      acts: [{ label: 'Look at the gold', to: { place: 'gold', round: round.id } }],
    },
  ]
}
