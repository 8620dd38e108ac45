import { Show } from 'solid-js'
import type { RoundView } from '../../../shared/http/api.ts'
import type { RoundId } from '../../../shared/ids.ts'
import { roundOptions } from '../../http/project.ts'
import { Bar } from '../../ui/bar.tsx'
import { Button } from '../../ui/button.tsx'
import { formatCount } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Select } from '../../ui/select.tsx'
import { type Cell, isOpen } from './cells.ts'
import type { GroupBy } from './grouping.ts'

const groupings: readonly { value: GroupBy; label: string }[] = [
  { value: 'pair', label: 'By confusion pair' },
  { value: 'mode', label: 'By mode' },
  { value: 'trace', label: 'By trace' },
]

/** Which round, in which order, and how far. */
export function Tools(props: {
  rounds: readonly RoundView[]
  round: RoundView | undefined
  onRound: (round: RoundId) => void
  by: GroupBy
  onBy: (by: GroupBy) => void
  cells: readonly Cell[]
  /** The code of the only mode shown, when the queue is filtered. */
  only: string | undefined
  onAll: () => void
  onQueue: () => void
}) {
  const settled = () => props.cells.filter((cell) => !isOpen(cell)).length
  return (
    <div class="tools">
      <h1 class="sr">Adjudicate</h1>
      <span class="qbtn">
        <Button icon="menu" keys="q" onPress={props.onQueue}>
          Queue
        </Button>
      </span>
      <Show when={props.round}>
        {(round) => <Select label="Round" value={round().id} options={roundOptions(props.rounds)} onChange={props.onRound} />}
      </Show>
      <Segmented label="Group by" value={props.by} options={groupings} onChange={props.onBy} />
      <Show when={props.only}>
        {(code) => (
          <Button kind="quiet" icon="filter" onPress={props.onAll}>
            Only {code()}; show all
          </Button>
        )}
      </Show>
      <span class="grow" />
      <Show when={props.cells.length > 0}>
        <span class="small t2 num">
          {formatCount(settled())} of {formatCount(props.cells.length)} cells settled
        </span>
        <Bar
          class="w106"
          pieces={[{ value: settled(), tone: 'gold' }]}
          of={props.cells.length}
          label={`${settled()} of ${props.cells.length} settled`}
        />
      </Show>
    </div>
  )
}
