/**
 * How a trace is cut: `turn` (one actor's turn with the tool results it caused), `message` (one step with the tool results
 * that follow it), `step` (every step), `user-turn` (from one word of the user to the next), `span` (one agent's stretch
 * of work with all its calls, until somebody else speaks), `window:N` (N steps), `trace` (no cut).
 */
export type SegmentPolicy = 'turn' | 'message' | 'step' | 'user-turn' | 'span' | 'trace' | `window:${number}`

export const DEFAULT_SEGMENT_POLICY: SegmentPolicy = 'turn'

const NAMED: ReadonlySet<string> = new Set(['turn', 'message', 'step', 'user-turn', 'span', 'trace'])
const WINDOW = /^window:[1-9][0-9]{0,5}$/

/** Whether a text names a policy; a window holds 1 to 999,999 steps. */
export function isSegmentPolicy(text: string): text is SegmentPolicy {
  return NAMED.has(text) || WINDOW.test(text)
}

/** The N of `window:N`, or null for every other policy. */
export function windowSize(policy: SegmentPolicy): number | null {
  return policy.startsWith('window:') ? Number(policy.slice('window:'.length)) : null
}
