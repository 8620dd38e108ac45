/** Two leads, one cell: whose decision counts. Above the next decision and never in its way. */
import { createMemo, Show } from 'solid-js'
import * as z from 'zod/mini'
import { DecisionView } from '../../../shared/adjudication/decision.ts'
import type { RoundId } from '../../../shared/ids.ts'
import type { CellReopen, CellSettle } from '../../../shared/live/mutations.ts'
import { cellKey } from '../../../shared/live/reduce.ts'
import type { Live } from '../../live/live.tsx'
import { Button } from '../../ui/button.tsx'
import { capitalised, formatTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { Cell } from './cells.ts'
import { decisionWords } from './history.tsx'

type Rejected = ReturnType<Live['rejections']>[number]

export type Conflict = {
  rejected: Rejected
  mine: CellSettle | CellReopen
  key: string
  /** What the server holds, when it is a conflict of two decisions. */
  theirs: DecisionView | null
  message: string
}

/** What was refused in this round, oldest first. */
export function createConflicts(live: Live, round: () => RoundId | undefined) {
  const conflicts = createMemo<readonly Conflict[]>(() =>
    live.rejections().flatMap((rejected) => {
      const mine = rejected.mutation
      if ((mine.type !== 'cell.settle' && mine.type !== 'cell.reopen') || mine.roundId !== round()) return []
      const theirs = z.safeParse(DecisionView, rejected.rejection?.current)
      const isConflict = rejected.rejection?.code === 'revision_conflict' && theirs.success
      return [
        {
          rejected,
          mine,
          key: cellKey(mine),
          theirs: isConflict ? theirs.data : null,
          message: rejected.rejection?.message ?? 'It was refused.',
        },
      ]
    }),
  )
  return conflicts
}

/** Theirs stays: mine is given up, and stays in nobody's way. */
export function leaveTheirs(live: Live, conflict: Conflict): void {
  void live.dismiss(conflict.rejected.mutationId)
}

/** Mine again, now knowingly on top of theirs. */
export function insistOnMine(live: Live, conflict: Conflict): void {
  if (conflict.theirs) void live.mutate({ ...conflict.mine, baseRevision: conflict.theirs.revision })
  void live.dismiss(conflict.rejected.mutationId)
}

export function ConflictStrip(props: {
  conflict: Conflict
  more: number
  cell: Cell | undefined
  nameOf: (user: string) => string
  onLeave: () => void
  onMine: () => void
  now: Date
}) {
  const place = () =>
    props.cell ? `${props.cell.traceTitle}, segment ${props.cell.segmentIndex + 1}` : 'A cell that is no longer in the queue'
  const mine = () =>
    props.conflict.mine.type === 'cell.settle'
      ? decisionWords({ state: 'settled', value: props.conflict.mine.value, reason: props.conflict.mine.reason })
      : 'reopening'
  return (
    <div class="confl" role="alert">
      <Icon name="conflict" />
      <div>
        <Show
          when={props.conflict.theirs}
          fallback={
            <>
              <b>Your last decision was not recorded.</b> {place()}: {props.conflict.message}
              <div class="row">
                <Button small keys="y" onPress={props.onLeave}>
                  Understood
                </Button>
              </div>
            </>
          }
        >
          {(theirs) => (
            <>
              <b>
                {capitalised(props.nameOf(theirs().by))} decided this cell first, at {formatTime(theirs().at, props.now)}.
              </b>{' '}
              {place()}: <b>{decisionWords(theirs())}</b> counts; your <b>{mine()}</b> waits for you here.
              <div class="row">
                <Button small keys="y" onPress={props.onLeave}>
                  Leave theirs
                </Button>
                <Button small keys="m" onPress={props.onMine}>
                  Use mine instead
                </Button>
                <span class="small t2">{props.more > 0 ? `${props.more} more like this` : 'both are kept'}</span>
              </div>
            </>
          )}
        </Show>
      </div>
    </div>
  )
}
