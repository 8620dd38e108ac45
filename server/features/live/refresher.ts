export type RoundRef = { readonly projectId: string; readonly roundId: string }

/** Of each second at most about a tenth goes into figures, however long one takes: labels come first. */
const REST_PER_WORK = 9

/**
 * Refreshes rounds that were touched: at once after a quiet time, and then never again before a pause, which grows with the time a
 * refresh takes. What is touched meanwhile is in the next one; nothing is left stale.
 */
export function makeRefresher(pauseMs: number, onError: (error: unknown) => void, refresh: (round: RoundRef) => Promise<void>) {
  const dirty = new Map<string, RoundRef>()
  let isBusy = false
  let timer: NodeJS.Timeout | null = null

  async function run(): Promise<void> {
    const startedAt = performance.now()
    const rounds = [...dirty.values()]
    dirty.clear()
    for (const round of rounds) await refresh(round).catch(onError)
    timer = setTimeout(rest, Math.max(pauseMs, REST_PER_WORK * (performance.now() - startedAt)))
    timer.unref()
  }

  function rest(): void {
    timer = null
    isBusy = false
    if (dirty.size > 0) begin()
  }

  function begin(): void {
    isBusy = true
    // The turn of the event loop that touched it ends first: what it commits together is shown together.
    setImmediate(() => void run())
  }

  return {
    touch(round: RoundRef): void {
      dirty.set(round.roundId, round)
      if (!isBusy) begin()
    },
    stop(): void {
      dirty.clear()
      if (timer) clearTimeout(timer)
    },
  }
}
