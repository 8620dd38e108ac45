/** Agreement in sentences: why there is no number, and what to make of one. */
import type { AgreementSummary, Figure, ModeFigure, PairFigure } from '../../../shared/agreement/summary.ts'
import { REASON_SENTENCES, type UndefinedReason } from '../../../shared/agreement/undefined-reason.ts'
import { formatCoefficient, formatCount, formatInterval, formatMany } from '../../ui/format.ts'
import { FEW_SEEN } from './heat.ts'
import { seenBy } from './pair-measures.ts'

/** Two or three words, for a cell or beside a dash. */
export const reasonWords: Readonly<Record<UndefinedReason, string>> = {
  'no-items': 'nothing submitted',
  'no-pairable-items': 'no common segment',
  'single-category': 'one category',
  'single-rater': 'one annotator',
  'no-expected-disagreement': 'no variation',
}

/** A value as printed, or a dash; whoever prints the dash prints the reason beside it. */
export function figureText(figure: Figure): string {
  return figure.kind === 'value' ? formatCoefficient(figure.value) : '–'
}

/** What is compared: segments, or whole traces. */
export type ItemWord = { one: 'segment' | 'trace'; many: string; Many: string }
export const itemWords: Readonly<Record<'segment' | 'trace', ItemWord>> = {
  segment: { one: 'segment', many: 'segments', Many: 'Segments' },
  trace: { one: 'trace', many: 'traces', Many: 'Traces' },
}

export type Names = (id: string) => string

/** First names where they tell people apart, whole names where not. */
export function shortNames(raters: AgreementSummary['raters']): Names {
  const first = (name: string) => name.split(' ')[0] ?? name
  return (id) => {
    const name = raters.find((rater) => rater.id === id)?.name ?? id
    const isShared = raters.filter((rater) => first(rater.name) === first(name)).length > 1
    return isShared ? name : first(name)
  }
}

/** The sentence for a pair's cell; read out, shown on focus and as the title. */
export function pairSentence(pair: PairFigure, names: Names, item: ItemWord = itemWords.segment): string {
  const who = `${names(pair.raters[0])} and ${names(pair.raters[1])}`
  const { kappa } = pair
  if (kappa.kind === 'value') {
    const interval = kappa.ci95 ? ` (${formatInterval(kappa.ci95)})` : ''
    const seen = seenBy(pair)
    const few = seen < FEW_SEEN ? `, seen in only ${seen} of them` : ''
    return `${who}: κ ${formatCoefficient(kappa.value)}${interval} over ${formatMany(kappa.n, item.one)}${few}.`
  }
  if (kappa.reason !== 'single-category') return `${who}: undefined. ${REASON_SENTENCES[kappa.reason]}`
  const said = pair.neither > 0 ? 'absent' : 'present'
  const all = kappa.n === 1 ? `the one ${item.one} they share` : `all ${formatCount(kappa.n)} ${item.many} they share`
  const raw = `raw agreement is ${formatCount(kappa.n)} of ${formatCount(kappa.n)}`
  return `${who}: undefined, one category. Both said ${said} in ${all}; ${raw}, and κ needs a second answer to correct for chance.`
}

/** The sentence that the plot of a mode shows. */
export function modeSentence(mode: ModeFigure, name: string, item: ItemWord = itemWords.segment): string {
  const { kappa } = mode
  if (kappa.kind === 'undefined') return `${name}: undefined. ${REASON_SENTENCES[kappa.reason]}`
  const interval = kappa.ci95 ? `, 95 % interval ${formatInterval(kappa.ci95)}` : ', no interval'
  return `${name}: κ ${formatCoefficient(kappa.value)}${interval}, seen in ${formatMany(mode.seen, item.one)}.`
}
