/** Where an actor's lane is drawn, and the letters it is known by. */

const COLUMN = 14
const WIDTH = 4 * COLUMN

/** From one lane to the next in px: a column each, closer together when there are more than four. */
export function laneStep(count: number): number {
  return count > 4 ? (WIDTH - COLUMN) / (count - 1) : COLUMN
}

/** Left edge of a lane's dot in px. */
export function laneLeft(index: number, count: number): number {
  return Math.max(0, index) * laneStep(count)
}

/** One letter per lane, or two where the first would be said twice. */
export function laneLetters(lanes: readonly string[]): Map<string, string> {
  const letters = new Map<string, string>()
  for (const lane of lanes) {
    const one = first(lane)
    const isTaken = lanes.some((other) => other !== lane && first(other) === one)
    letters.set(lane, isTaken ? two(lane) : one)
  }
  return letters
}

function first(lane: string): string {
  return (Array.from(lane.trim())[0] ?? '?').toUpperCase()
}

function two(lane: string): string {
  const words = lane.trim().split(/[\s_-]+/u)
  const second = words[1] ? first(words[1]).toLowerCase() : (Array.from(lane.trim())[1] ?? '')
  return first(lane) + second
}
