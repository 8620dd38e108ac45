/** The very segments behind a number of a pair's table. */
import { For, Match, Show, Switch } from 'solid-js'
import type { CellName, CellsBehind } from '../../../shared/agreement/round/study.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { Fetched } from '../../http/fetched.ts'
import { formatMany, listed } from '../../ui/format.ts'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import type { ItemWord } from './words.ts'

export function Behind(props: { fetched: Fetched<CellsBehind>; cell: CellName; codebook: Codebook; a: string; b: string; item: ItemWord }) {
  const codeOf = (id: string) => props.codebook.modes.find((mode) => mode.id === id)?.code ?? id
  const title = () => ({ both: 'Both', onlyA: `${props.a} only`, onlyB: `${props.b} only`, neither: 'Neither' })[props.cell]
  /** Who did not mark it: their other marks say what they saw instead. */
  const silent = () => (props.cell === 'onlyA' ? 'b' : 'a')
  const instead = (cells: CellsBehind) =>
    cells.instead.length === 0
      ? ''
      : `${listed(cells.instead.slice(0, 2).map(({ mode, items }) => `${items} where ${silent() === 'b' ? props.b : props.a} said ${codeOf(mode)}`))}`
  return (
    <Switch fallback={<LoadingRows rows={4} label="Loading segments" />}>
      <Match when={props.fetched.error()}>
        {(error) => <LoadError what="These segments" error={error()} onRetry={() => props.fetched.refetch()} />}
      </Match>
      <Match when={props.fetched.value()}>
        {(cells) => (
          <>
            <div class="seg-h" aria-live="polite">
              <b>
                {title()}, {formatMany(cells().total, props.item.one)}
              </b>
              <span class="t2 small">{instead(cells())}</span>
            </div>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by key */}
            <ul class="segs grow" tabIndex={0} aria-label={`${props.item.Many} behind this number`}>
              <For each={cells().items}>
                {(one) => (
                  <li>
                    <div class="w">
                      <b class="cut">{one.traceTitle}</b>
                      <Show when={one.segmentIndex !== null}>
                        <span class="t3 small">segment {(one.segmentIndex ?? 0) + 1}</span>
                      </Show>
                      <span class="end small t2">
                        <Show when={props.cell === 'onlyA' || props.cell === 'onlyB'}>
                          {silent() === 'b' ? props.b : props.a}:{' '}
                          <span class="code">{one[silent()].present.map(codeOf).join(' ') || 'nothing'}</span>
                        </Show>
                      </span>
                    </div>
                    <For each={[...one.a.quotes, ...one.b.quotes]}>{(quote) => <div class="q">“{quote}”</div>}</For>
                  </li>
                )}
              </For>
              <Show when={cells().total > cells().items.length}>
                <li class="small t2">The first {cells().items.length} are shown.</li>
              </Show>
            </ul>
          </>
        )}
      </Match>
    </Switch>
  )
}
