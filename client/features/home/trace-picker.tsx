import { createMemo, createSignal, For, Show } from 'solid-js'
import type { TraceRow } from '../../../shared/http/api.ts'
import type { TraceId } from '../../../shared/ids.ts'
import { Button } from '../../ui/button.tsx'
import { formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'

/** A list of traces to tick; "all shown" takes what the filter left. */
export function TracePicker(props: {
  traces: readonly TraceRow[]
  chosen: ReadonlySet<TraceId>
  onChange: (chosen: ReadonlySet<TraceId>) => void
}) {
  const [text, setText] = createSignal('')
  const [onlyNew, setOnlyNew] = createSignal(false)
  const shown = createMemo(() => {
    const wanted = text().trim().toLowerCase()
    return props.traces.filter(
      (trace) =>
        (!onlyNew() || trace.rounds.length === 0) &&
        [trace.title, trace.framework, trace.model, trace.benchmark].some((field) => field?.toLowerCase().includes(wanted)),
    )
  })
  const toggle = (id: TraceId) => {
    const next = new Set(props.chosen)
    if (!next.delete(id)) next.add(id)
    props.onChange(next)
  }
  const isAll = () => shown().length > 0 && shown().every((trace) => props.chosen.has(trace.id))
  const toggleShown = () => {
    const ids = shown().map((trace) => trace.id)
    props.onChange(isAll() ? new Set([...props.chosen].filter((id) => !ids.includes(id))) : new Set([...props.chosen, ...ids]))
  }
  return (
    <div class="picker">
      <div class="row">
        <input
          class="inp grow"
          type="search"
          placeholder="Filter by title, model or framework"
          aria-label="Filter traces"
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <label class="check">
          <input type="checkbox" checked={onlyNew()} onChange={(event) => setOnlyNew(event.currentTarget.checked)} />
          <span class="box">
            <Icon name="check" />
          </span>
          in no round yet
        </label>
        <Button small off={shown().length === 0 ? 'No trace is shown' : undefined} onPress={toggleShown}>
          {isAll() ? 'None of these' : `All ${shown().length}`}
        </Button>
      </div>
      <ul>
        <For each={shown()} fallback={<li class="t2 small none">No trace matches.</li>}>
          {(trace) => (
            <li>
              <label class="check">
                <input type="checkbox" checked={props.chosen.has(trace.id)} onChange={() => toggle(trace.id)} />
                <span class="box">
                  <Icon name="check" />
                </span>
                <span class="cut grow">{trace.title}</span>
                <span class="small t3">{formatMany(trace.segments, 'segment')}</span>
                <Show when={trace.rounds.length > 0}>
                  <span class="small t3">
                    in {trace.rounds.length === 1 ? 'round' : 'rounds'} {trace.rounds.join(', ')}
                  </span>
                </Show>
              </label>
            </li>
          )}
        </For>
      </ul>
    </div>
  )
}
