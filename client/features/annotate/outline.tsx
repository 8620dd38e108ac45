/** Every segment in its lane, with what I said of it. */
import { createMemo, For, type JSX, Show } from 'solid-js'
import type { OutlineRow } from '../../../shared/http/api.ts'
import { signedText } from '../../trace-view/signed-text.ts'
import { formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { codesOf, isUnjudged, shortOf } from './draft.ts'
import { FixedRows } from './fixed-rows.tsx'
import { useLabelling } from './labelling.tsx'
import { laneLeft, laneLetters, laneStep } from './lanes.ts'

const ROW_PX = 23

export function Outline(): JSX.Element {
  const { acts, trace, place } = useLabelling()
  const asked = () => {
    const { asked } = acts.counts()
    return asked < trace.segments.length ? `${asked} of ${trace.segments.length} asked` : formatMany(asked, 'segment')
  }
  const letters = laneLetters(trace.lanes)
  return (
    <nav
      class="outline"
      aria-label="Outline"
      style={{ '--lane-step': `${laneStep(trace.lanes.length)}px`, '--lane-n': trace.lanes.length }}
    >
      <div class="out-head">
        <span />
        <span class="lanes-h">
          <For each={trace.lanes.slice(0, 4)}>{(lane) => <span title={lane}>{trace.lanes.length > 4 ? '' : letters.get(lane)}</span>}</For>
        </span>
        <span class="out-n">{asked()}</span>
        <span>mine</span>
      </div>
      <FixedRows count={trace.segments.length} height={ROW_PX} current={Math.min(place.at(), trace.segments.length - 1)} label="Segments">
        {(index) => <Show when={trace.segments[index]}>{(row) => <Row row={row()} />}</Show>}
      </FixedRows>
      <div class="out-key" aria-hidden="true">
        <span>
          <i class="d done" />
          done
        </span>
        <span>
          <i class="d hit" />
          failure
        </span>
        <span>
          <i class="d later" />
          later
        </span>
        <span>
          <i class="d" />
          not read
        </span>
      </div>
    </nav>
  )
}

function Row(props: { readonly row: OutlineRow }): JSX.Element {
  const { acts, codebook, place, trace } = useLabelling()
  const isHere = () => place.at() === props.row.index
  const record = () => acts.record(props.row.id)
  const codes = createMemo(() => {
    const labels = record()?.labels
    return labels ? codesOf(labels.values, codebook) : []
  })
  const state = () => {
    if (!acts.isAsked(props.row.id)) return 'to be read only'
    if (acts.isDraft(props.row.id)) return record()?.state === 'submitted' ? 'corrected, not submitted' : 'draft'
    const labels = record()?.labels
    if (labels && isUnjudged(labels.values)) return 'submitted, cannot judge'
    return labels?.bulk ? 'submitted with the rest' : (record()?.state ?? 'not read')
  }
  const mine = () => {
    const now = state()
    if (now === 'draft') return 'draft'
    if (record()?.state !== 'submitted') return ''
    const labels = record()?.labels
    return labels ? shortOf(labels.values, codebook) : ''
  }
  const left = () => laneLeft(trace.lanes.indexOf(props.row.lane), trace.lanes.length)
  return (
    <li>
      <button
        type="button"
        class="orow"
        classList={{
          done: record()?.state === 'submitted',
          hit: codes().length > 0,
          later: record()?.state === 'later',
          here: isHere(),
          aside: !acts.isAsked(props.row.id),
        }}
        aria-current={isHere() ? 'true' : undefined}
        title={`${props.row.index + 1} ${props.row.actor}: ${props.row.title}`}
        onClick={() => acts.goTo(props.row.index)}
      >
        <span class="no">{props.row.index + 1}</span>
        <span class="lanes">
          <i class="dot" style={{ left: `${left()}px` }} />
        </span>
        <span class="ttl">
          <bdi>{signedText(props.row.title) || props.row.actor}</bdi>
        </span>
        <span class="my">
          <Show when={props.row.hasError}>
            <Icon name="error" class="err" label="tool error" />
          </Show>
          <Show when={state() === 'later'} fallback={mine()}>
            <Icon name="stuck" />
          </Show>
          <span class="sr">{state()}</span>
        </span>
      </button>
    </li>
  )
}
