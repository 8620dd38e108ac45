import type { RoundProgress } from '../../../shared/assignments/progress.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import { capitalised, formatMany, formatShare, inWords } from '../../ui/format.ts'

/** One sentence that says where the round stands. */
export function headlineOf(round: RoundView, progress: RoundProgress | undefined): string {
  if (!progress) return `${round.name} is ${round.state}.`
  const { seats, segments, cells } = progress
  if (seats.submitted === seats.total && seats.total > 0) {
    if (cells.open === 0) return `${round.name} is labelled and settled.`
    return `${round.name} is labelled; ${formatMany(cells.open, 'cell')} to settle.`
  }
  if (progress.state === 'closed') return `${round.name} is closed, ${formatShare(segments.submitted, segments.total)} labelled.`
  if (segments.submitted === 0) return `${round.name} has not begun.`
  return `${round.name} is ${formatShare(segments.submitted, segments.total)} labelled.`
}

/** How the round is set up, and who is here. */
export function aboutOf(round: RoundView, progress: RoundProgress | undefined, codebook: string): string {
  const revealed = (progress?.revealedAt ?? round.revealedAt) !== null
  const blind = round.policy.blind === 'until_submit' ? 'Blind until submitted' : revealed ? 'Votes revealed' : 'Blind until revealed'
  const kind = round.policy.kind === 'normal' ? '' : `, ${round.policy.kind} round`
  const each = `${inWords(round.overlap)} ${round.overlap === 1 ? 'annotator' : 'annotators'} each`
  const setUp = `${blind}${kind}, ${formatMany(round.traces, 'trace')}, ${each}, codebook ${codebook}.`
  if (!progress) return setUp
  const here = progress.annotators.filter((one) => one.isHere).length
  const all = progress.annotators.length
  const people = `${capitalised(inWords(all))} ${all === 1 ? 'person' : 'people'}`
  return `${setUp} ${people}, ${hereWords(here, all)}.`
}

function hereWords(here: number, all: number): string {
  if (all === 1) return here === 1 ? 'here now' : 'not here now'
  return `${here === 0 ? 'none' : here === all ? 'all' : inWords(here)} of them here now`
}
