/** All traces of the project, to be found and handed out. */
import { A } from '@solidjs/router'
import { createMemo, createSignal, Match, onCleanup, Show, Switch } from 'solid-js'
import { getTraces } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { placeOf, useProjectId } from '../../http/project.ts'
import { useCommands } from '../../keyboard/keyboard.tsx'
import { useLive } from '../../live/live.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { formatCount, formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { EmptyState, LoadError, LoadingRows } from '../../ui/states.tsx'
import { filterTraces, type RoundFilter } from './filter.ts'
import { TraceTable } from './trace-table.tsx'

const filters: readonly { value: RoundFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'none', label: 'In no round' },
  { value: 'some', label: 'In a round' },
]

export default function TracesPage() {
  const project = useProjectId()
  const live = useLive()
  const traces = createFetched(project, getTraces)
  const [text, setText] = createSignal('')
  const [rounds, setRounds] = createSignal<RoundFilter>('all')
  const shown = createMemo(() => filterTraces(traces.value() ?? [], text(), rounds()))
  let input: HTMLInputElement | undefined

  onCleanup(live.onEvent((event) => (event.type === 'traces.imported' || event.type === 'round.opened') && traces.refetch()))
  useCommands(() => [{ id: 'traces.filter', keys: ['/'], title: 'Filter the traces', group: 'Traces', run: () => input?.focus() }])

  const newRound = () => `${placeOf(project(), 'home')}?new=round`
  return (
    <main class="plain">
      <div class="hero">
        <h1>Traces</h1>
        <Show when={traces.value()}>
          {(all) => (
            <span class="t2 num" aria-live="polite">
              {shown().length === all().length
                ? formatMany(all().length, 'trace')
                : `${formatCount(shown().length)} of ${formatMany(all().length, 'trace')}`}
              ,{' '}
              {formatMany(
                shown().reduce((sum, row) => sum + row.segments, 0),
                'segment',
              )}
            </span>
          )}
        </Show>
        <span class="grow" />
        <input
          ref={input}
          class="inp find"
          type="search"
          aria-label="Filter traces"
          placeholder="Filter by title, model, framework  /"
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Segmented label="Rounds" value={rounds()} options={filters} onChange={setRounds} />
        <A class={buttonClass()} href={newRound()}>
          <Icon name="plus" />
          New round
        </A>
        <A class={buttonClass()} href={placeOf(project(), 'import')}>
          <Icon name="upload" />
          Import traces
        </A>
      </div>
      <section class="panel scrolls" aria-label="Traces">
        <Switch fallback={<LoadingRows rows={14} label="Loading the traces" />}>
          <Match when={!traces.value() && traces.error()}>
            {(error) => <LoadError what="The list of traces" error={error()} onRetry={traces.refetch} />}
          </Match>
          <Match when={traces.value()?.length === 0}>
            <EmptyState
              icon="folder"
              title="No traces yet"
              action={
                <A class={buttonClass('primary')} href={placeOf(project(), 'import')}>
                  Import traces
                </A>
              }
            >
              Drop what your agents wrote: a folder or single files. Each becomes a trace of segments; the raw bytes are kept.
            </EmptyState>
          </Match>
          <Match when={traces.value() && shown().length === 0}>
            <EmptyState
              icon="search"
              title="No trace matches"
              action={
                <Button
                  onPress={() => {
                    setText('')
                    setRounds('all')
                  }}
                >
                  Show all
                </Button>
              }
            >
              Every word must occur in the title, the format, the framework, the model, the benchmark or the outcome.
            </EmptyState>
          </Match>
          <Match when={shown().length > 0}>
            <TraceTable rows={shown()} />
          </Match>
        </Switch>
      </section>
    </main>
  )
}
