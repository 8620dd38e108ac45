/** Which segment is being labelled. One past the last is the review of the whole trace. */
import { type Accessor, createMemo, createSignal } from 'solid-js'
import type { OutlineRow } from '../../../shared/http/api.ts'

export type Place = {
  readonly at: Accessor<number>
  readonly row: Accessor<OutlineRow | undefined>
  readonly isReview: Accessor<boolean>
  readonly go: (index: number) => void
  readonly step: (by: 1 | -1) => void
  /** To the nearest segment before or after by the same actor. */
  readonly stepSameActor: (by: 1 | -1) => void
  /** "3 of 9 by Remediator". */
  readonly among: Accessor<{ readonly nth: number; readonly of: number }>
}

/** Steps go from one asked segment to the next; the others can still be gone to. */
export function createPlace(rows: readonly OutlineRow[], isAsked: (row: OutlineRow) => boolean, start: number): Place {
  const [at, setAt] = createSignal(start)
  const row = createMemo(() => rows[at()])
  const go = (index: number) => setAt(Math.max(0, Math.min(rows.length, index)))
  const byActor = createMemo(() => rows.filter((one) => one.actor === row()?.actor))
  function step(by: 1 | -1): void {
    let next = at() + by
    for (let row = rows[next]; row && !isAsked(row); row = rows[next]) next += by
    if (next >= 0) go(next)
  }
  return {
    at,
    row,
    isReview: () => at() >= rows.length,
    go,
    step,
    stepSameActor: (by) => {
      const own = byActor()
      const next = own[own.findIndex((one) => one.index === at()) + by]
      if (next) go(next.index)
    },
    among: () => ({ nth: byActor().findIndex((one) => one.index === at()) + 1, of: byActor().length }),
  }
}
