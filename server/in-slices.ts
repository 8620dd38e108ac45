import type { Deps } from './deps.ts'

/** Longest that a computation holds up everybody else at a time. */
const SLICE_MS = 2

/** Runs a computation that offers steps to its end, and lets the event loop turn whenever a slice is used up. */
export async function inSlices<T>(steps: Iterator<void, T>, nextTurn: Deps['nextTurn']): Promise<T> {
  for (;;) {
    const until = performance.now() + SLICE_MS
    while (performance.now() < until) {
      const step = steps.next()
      if (step.done) return step.value
    }
    await new Promise<void>((resolve) => nextTurn(resolve))
  }
}
