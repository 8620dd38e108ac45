/** The queue of a round: what the server holds, what was pushed since, and what is on its way. */
import { type Accessor, createMemo, onCleanup } from 'solid-js'
import type { CellRow } from '../../../shared/http/api.ts'
import type { ModeId, ProjectId, RoundId } from '../../../shared/ids.ts'
import { cellKey } from '../../../shared/live/reduce.ts'
import { getCells } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import type { Live } from '../../live/live.tsx'
import { type Cell, keepSame, withDecision } from './cells.ts'
import { createSentDecisions } from './desk.ts'

/** Submits come in bursts; the queue may lag a little, but must not ask once per submit. */
const REFRESH_MS = 2_000

export function createQueueData(live: Live, key: Accessor<readonly [ProjectId, RoundId] | undefined>, mode: Accessor<ModeId | undefined>) {
  const fetched = createFetched(key, ([project, round]) => getCells(project, round, 'all'))
  const sent = createSentDecisions(live)
  const rows = createMemo<readonly CellRow[]>((before) => keepSame(before, fetched.value()?.cells ?? []), [])
  const cells = createMemo<readonly Cell[]>(() =>
    rows()
      .filter((row) => mode() === undefined || row.mode === mode())
      .map((row) => withDecision(row, live.state().decisions[cellKey(row)], sent.of(cellKey(row)))),
  )

  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = live.onEvent((event) => {
    if (event.type !== 'segment.submitted' && event.type !== 'trace.submitted') return
    timer ??= setTimeout(() => {
      timer = undefined
      fetched.refetch()
    }, REFRESH_MS)
  })
  onCleanup(() => {
    stop()
    clearTimeout(timer)
  })
  return { fetched, cells, sent }
}
