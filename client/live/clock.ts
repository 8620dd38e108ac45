/** Takes a timer back. */
export type Cancel = () => void

/** Time and chance as parameters, so that tests own both. */
export type Clock = {
  readonly now: () => number
  readonly after: (ms: number, run: () => void) => Cancel
  /** A number in [0, 1). */
  readonly random: () => number
}

export const browserClock: Clock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}
