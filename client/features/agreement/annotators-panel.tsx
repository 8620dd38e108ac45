/** How often each annotator marks a mode present, against the others on the same segments. */
import { For, Show } from 'solid-js'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { formatCount } from '../../ui/format.ts'
import { pairMeasures } from './pair-measures.ts'

export type Habit = { name: string; cells: number; present: number; others: number }

/** Sums over all pairs the annotator is part of: answers, own present marks, the others' present marks. */
export function habits(summary: AgreementSummary): Habit[] {
  return summary.raters.map((rater) => {
    const habit: Habit = { name: rater.name, cells: 0, present: 0, others: 0 }
    for (const pair of summary.modes.flatMap((mode) => mode.pairs)) {
      const side = pair.raters.indexOf(rater.id)
      if (side === -1) continue
      const { n, presentA, presentB } = pairMeasures(pair)
      habit.cells += n
      habit.present += side === 0 ? presentA : presentB
      habit.others += side === 0 ? presentB : presentA
    }
    return habit
  })
}

export function AnnotatorsPanel(props: { summary: AgreementSummary }) {
  return (
    <section class="panel">
      <div class="ph">
        <h2>Annotators</h2>
        <span class="sub end">present marks, against the others on the same segments</span>
      </div>
      <div class="bd">
        <table class="habits">
          <thead>
            <tr>
              <th>who</th>
              <th class="n">marks present</th>
              <th class="n">the others</th>
              <th class="n">difference</th>
            </tr>
          </thead>
          <tbody>
            <For each={habits(props.summary)}>
              {(habit) => (
                <tr>
                  <td>{habit.name}</td>
                  <Show
                    when={habit.cells > 0}
                    fallback={
                      <td colspan="3" class="t2 small n">
                        no segment in common yet
                      </td>
                    }
                  >
                    <td class="n">{percent(habit.present, habit.cells)}</td>
                    <td class="n t2">{percent(habit.others, habit.cells)}</td>
                    <td class="n t2">{difference(habit)}</td>
                  </Show>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
    </section>
  )
}

const percent = (part: number, whole: number) => `${((part / whole) * 100).toFixed(1)} %`

function difference(habit: Habit): string {
  const points = ((habit.present - habit.others) / habit.cells) * 100
  const shown = Math.abs(points).toFixed(1)
  const sign = shown === '0.0' ? '' : points > 0 ? '+' : '−'
  return `${sign}${shown} (${formatCount(Math.abs(habit.present - habit.others))} ${habit.present >= habit.others ? 'more' : 'fewer'})`
}
