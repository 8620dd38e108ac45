/** A value with its interval on an axis from 0 to 1. All plots of a column share the axis, so that they can be compared by eye. */
import { Show } from 'solid-js'

const HEIGHT = 24
const MIDDLE = HEIGHT / 2
const CAP = 3.5
const DOT = 4

type IntervalPlotProps = {
  value: number
  interval: readonly [number, number] | null
  /** The wanted value: a dotted line; a dot below it is hollow. */
  bar?: number
  /** Too few cases to judge: grey. */
  thin?: boolean
  width: number
  /** Light lines every 0.2, as in a table; left out where the plot stands alone. */
  grid?: boolean
  /** The sentence that the picture shows. */
  label: string
}

export function IntervalPlot(props: IntervalPlotProps) {
  const inner = () => props.width - 2 * DOT - 2
  // What lies outside of 0 to 1 is drawn at the edge; the numbers beside the plot say the rest.
  const x = (value: number) => DOT + 1 + Math.min(1, Math.max(0, value)) * inner()
  const below = () => props.bar !== undefined && props.value < props.bar
  const ink = () => (props.thin ? 'var(--text-3)' : 'var(--text)')
  const dot = () => (props.thin ? 'var(--text-3)' : below() ? 'var(--warn)' : 'var(--text)')
  return (
    <svg class="forest" width={props.width} height={HEIGHT} role="img" aria-label={props.label}>
      <Show when={props.grid}>
        <path d={GRID.map((at) => `M${x(at)} 0V${HEIGHT}`).join('')} stroke="var(--line)" />
      </Show>
      <Show when={props.bar !== undefined}>
        <path d={`M${x(props.bar ?? 0)} 0V${HEIGHT}`} stroke="var(--text-3)" stroke-width="1.5" stroke-dasharray="2 3" />
      </Show>
      <Show when={props.interval}>
        {(interval) => (
          <path
            d={`M${x(interval()[0])} ${MIDDLE}H${x(interval()[1])}M${x(interval()[0])} ${MIDDLE - CAP}v${2 * CAP}M${x(interval()[1])} ${MIDDLE - CAP}v${2 * CAP}`}
            stroke={ink()}
            stroke-width="1.5"
            fill="none"
          />
        )}
      </Show>
      <circle
        cx={x(props.value)}
        cy={MIDDLE}
        r={DOT}
        fill={below() || props.thin ? 'var(--surface)' : dot()}
        stroke={dot()}
        stroke-width="1.75"
      />
    </svg>
  )
}

const GRID = [0, 0.2, 0.4, 0.6, 0.8, 1]
