const SHORTEST_MS = 500
const LONGEST_MS = 10_000
/** Latest time of the first attempt, and how that grows: slowly, so that after a restart of some seconds even the last is soon back. */
const FIRST_MS = 1_000
const GROWTH = 1.5
/** Nobody looks at a hidden tab: it may come back this much later. */
const HIDDEN_FACTOR = 6

/**
 * How long to wait before attempt number `attempt` (the first is 0). Full jitter: after a restart of the server its clients
 * come back spread out, instead of all at the same moment.
 */
export function reconnectDelay(attempt: number, random: number, isHidden: boolean): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * GROWTH ** Math.min(attempt, 20))
  const delay = SHORTEST_MS + random * (ceiling - SHORTEST_MS)
  return Math.round(isHidden ? delay * HIDDEN_FACTOR : delay)
}
