/** Pairs of modes that stand against each other in the same segment: what the guideline should tell apart better. */
import { A } from '@solidjs/router'
import { For, Show } from 'solid-js'
import type { Confusion } from '../../../shared/agreement/round/study.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { Bar } from '../../ui/bar.tsx'
import { formatCount, formatMany } from '../../ui/format.ts'
import type { ItemWord } from './words.ts'

const SHOWN = 5

export function ConfusedPanel(props: { confusions: readonly Confusion[]; codebook: Codebook; item: ItemWord; settleAt: string }) {
  const most = () => props.confusions[0]?.segments ?? 1
  const label = (confusion: Confusion, field: 'code' | 'name', between: string) =>
    confusion.modes.map((id) => props.codebook.modes.find((mode) => mode.id === id)?.[field] ?? id).join(between)
  return (
    <section class="panel">
      <div class="ph">
        <h2>Confused</h2>
        <span class="sub">in {props.item.many}</span>
        <A class="end small" href={props.settleAt}>
          Settle by pair
        </A>
      </div>
      <div class="bd">
        <Show
          when={props.confusions.length > 0}
          fallback={<p class="small t2">No two modes stand against each other in a {props.item.one} so far.</p>}
        >
          <For each={props.confusions.slice(0, SHOWN)}>
            {(confusion) => (
              <div class="cp" title={label(confusion, 'name', ' and ')}>
                <span class="code">{label(confusion, 'code', ' / ')}</span>
                <Bar
                  class="heat"
                  pieces={[{ value: confusion.segments }]}
                  of={most()}
                  label={`${label(confusion, 'name', ' and ')}: ${formatMany(confusion.segments, props.item.one)}`}
                />
                <b class="rt">{formatCount(confusion.segments)}</b>
                <span class="small t2">{formatMany(confusion.traces, 'trace')}</span>
              </div>
            )}
          </For>
          <Show when={props.confusions.length > SHOWN}>
            <p class="small t2">{formatMany(props.confusions.length - SHOWN, 'more pair')} in the table.</p>
          </Show>
        </Show>
      </div>
    </section>
  )
}
