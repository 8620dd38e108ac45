/** Adjudication: one cell at a time, its votes without names, a decision with a reason, and on to the next. */
import { useSearchParams } from '@solidjs/router'
import { createEffect, createMemo, createSignal, Match, Show, Switch } from 'solid-js'
import '../../styles/adjudicate.css'
import { ModeId } from '../../../shared/ids.ts'
import { getCell, getMembers, getTrace } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { createCodebook, placeOf, useProjectPage } from '../../http/project.ts'
import { useCommands } from '../../keyboard/keyboard.tsx'
import { useLive } from '../../live/live.tsx'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { isOpen } from './cells.ts'
import { adjudicateCommands } from './commands.ts'
import { ConflictStrip, createConflicts, insistOnMine, leaveTheirs } from './conflicts.tsx'
import { DecisionPanel } from './decision-panel.tsx'
import { createDesk } from './desk.ts'
import { NothingLeft, NothingToSettle } from './empty.tsx'
import { type Group, type GroupBy, groupCells } from './grouping.ts'
import { Queue } from './queue.tsx'
import { createQueueData } from './queue-data.ts'
import { SegmentContext } from './segment-context.tsx'
import { StatusLine } from './status-line.tsx'
import { Tools } from './tools.tsx'
import { reasonWord, valueWords } from './words.ts'

