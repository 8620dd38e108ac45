/** Asks the open rounds for a seat, the oldest first, and loads what the seat needs. */
import type { SeatView } from '../../../shared/assignments/seat.ts'
import { type RoundView, WorkAnswer } from '../../../shared/http/api.ts'
import type { ProjectId, UserId } from '../../../shared/ids.ts'
import { getCodebook, getProject, getTrace } from '../../http/api.ts'
import { piece, post } from '../../http/http.ts'
import type { Work } from './labelling.tsx'

type NoSeat = Extract<WorkAnswer, { kind: 'none' }>

export type WorkFound =
  | { readonly kind: 'work'; readonly work: Work }
  /** `all` are the rounds of the project, also the closed ones. */
  | {
      readonly kind: 'none'
      readonly all: readonly RoundView[]
      readonly rounds: readonly { readonly round: RoundView; readonly answer: NoSeat }[]
    }

export async function askForWork(project: ProjectId, userId: UserId): Promise<WorkFound> {
  const { rounds } = await getProject(project)
  const open = rounds.filter((round) => round.state === 'open').toSorted((a, b) => a.number - b.number)
  const refusals: { round: RoundView; answer: NoSeat }[] = []
  for (const round of open) {
    const answer = await post(WorkAnswer, `api/projects/${piece(project)}/rounds/${piece(round.id)}/seat`, {})
    if (answer.kind === 'seat') return { kind: 'work', work: await load(project, userId, round, answer.seat) }
    refusals.push({ round, answer })
  }
  return { kind: 'none', all: rounds, rounds: refusals }
}

async function load(project: ProjectId, userId: UserId, round: RoundView, seat: SeatView): Promise<Work> {
  const [codebook, trace] = await Promise.all([getCodebook(project, round.codebook), getTrace(project, seat.traceId)])
  return { project, userId, round, seat, codebook, trace }
}
