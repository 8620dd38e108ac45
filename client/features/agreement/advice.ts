/** What to keep in mind about one pair's kappa, in the order of its weight. */
import type { PairFigure } from '../../../shared/agreement/summary.ts'
import { formatCoefficient, formatCount } from '../../ui/format.ts'
import { isOneSided, pairMeasures } from './pair-measures.ts'

export type Advice = { title: string; text: string }

const MUCH_BY_CHANCE = 0.8
const LOPSIDED = 0.6
const ENOUGH_POSITIVES = 10

export function adviceOn(pair: PairFigure, a: string, b: string): Advice[] {
  const measures = pairMeasures(pair)
  if (measures.n === 0 || pair.kappa.kind === 'undefined') return []
  const advice: Advice[] = []
  const silent = measures.presentA === 0 ? a : measures.presentB === 0 ? b : null
  if (silent !== null) {
    advice.push({ title: `${silent} never marked it present.`, text: 'κ is then 0 by construction, whatever the other one marked.' })
  }
  if (Math.min(measures.presentA, measures.presentB) < ENOUGH_POSITIVES) {
    const counts = `${a} marked ${formatCount(measures.presentA)}, ${b} ${formatCount(measures.presentB)}`
    advice.push({ title: 'Not enough positives.', text: `${counts}; below ten each, one segment more or less moves κ a lot.` })
  }
  if (silent === null && isOneSided(pair)) {
    const [more, less] = pair.onlyA > pair.onlyB ? [a, b] : [b, a]
    const counts = [measures.presentA, measures.presentB].toSorted((x, y) => y - x)
    advice.push({
      title: `${more} marks it more often than ${less}.`,
      text: `${formatCount(counts[0] ?? 0)} against ${formatCount(counts[1] ?? 0)} segments: a matter of where to draw the line, so look at the guideline.`,
    })
  }
  if (pair.kappa.expected > MUCH_BY_CHANCE || Math.abs(measures.prevalence ?? 0) > LOPSIDED) {
    advice.push({
      title: 'Rare modes make κ low.',
      text: `${formatCoefficient(pair.kappa.expected)} is expected by chance alone; read positive agreement and AC1 beside κ.`,
    })
  }
  return advice
}
