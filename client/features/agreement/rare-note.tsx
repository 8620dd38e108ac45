/** Kappa sinks where a mode is rare, however often people agree. Said once, on the mode where it shows most. */
import { Show } from 'solid-js'
import type { AgreementSummary, ModeFigure } from '../../../shared/agreement/summary.ts'
import { formatCoefficient, formatCount, formatMany } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'

const MUCH_BY_CHANCE = 0.8
const WIDE_GAP = 0.2

type Rare = { mode: ModeFigure; kappa: number; ac1: number; observed: number; expected: number; others: number }

/** The mode with the widest gap between AC1 and kappa among those where chance explains most of the agreement. */
export function rarest(summary: AgreementSummary): Rare | null {
  const candidates = summary.modes.flatMap((mode) => {
    if (mode.kappa.kind !== 'value' || mode.ac1.kind !== 'value') return []
    const { value: kappa, observed, expected } = mode.kappa
    const gap = mode.ac1.value - kappa
    return expected > MUCH_BY_CHANCE && gap > WIDE_GAP ? [{ mode, kappa, ac1: mode.ac1.value, observed, expected, gap }] : []
  })
  const worst = candidates.toSorted((a, b) => b.gap - a.gap)[0]
  return worst ? { ...worst, others: candidates.length - 1 } : null
}

export function RareNote(props: { summary: AgreementSummary }) {
  return (
    <Show when={rarest(props.summary)}>
      {(rare) => (
        <Note tone="warn">
          <span class="small">
            <b>Read κ with care on rare modes.</b> {rare().mode.mode} was seen in {formatCount(rare().mode.seen)} of{' '}
            {formatMany(props.summary.segments.used, 'segment')}: raw agreement is {formatCoefficient(rare().observed)}, but{' '}
            {formatCoefficient(rare().expected)} is expected by chance, so κ is {formatCoefficient(rare().kappa)} while AC1 is{' '}
            {formatCoefficient(rare().ac1)} and PABAK {formatCoefficient(2 * rare().observed - 1)}. Report them together.
            <Show when={rare().others > 0}> The same holds for {formatMany(rare().others, 'other mode')}.</Show>
          </span>
        </Note>
      )}
    </Show>
  )
}
