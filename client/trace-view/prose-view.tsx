import { createMemo, createSignal, For, type JSX, Match, Show, Switch } from 'solid-js'
import { formatBytes } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { utf8Length } from './output.ts'
import { LineList } from './output-view.tsx'
import { type Block, proseBlocks } from './prose.ts'
import { RunList } from './run-list.tsx'
import type { Highlight } from './runs.ts'
import { plainRuns } from './signs.ts'

/** Prose longer than this is folded: a prompt of a hundred pages must not bury what the agent did. */
const LONG = 8_000
const SHOWN = 3_000

type ProseViewProps = {
  readonly text: string
  readonly start: number
  readonly raw?: boolean
  readonly isMarkdown?: boolean
  readonly highlights: readonly Highlight[]
}

export function ProseView(props: ProseViewProps): JSX.Element {
  const [isFull, setFull] = createSignal(false)
  const isCut = () => props.text.length > LONG && !isFull() && !props.highlights.some((one) => one.end > props.start + SHOWN / 2)
  const text = () => (isCut() ? props.text.slice(0, props.text.lastIndexOf(' ', SHOWN) + 1 || SHOWN) : props.text)
  const blocks = createMemo<Block[]>(() =>
    props.raw ? [{ kind: 'text', runs: plainRuns(text(), props.start) }] : proseBlocks(text(), props.start, props.isMarkdown),
  )
  return (
    <>
      <For each={blocks()}>
        {(block) => (
          <Switch>
            <Match when={block.kind === 'text' && block}>
              {(prose) => (
                <p class="prose" dir="auto">
                  <RunList runs={prose().runs} highlights={props.highlights} />
                </p>
              )}
            </Match>
            <Match when={block.kind === 'code' && block}>
              {(code) => (
                <div class="part fence">
                  <LineList lines={code().lines} highlights={props.highlights} />
                </div>
              )}
            </Match>
          </Switch>
        )}
      </For>
      <Show when={isCut()}>
        <button type="button" class="more alone" onClick={() => setFull(true)}>
          <Icon name="more" size={14} />
          show all {formatBytes(utf8Length(props.text))}
        </button>
      </Show>
    </>
  )
}
