import { shown } from './format.ts'
import { escapeHtml } from './html.ts'

/** One line of a forest plot; `value` null = undefined, with its reason. */
export interface ForestRow {
  readonly name: string
  readonly value: number | null
  readonly interval: readonly [number, number] | null
  readonly reason: string | null
}

const ROW = 22
const LEFT = 220
const WIDTH = 760
const RIGHT = 150

/** Values with their intervals on a common axis from the lowest limit (at most 0) to 1, as an SVG picture with a text alternative. */
export function forestPlot(rows: readonly ForestRow[]): string {
  const lowest = Math.max(-1, Math.min(0, ...rows.map(({ value, interval }) => interval?.[0] ?? value ?? 0)))
  const x = (value: number) => LEFT + ((Math.max(lowest, Math.min(1, value)) - lowest) / (1 - lowest)) * (WIDTH - LEFT - RIGHT)
  const height = rows.length * ROW + 40
  const lines = rows.map((row, index) => line(row, index * ROW + 20, x))
  const ticks = [-1, -0.5, 0, 0.2, 0.4, 0.6, 0.8, 1].filter((tick) => tick >= lowest)
  const grid = ticks.map((tick) => {
    const at = x(tick).toFixed(1)
    return `<line x1="${at}" x2="${at}" y1="8" y2="${height - 26}" stroke="${tick === 0 ? '#888' : '#e2e2e2'}"/><text x="${at}" y="${height - 8}" text-anchor="middle">${tick}</text>`
  })
  const summary = rows.map(({ name, value }) => `${name} ${shown(value)}`).join('; ')
  return `<svg viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeHtml(summary)}">${grid.join('')}${lines.join('')}</svg>`
}

function line({ name, value, interval, reason }: ForestRow, y: number, x: (value: number) => number): string {
  const title = `<text x="${LEFT - 10}" y="${y + 4}" text-anchor="end">${escapeHtml(name)}</text>`
  if (value === null) return `${title}<text x="${WIDTH - RIGHT + 10}" y="${y + 4}" fill="#777">- ${escapeHtml(reason ?? '')}</text>`
  const whisker =
    interval === null
      ? ''
      : `<line x1="${x(interval[0]).toFixed(1)}" x2="${x(interval[1]).toFixed(1)}" y1="${y}" y2="${y}" stroke="#2a5d84" stroke-width="2"/>`
  const limits = interval === null ? '' : ` [${shown(interval[0])}, ${shown(interval[1])}]`
  return `${title}${whisker}<circle cx="${x(value).toFixed(1)}" cy="${y}" r="4" fill="#2a5d84"/><text x="${WIDTH - RIGHT + 10}" y="${y + 4}">${shown(value)}${limits}</text>`
}
