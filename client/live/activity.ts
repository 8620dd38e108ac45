/** When the person last did something, in any tab of this browser profile. Time and the shared place are parameters. */

export type Activity = {
  /** A key was pressed or something pointed at. */
  readonly note: () => void
  /** Whole seconds since the last act in any tab. */
  readonly idleSeconds: () => number
}

/** Where the tabs of one profile leave the time of their last act (ms since 1970), or null before the first. */
export type SharedTime = { readonly read: () => number | null; readonly write: (at: number) => void }

/** Typing makes many acts; the other tabs need not know of each of them. */
const SHARE_EVERY_MS = 1_000

/** To have opened the page is an act too. */
export function makeActivity(now: () => number, shared: SharedTime): Activity {
  let last = now()
  let sharedAt = Number.NEGATIVE_INFINITY
  function note(): void {
    last = now()
    if (last - sharedAt < SHARE_EVERY_MS) return
    sharedAt = last
    shared.write(last)
  }
  note()
  return {
    note,
    idleSeconds: () => {
      const at = now()
      const latest = Math.max(last, shared.read() ?? last)
      // A clock that was set back must not make a person idle since the future.
      return Math.max(0, Math.floor((at - Math.min(latest, at)) / 1_000))
    },
  }
}
