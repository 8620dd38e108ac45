/** The queue: groups that open, rows of cells with their votes. */
import { createEffect, For, on, Show } from 'solid-js'
import { Bar } from '../../ui/bar.tsx'
import { formatCount } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusWord } from '../../ui/tag.tsx'
import type { Cell } from './cells.ts'
import type { Group } from './grouping.ts'
import { stateWords, voteWords } from './words.ts'

type QueueProps = {
  groups: readonly Group[]
  current: Cell | undefined
  /** Keys of cells with an unresolved conflict. */
  conflicts: ReadonlySet<string>
  isExpanded: (group: Group) => boolean
  onToggle: (group: Group) => void
  onChoose: (cell: Cell) => void
  codeOf: (mode: string) => string
}

export function Queue(props: QueueProps) {
  let list: HTMLDivElement | undefined
  createEffect(
    on(
      () => props.current?.key,
      () => list?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    ),
  )
  return (
    <nav class="queue" aria-label="Queue">
      <div class="qlist" ref={list}>
        <For each={props.groups}>
          {(group) => (
            <>
              <button
                type="button"
                class="qg"
                aria-expanded={props.isExpanded(group)}
                title={group.about}
                onClick={() => props.onToggle(group)}
              >
                <Icon name={props.isExpanded(group) ? 'down' : 'right'} size={12} />
                <GroupTitle group={group} />
                <Show when={group.left < group.cells.length}>
                  <Bar
                    class="w40"
                    pieces={[{ value: group.cells.length - group.left, tone: 'gold' }]}
                    of={group.cells.length}
                    label={`${group.cells.length - group.left} of ${group.cells.length} settled`}
                  />
                </Show>
                <span class="end small t2">{leftWords(group)}</span>
              </button>
              <Show when={props.isExpanded(group)}>
                <ol>
                  <For each={group.cells}>{(cell) => <Row {...props} cell={cell} group={group} />}</For>
                </ol>
              </Show>
            </>
          )}
        </For>
      </div>
      <div class="qkey">
        <StatusWord icon="disagree" tone="warn">
          disagree
        </StatusWord>
        <StatusWord icon="settled" tone="gold">
          settled
        </StatusWord>
        <StatusWord icon="conflict" tone="danger">
          conflict
        </StatusWord>
      </div>
    </nav>
  )
}

function GroupTitle(props: { group: Group }) {
  const isCodes = () => props.group.kind === 'pair' || props.group.kind === 'mode'
  return (
    <>
      <Show when={props.group.icon}>{(icon) => <Icon name={icon()} size={14} />}</Show>
      <span class={isCodes() ? 'code' : 'cut'}>{props.group.title}</span>
      <Show when={props.group.kind === 'mode'}>
        <span class="small t2 cut">{props.group.about}</span>
      </Show>
    </>
  )
}

function leftWords(group: Group): string {
  if (group.left === 0) return 'done'
  return group.left === group.cells.length
    ? formatCount(group.left)
    : `${formatCount(group.left)} left of ${formatCount(group.cells.length)}`
}

function Row(props: QueueProps & { cell: Cell; group: Group }) {
  const isHere = () => props.current?.key === props.cell.key
  const inConflict = () => props.conflicts.has(props.cell.key)
  const state = () => (inConflict() ? { icon: 'conflict' as const, word: 'conflict' } : stateWords[props.cell.state])
  return (
    <li>
      <button
        type="button"
        class="qr"
        classList={{ done: props.cell.state === 'settled', here: isHere(), conf: inConflict() }}
        aria-current={isHere() ? 'true' : undefined}
        onClick={() => props.onChoose(props.cell)}
      >
        <Icon name={state().icon} />
        <RowTitle text={props.group.kind === 'trace' ? props.codeOf(props.cell.mode) : props.cell.traceTitle} />
        <span class="num">
          <span class="sr">segment </span>
          {props.cell.segmentIndex + 1}
        </span>
        <span class="v">
          <For each={props.cell.votes}>{(vote) => <Icon name={voteWords[vote].icon} label={voteWords[vote].word} />}</For>
        </span>
        {/* Where one mode is in a group with another, the row says which of the two it asks about. */}
        <span class="code">{props.group.kind === 'pair' || props.group.kind === 'unsure' ? props.codeOf(props.cell.mode) : ''}</span>
        <span class="sr">{state().word}</span>
      </button>
    </li>
  )
}

/** The end of a title tells runs of one task apart, so it is cut in the middle. */
const TAIL = 7

function RowTitle(props: { text: string }) {
  const split = () => Math.max(0, props.text.length - TAIL)
  return (
    <span class="qt" title={props.text}>
      <span class="cut">{props.text.slice(0, split())}</span>
      <span class="tail">{props.text.slice(split())}</span>
    </span>
  )
}
