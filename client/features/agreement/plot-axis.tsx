import { For } from 'solid-js'
import { BAR } from './heat.ts'

/** All plots of the column have this width and this axis, so that they can be compared by eye. */
export const PLOT_WIDTH = 208

const EDGE = 5
const TICKS = [0, 0.2, 0.4, BAR, 0.8, 1]

export function PlotAxis() {
  const x = (value: number) => EDGE + value * (PLOT_WIDTH - 2 * EDGE)
  return (
    <svg class="axis" width={PLOT_WIDTH} height="14" aria-hidden="true">
      <For each={TICKS}>
        {(tick) => (
          <text x={x(tick)} y="11" font-size="10" text-anchor={tick === 0 ? 'start' : tick === 1 ? 'end' : 'middle'} fill="var(--text-3)">
            {tick === BAR ? 'bar .60' : tick}
          </text>
        )}
      </For>
    </svg>
  )
}
