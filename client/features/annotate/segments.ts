/** The segments of a trace, fetched in blocks: the one that is read, the next ones, and of a trace of common size all the rest. */
import { createSignal } from 'solid-js'
import { createStore, produce } from 'solid-js/store'
import type { SegmentView, TraceView } from '../../../shared/http/api.ts'
import type { ProjectId } from '../../../shared/ids.ts'
import { getSegments } from '../../http/api.ts'

const BLOCK = 20
/** Code points up to which a whole trace is fetched ahead, so that labelling goes on when the connection is lost. */
const WHOLE_TRACE = 3_000_000

export type Segments = {
  readonly get: (index: number) => SegmentView | undefined
  /** Fetches the block of the segment and the one after it, unless they are there. */
  readonly want: (index: number) => void
  /** Fetches whatever is not there yet, whatever its size. */
  readonly fetchAll: () => Promise<void>
  readonly error: () => unknown
  readonly retry: () => void
}

export function createSegments(project: ProjectId, trace: TraceView): Segments {
  const count = trace.segments.length
  const [views, setViews] = createStore<Record<number, SegmentView>>({})
  const [error, setError] = createSignal<unknown>()
  const asked = new Map<number, Promise<boolean>>()
  let wanted = 0

  /** Resolves to whether the block is there. */
  function load(block: number): Promise<boolean> {
    const from = block * BLOCK
    if (from < 0 || from >= count) return Promise.resolve(true)
    const known = asked.get(block)
    if (known) return known
    const loading = getSegments(project, trace.id, from, Math.min(count, from + BLOCK)).then(
      (segments) => {
        setError(undefined)
        setViews(
          produce((all) => {
            for (const segment of segments) all[segment.index] = segment
          }),
        )
        return true
      },
      (reason: unknown) => {
        asked.delete(block)
        setError(() => reason)
        return false
      },
    )
    asked.set(block, loading)
    return loading
  }

  async function loadAll(): Promise<void> {
    for (let block = 0; block * BLOCK < count; block++) {
      if (!(await load(block))) return
    }
  }

  function want(index: number): void {
    wanted = index
    const block = Math.floor(index / BLOCK)
    void load(block).then(() => load(block + 1))
  }

  const isCommon = trace.segments.reduce((sum, row) => sum + row.textLength, 0) <= WHOLE_TRACE
  if (isCommon) void Promise.resolve().then(loadAll)
  return {
    get: (index) => views[index],
    want,
    fetchAll: loadAll,
    error,
    retry: () => {
      setError(undefined)
      want(wanted)
      if (isCommon) void loadAll()
    },
  }
}
