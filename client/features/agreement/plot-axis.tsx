import { createSignal, For, onCleanup } from 'solid-js'
import { BAR } from './heat.ts'

const LEAST = 208
/** Left of the axis, so that it does not touch the cells. */
const INDENT = 12
const EDGE = 5
const TICKS = [0, 0.2, 0.4, BAR, 0.8, 1]

/** The width that the column of plots has to spend; all of them share one axis, so that they can be compared by eye. */
export function createPlotWidth() {
  const [width, setWidth] = createSignal(LEAST)
  const observer = new ResizeObserver(([entry]) => {
    // The border box, since the padding of the head differs from that of the cells.
    const room = entry?.borderBoxSize[0]?.inlineSize ?? 0
    setWidth(Math.max(LEAST, Math.floor(room) - INDENT))
  })
  onCleanup(() => observer.disconnect())
  return { width, measure: (element: Element) => observer.observe(element) }
}

export function PlotAxis(props: { width: number }) {
  const x = (value: number) => EDGE + value * (props.width - 2 * EDGE)
  return (
    <svg class="axis" width={props.width} height="14" aria-hidden="true">
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
