import { createMemo, createSignal, For, type JSX, Show } from 'solid-js'
import type { TraceRow } from '../../../shared/http/api.ts'
import type { TraceId } from '../../../shared/ids.ts'
import { Button } from '../../ui/button.tsx'
import { formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import type { RoundPlan } from './round-plan.ts'
import { parseRanges } from './segment-ranges.ts'

type TracePickerProps = {
  readonly traces: readonly TraceRow[]
  readonly plan: RoundPlan
  readonly onChange: (change: Pick<RoundPlan, 'chosen'> | Pick<RoundPlan, 'ranges'>) => void
}

/** A list of traces to tick; "all shown" takes what the filter left. A ticked one may be narrowed to some of its segments. */
export function TracePicker(props: TracePickerProps): JSX.Element {
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
    const next = new Set(props.plan.chosen)
    if (!next.delete(id)) next.add(id)
    props.onChange({ chosen: next })
  }
  const isAll = () => shown().length > 0 && shown().every((trace) => props.plan.chosen.has(trace.id))
  const toggleShown = () => {
    const ids = shown().map((trace) => trace.id)
    const chosen = isAll() ? [...props.plan.chosen].filter((id) => !ids.includes(id)) : [...props.plan.chosen, ...ids]
    props.onChange({ chosen: new Set(chosen) })
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
              <label class="check grow">
                <input type="checkbox" checked={props.plan.chosen.has(trace.id)} onChange={() => toggle(trace.id)} />
                <span class="box">
                  <Icon name="check" />
                </span>
                <span class="cut grow">{trace.title}</span>
                <Show when={trace.rounds.length > 0}>
                  <span class="small t3 wide">
                    in {trace.rounds.length === 1 ? 'round' : 'rounds'} {trace.rounds.join(', ')}
                  </span>
                </Show>
                <span class="small t3 nowrap">{formatMany(trace.segments, 'segment')}</span>
              </label>
              <Show when={props.plan.chosen.has(trace.id)}>
                <Some trace={trace} plan={props.plan} onChange={props.onChange} />
              </Show>
            </li>
          )}
        </For>
      </ul>
    </div>
  )
}

/** Which segments of a ticked trace. */
function Some(props: { readonly trace: TraceRow } & Omit<TracePickerProps, 'traces'>): JSX.Element {
  const text = () => props.plan.ranges[props.trace.id] ?? ''
  const bad = () => {
    const ranges = parseRanges(text(), props.trace.segments)
    return ranges.kind === 'bad' ? ranges.why : undefined
  }
  return (
    <>
      <input
        class="inp some"
        placeholder="all, or 1-10, 15"
        title={bad() ?? 'Empty: all segments. The others can be read and are not labelled.'}
        aria-label={`Segments of ${props.trace.title}`}
        aria-invalid={bad() === undefined ? undefined : 'true'}
        value={text()}
        onInput={(event) => props.onChange({ ranges: { ...props.plan.ranges, [props.trace.id]: event.currentTarget.value } })}
      />
      <Show when={bad()}>{(why) => <span class="bad">{why()}</span>}</Show>
    </>
  )
}
