/** The outline where there is no room for it beside the trace. */
import { For, type JSX } from 'solid-js'
import type { OutlineRow } from '../../../shared/http/api.ts'
import type { SegmentId } from '../../../shared/ids.ts'
import { Dialog } from '../../ui/dialog.tsx'

type SegmentChooserProps = {
  readonly rows: readonly OutlineRow[]
  readonly current: number
  readonly stateOf: (segment: SegmentId) => string
  readonly onChoose: (index: number) => void
  readonly onClose: () => void
}

export default function SegmentChooser(props: SegmentChooserProps): JSX.Element {
  return (
    <Dialog open onClose={props.onClose} title="Segments">
      <ol class="chooser">
        <For each={props.rows}>
          {(row) => (
            <li>
              <button
                type="button"
                class="opt"
                aria-current={row.index === props.current ? 'true' : undefined}
                onClick={() => props.onChoose(row.index)}
              >
                <span class="num t3">{row.index + 1}</span>
                <span class="cut grow">
                  <bdi>{row.title || row.actor}</bdi>
                </span>
                <span class="sub">{props.stateOf(row.id)}</span>
              </button>
            </li>
          )}
        </For>
        <li>
          <button type="button" class="opt" onClick={() => props.onChoose(props.rows.length)}>
            <b>Review and submit the trace</b>
          </button>
        </li>
      </ol>
    </Dialog>
  )
}