export default function AdjudicatePage() {
  const page = useProjectPage()
  const live = useLive()
  const toasts = useToasts()
  const [search, setSearch] = useSearchParams<{ mode: string }>()
  const mode = () => (search.mode === undefined ? undefined : ModeId.parse(search.mode))
  const roundKey = () => {
    const round = page.round()
    return round ? ([page.id(), round.id] as const) : undefined
  }
  const codebook = createCodebook(page.id, page.round)
  const members = createFetched(page.id, getMembers)
  const data = createQueueData(live, roundKey, mode)

  const [by, setBy] = createSignal<GroupBy>('pair')
  const [toggled, setToggled] = createSignal<ReadonlyMap<string, boolean>>(new Map())
  const [openedRows, setOpenedRows] = createSignal<{ key: string; indexes: ReadonlySet<number> }>({ key: '', indexes: new Set() })
  const [queueShown, setQueueShown] = createSignal(false)
  let noteInput: HTMLInputElement | undefined

  const groups = createMemo<Group[]>(() => {
    const held = codebook.value()
    return held ? groupCells(data.cells(), by(), held) : []
  })
  const order = createMemo(() => groups().flatMap((group) => group.cells))
  const codeOf = (id: string) => codebook.value()?.modes.find((one) => one.id === id)?.code ?? id
  const nameOf = (user: string) =>
    user === live.viewer()?.userId ? 'you' : (members.value()?.find((member) => member.id === user)?.name ?? 'another lead')

  const desk = createDesk(
    () => order(),
    data.sent,
    (cell, value, reason) =>
      toasts.say(`Settled ${codeOf(cell.mode)} as ${valueWords[value].word}, ${reasonWord(reason)}`, {
        label: 'Undo',
        keys: 'z',
        run: desk.undo,
      }),
  )
  const current = desk.current
  const groupOf = (key: string | undefined) => groups().find((group) => group.cells.some((cell) => cell.key === key))
  const isExpanded = (group: Group) => toggled().get(group.id) ?? group.id === groupOf(current()?.key)?.id

  const detailKey = () => {
    const cell = current()
    return cell ? ([page.id(), cell.roundId, cell.segmentId, cell.mode] as const) : undefined
  }
  const detail = createFetched(detailKey, ([project, round, segment, id]) => getCell(project, round, segment, id))
  const traceKey = () => {
    const cell = current()
    return cell ? ([page.id(), cell.traceId] as const) : undefined
  }
  const trace = createFetched(traceKey, ([project, id]) => getTrace(project, id))

  const conflicts = createConflicts(live, () => page.round()?.id)
  const conflict = () => conflicts()[0]
  // "Settled" must not stand beside "was not recorded".
  createEffect(() => conflicts().length > 0 && toasts.clear())
  const answerConflict = (answer: typeof leaveTheirs) => {
    const held = conflict()
    return held ? () => answer(live, held) : undefined
  }
  const toggleRow = (index: number) => {
    const key = current()?.segmentId ?? ''
    const held = openedRows().key === key ? openedRows().indexes : new Set<number>()
    const indexes = new Set(held)
    if (!indexes.delete(index)) indexes.add(index)
    setOpenedRows({ key, indexes })
  }

  useCommands(() =>
    adjudicateCommands({
      desk,
      undo: () => {
        toasts.clear()
        desk.undo()
      },
      focusNote: () => noteInput?.focus(),
      toggleQueue: () => setQueueShown((shown) => !shown),
      leaveTheirs: answerConflict(leaveTheirs),
      insistOnMine: conflict()?.theirs ? answerConflict(insistOnMine) : undefined,
    }),
  )

  const error = () => page.project.error() ?? codebook.error() ?? (data.fetched.value() ? undefined : data.fetched.error())
  const isLoaded = () => page.project.value() !== undefined && (page.round() === undefined || (codebook.value() && data.fetched.value()))
  const now = () => {
    current()
    return new Date()
  }

  return (
    <main class="adj" classList={{ 'show-queue': queueShown() }}>
      <Tools
        rounds={page.rounds()}
        round={page.round()}
        onRound={page.chooseRound}
        by={by()}
        onBy={setBy}
        cells={data.cells()}
        only={mode() === undefined ? undefined : codeOf(mode() ?? '')}
        onAll={() => setSearch({ mode: undefined })}
        onQueue={() => setQueueShown((shown) => !shown)}
      />
      <Switch fallback={<LoadingRows rows={12} label="Loading the queue" />}>
        <Match when={error()}>
          {(reason) => (
            <div class="adj-fill">
              <LoadError what="The queue" error={reason()} onRetry={data.fetched.refetch} />
            </div>
          )}
        </Match>
        <Match when={isLoaded() && !current()}>
          <div class="adj-fill">
            <NothingToSettle
              round={page.round()}
              others={page.rounds().filter((round) => round.id !== page.round()?.id)}
              hrefOf={(round) => placeOf(page.id(), 'adjudicate', { round })}
              home={placeOf(page.id(), 'home')}
            />
          </div>
        </Match>
        <Match when={isLoaded() && current()}>
          {(cell) => (
            <>
              <Queue
                groups={groups()}
                current={cell()}
                conflicts={new Set(conflicts().map((one) => one.key))}
                isExpanded={isExpanded}
                onToggle={(group) => setToggled((before) => new Map(before).set(group.id, !isExpanded(group)))}
                onChoose={desk.go}
                codeOf={codeOf}
              />
              <Show
                when={trace.value()}
                fallback={
                  <section class="ctx">
                    <Show when={trace.error()} fallback={<LoadingRows rows={10} label="Loading the trace" />}>
                      {(reason) => <LoadError what="The trace" error={reason()} onRetry={trace.refetch} />}
                    </Show>
                  </section>
                }
              >
                {(held) => (
                  <SegmentContext
                    project={page.id()}
                    trace={held()}
                    index={cell().segmentIndex}
                    detail={detail.value()}
                    opened={openedRows().key === cell().segmentId ? openedRows().indexes : new Set()}
                    onToggle={toggleRow}
                  />
                )}
              </Show>
              <Show when={codebook.value()}>
                {(book) => (
                  <DecisionPanel
                    cell={cell()}
                    group={groupOf(cell().key)}
                    codebook={book()}
                    detail={detail}
                    desk={desk}
                    nameOf={nameOf}
                    codeOf={codeOf}
                    noteRef={(element) => {
                      noteInput = element
                    }}
                    now={now()}
                    conflict={
                      <>
                        <Show when={conflict()}>
                          {(held) => (
                            <ConflictStrip
                              conflict={held()}
                              more={conflicts().length - 1}
                              cell={order().find((one) => one.key === held().key)}
                              nameOf={nameOf}
                              onLeave={() => leaveTheirs(live, held())}
                              onMine={() => insistOnMine(live, held())}
                              now={now()}
                            />
                          )}
                        </Show>
                        <Show when={!order().some(isOpen)}>
                          <NothingLeft gold={placeOf(page.id(), 'gold', { round: cell().roundId })} count={order().length} />
                        </Show>
                      </>
                    }
                  />
                )}
              </Show>
              <StatusLine desk={desk} detail={detail.value()} />
            </>
          )}
        </Match>
      </Switch>
    </main>
  )
}
