import { A } from '@solidjs/router'
import { For, Show } from 'solid-js'
import type { RoundView } from '../../../shared/http/api.ts'
import type { RoundId } from '../../../shared/ids.ts'
import { buttonClass } from '../../ui/button.tsx'
import { formatMany } from '../../ui/format.ts'
import { Note } from '../../ui/note.tsx'
import { EmptyState } from '../../ui/states.tsx'

/** The queue holds no cell at all. */
export function NothingToSettle(props: {
  round: RoundView | undefined
  others: readonly RoundView[]
  hrefOf: (round: RoundId) => string
  home: string
}) {
  return (
    <Show
      when={props.round}
      fallback={
        <EmptyState
          icon="settled"
          title="No round yet"
          action={
            <A class={buttonClass('primary')} href={props.home}>
              Go to Home
            </A>
          }
        >
          Cells come here when two people label the same segment and differ. Make a round on Home first.
        </EmptyState>
      }
    >
      {(round) => (
        <EmptyState
          icon="agree"
          title="Nothing to settle"
          action={
            <For each={props.others.slice(0, 3)}>
              {(other) => (
                <A class={buttonClass()} href={props.hrefOf(other.id)}>
                  Look at {other.name}
                </A>
              )}
            </For>
          }
        >
          In {round().name} no two votes on the same cell differ so far. Cells appear here the moment they do.
        </EmptyState>
      )}
    </Show>
  )
}

/** Every cell of the queue is decided; the last one stays in sight. */
export function NothingLeft(props: { gold: string; count: number }) {
  return (
    <div class="left-none">
      <Note icon="settled">
        <b>Nothing left to settle.</b> {props.count === 1 ? 'The one cell' : `All ${formatMany(props.count, 'cell')}`} of this queue{' '}
        {props.count === 1 ? 'is' : 'are'} decided. <A href={props.gold}>See the gold</A>
      </Note>
    </div>
  )
}
