import { createMemo, For, type JSX, Show } from 'solid-js'
import { formatBytes, formatCount, formatMany } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import type { Folds } from './folds.ts'
import { CLAMPED_LINES, MORE_LINES, type Output, outputOf } from './output.ts'
import { RunList } from './run-list.tsx'
import type { Highlight, Line } from './runs.ts'

type OutputViewProps = {
  readonly text: string
  /** Where the text begins in the segment's text, in code points. */
  readonly start: number
  readonly foldKey: string
  readonly folds: Folds
  readonly highlights: readonly Highlight[]
  /** The key that shows all, where one does. */
  readonly keys?: string
}

/** Tool output: head and tail around "show all 1,204 lines", with exact counts. */
export function OutputView(props: OutputViewProps): JSX.Element {
  const output = createMemo(() =>
    outputOf(props.text, props.start, { rendered: !props.folds.isRaw(props.foldKey), lines: props.folds.lines(props.foldKey) }),
  )
  return (
    <>
      <LineList lines={output().head} highlights={props.highlights} />
      <Show when={output().folded > 0 || output().cutsLine}>
        <button type="button" class="more" onClick={() => props.folds.showMore(props.foldKey)}>
          <Icon name="more" size={14} />
          {offer(output(), props.folds.lines(props.foldKey))} <span class="t3">{between(output())}</span>
          <Show when={props.keys}>
            {(keys) => (
              <span class="end wide">
                <Kbd>{keys()}</Kbd>
              </span>
            )}
          </Show>
        </button>
        <LineList lines={output().tail} highlights={props.highlights} />
      </Show>
    </>
  )
}

function LineList(props: { readonly lines: readonly Line[]; readonly highlights: readonly Highlight[] }): JSX.Element {
  return (
    <Show when={props.lines.length > 0}>
      <div class="out" dir="auto">
        <For each={props.lines}>
          {(line) => (
            <div class={line.tone ? `ln ${line.tone}` : 'ln'}>
              <RunList runs={line.runs} highlights={props.highlights} />
            </div>
          )}
        </For>
      </div>
    </Show>
  )
}

export { LineList }

function offer(output: Output, shown: number): string {
  if (output.cutsLine) return `show all ${formatBytes(output.bytes)}`
  if (output.total <= MORE_LINES) return `show all ${formatMany(output.total, 'line')}`
  const next = Math.min(MORE_LINES, output.folded)
  return shown <= CLAMPED_LINES ? `show ${formatCount(next)} of ${formatCount(output.total)} lines` : `show ${formatCount(next)} more`
}

function between(output: Output): string {
  const folded = output.cutsLine ? `${formatMany(output.total, 'line')}, cut` : `${formatCount(output.folded)} folded`
  return output.cutsLine ? folded : `${folded} · ${formatBytes(output.bytes)}`
}
