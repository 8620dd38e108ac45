import { createMemo, For, type JSX, Match, Switch } from 'solid-js'
import type { SegmentView } from '../../shared/http/api.ts'
import { CallView } from './call-view.tsx'
import { groupParts } from './calls.ts'
import type { Folds } from './folds.ts'
import type { Highlight } from './runs.ts'
import { SinglePart } from './single-part.tsx'
import './trace-view.css'

type SegmentPartsProps = {
  readonly segment: SegmentView
  readonly folds: Folds
  readonly highlights: readonly Highlight[]
  /** Gets the element that holds the parts, for reading a selection. */
  readonly ref?: (element: HTMLDivElement) => void
}

/** What one segment says and does. */
export function SegmentParts(props: SegmentPartsProps): JSX.Element {
  const groups = createMemo(() => groupParts(props.segment.parts))
  return (
    <div class="parts" ref={(element) => props.ref?.(element)} data-segment={props.segment.id}>
      <For each={groups()}>
        {(group) => (
          <Switch>
            <Match when={group.kind === 'call' && group}>
              {(call) => (
                <CallView
                  segmentId={props.segment.id}
                  call={call().call}
                  results={call().results}
                  folds={props.folds}
                  highlights={props.highlights}
                />
              )}
            </Match>
            <Match when={group.kind === 'single' && group}>
              {(single) => (
                <SinglePart segmentId={props.segment.id} view={single().view} folds={props.folds} highlights={props.highlights} />
              )}
            </Match>
          </Switch>
        )}
      </For>
    </div>
  )
}
