/** Pooled kappa from round to round, with its intervals; a dotted line where the codebook changed. */
import { For, Show } from 'solid-js'
import type { RoundPoint } from '../../../shared/agreement/round/study.ts'
import type { RoundId } from '../../../shared/ids.ts'
import { formatCoefficient, formatInterval } from '../../ui/format.ts'

const WIDTH = 164
const HEIGHT = 70
const TOP = 14
const BOTTOM = 54
const LEFT = 12
/** Room for the last number. */
const RIGHT = 36

export function Trend(props: { points: readonly RoundPoint[]; current: RoundId }) {
  const defined = () => props.points.flatMap((point) => (point.pooled.kind === 'value' ? [{ ...point, figure: point.pooled }] : []))
  const step = () => (WIDTH - LEFT - RIGHT) / Math.max(1, props.points.length - 1)
  const x = (point: RoundPoint) =>
    LEFT +
    Math.max(
      0,
      props.points.findIndex((one) => one.roundId === point.roundId),
    ) *
      step()
  const y = (value: number) => BOTTOM - Math.min(1, Math.max(0, value)) * (BOTTOM - TOP)
  const changes = () =>
    props.points.flatMap((point, index) => {
      const before = props.points[index - 1]?.codebook
      const isNew = before !== undefined && (before.id !== point.codebook.id || before.version !== point.codebook.version)
      return isNew ? [{ at: x(point) - step() / 2, version: point.codebook.version }] : []
    })
  const sentence = () =>
    `Pooled kappa by round: ${props.points
      .map(({ number, codebook, pooled }) => {
        if (pooled.kind === 'undefined') return `round ${number} undefined`
        const interval = pooled.ci95 ? ` (${formatInterval(pooled.ci95)})` : ''
        return `round ${number} ${formatCoefficient(pooled.value)}${interval}, codebook version ${codebook.version}`
      })
      .join('; ')}.`
  return (
    <Show when={props.points.length > 1}>
      <svg class="trend" width={WIDTH} height={HEIGHT} role="img" aria-label={sentence()}>
        <title>{sentence()}</title>
        <For each={changes()}>
          {(change) => (
            <>
              <path d={`M${change.at} ${TOP - 4}V${BOTTOM}`} stroke="var(--accent)" stroke-dasharray="2 3" stroke-width="1.5" />
              <text x={change.at - 3} y="9" text-anchor="end" font-size="10" fill="var(--accent)">
                codebook {change.version}
              </text>
            </>
          )}
        </For>
        <polyline
          points={defined()
            .map((point) => `${x(point)},${y(point.figure.value)}`)
            .join(' ')}
          fill="none"
          stroke="var(--line-strong)"
          stroke-width="1.5"
        />
        <For each={defined()}>
          {(point) => (
            <>
              <Show when={point.figure.ci95}>
                {(interval) => (
                  <path d={`M${x(point)} ${y(interval()[0])}V${y(interval()[1])}`} stroke="var(--text-3)" stroke-width="1.5" />
                )}
              </Show>
              <circle
                cx={x(point)}
                cy={y(point.figure.value)}
                r="3.5"
                fill={point.roundId === props.current ? 'var(--text)' : 'var(--surface)'}
                stroke="var(--text)"
                stroke-width="1.5"
              />
              <text x={x(point) + 6} y={y(point.figure.value) + 12} font-size="10" fill="var(--text-2)">
                {formatCoefficient(point.figure.value)}
              </text>
            </>
          )}
        </For>
        <For each={props.points}>
          {(point) => (
            <text x={x(point)} y={HEIGHT - 3} text-anchor="middle" font-size="10" fill="var(--text-3)">
              R{point.number}
            </text>
          )}
        </For>
      </svg>
    </Show>
  )
}
