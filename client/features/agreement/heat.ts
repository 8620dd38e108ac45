import type { PairFigure } from '../../../shared/agreement/summary.ts'
import { seenBy } from './pair-measures.ts'

/** The agreement a team commonly asks of itself; drawn as a dotted line, never used to hide a number. */
export const BAR = 0.6
/** With fewer segments in which anyone saw the mode, a colour would say more than the number can. */
export const FEW_SEEN = 5

export type Heat = 'h0' | 'h1' | 'h2' | 'h3' | 'h4' | 'few' | 'undef'

/** Cuts at .80 .60 .40 .20 on the number as it is shown, so that two cells that read the same look the same. */
export function heatOf(pair: PairFigure): Heat {
  if (pair.kappa.kind === 'undefined') return 'undef'
  if (seenBy(pair) < FEW_SEEN) return 'few'
  const shown = Math.round(pair.kappa.value * 100)
  if (shown >= 80) return 'h0'
  if (shown >= 60) return 'h1'
  if (shown >= 40) return 'h2'
  return shown >= 20 ? 'h3' : 'h4'
}
