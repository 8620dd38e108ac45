/** Virtual time. One thing happens at a time, in an order that only the seed decides. */

/** Whoever can be stopped: what a dead actor had planned does not happen. */
export type Actor = { readonly name: string; isAlive: boolean /** Where its disk work goes on after its death. */; readonly disk?: Actor }

export type Cancel = () => void

type Planned = { readonly at: number; readonly order: number; readonly actor: Actor; readonly run: () => void | Promise<void> }

export type Scheduler = {
  /** Milliseconds since 1970, as a clock that nobody has touched shows them. */
  readonly now: () => number
  readonly after: (ms: number, actor: Actor, run: () => void | Promise<void>) => Cancel
  /** As `after`, but never before something that was planned with the same lane earlier. */
  readonly inOrder: (lane: { last: number }, ms: number, actor: Actor, run: () => void) => Cancel
  readonly current: () => Actor | null
  /** Plays until the condition holds or the time is over; tells which. */
  readonly play: (options: { until: () => boolean; forMs: number }) => Promise<boolean>
}

const realSetImmediate = globalThis.setImmediate

/** Everything that follows from what just ran, without a further turn of the event loop, has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => realSetImmediate(resolve))
}

/** `looked` runs after each thing that happened: the place for what must always hold. */
export function makeScheduler(start: number, looked: () => void): Scheduler {
  let now = start
  let order = 0
  let planned: Planned[] = []
  let current: Actor | null = null

  function after(ms: number, actor: Actor, run: () => void | Promise<void>): Cancel {
    const one = { at: now + Math.max(0, ms), order: order++, actor, run }
    planned.push(one)
    return () => {
      planned = planned.filter((other) => other !== one)
    }
  }

  function next(until: number): Planned | undefined {
    planned = planned.filter((one) => one.actor.isAlive)
    let first: Planned | undefined
    for (const one of planned) if (!first || one.at < first.at || (one.at === first.at && one.order < first.order)) first = one
    return first && first.at <= until ? first : undefined
  }

  async function play({ until, forMs }: { until: () => boolean; forMs: number }): Promise<boolean> {
    const end = now + forMs
    while (!until()) {
      const one = next(end)
      if (!one) {
        now = end
        return until()
      }
      planned = planned.filter((other) => other !== one)
      now = one.at
      current = one.actor
      await one.run()
      await settled()
      current = null
      looked()
    }
    return true
  }

  return {
    now: () => now,
    after,
    inOrder: (lane, ms, actor, run) => {
      lane.last = Math.max(lane.last, now + ms)
      return after(lane.last - now, actor, run)
    },
    current: () => current,
    play,
  }
}

/**
 * The stand-in for IndexedDB does its work in turns of the event loop: they become turns of virtual time on the disk of whoever
 * asked, so that they too come in an order of the seed's choosing, and go on when the tab that asked is gone.
 */
export async function withDiskInVirtualTime<T>(scheduler: Scheduler, delay: () => number, work: () => Promise<T>): Promise<T> {
  const lanes = new Map<Actor, { last: number }>()
  const virtual = (run: () => void): void => {
    const actor = scheduler.current()
    const disk = actor?.disk ?? actor
    if (!disk) return void realSetImmediate(run)
    const lane = lanes.get(disk) ?? { last: 0 }
    lanes.set(disk, lane)
    scheduler.inOrder(lane, delay(), disk, run)
  }
  globalThis.setImmediate = virtual as typeof setImmediate
  try {
    return await work()
  } finally {
    globalThis.setImmediate = realSetImmediate
  }
}
