/** Pairs of modes that stand against each other in the same segment: what the guideline should tell apart better. */
import { A } from '@solidjs/router'
import { For, Show } from 'solid-js'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { CellRow } from '../../../shared/http/api.ts'
import { Bar } from '../../ui/bar.tsx'
import { formatCount, formatMany } from '../../ui/format.ts'

export type Confused = { codes: string; names: string; segments: number; traces: number }

const SHOWN = 5

/** Segments and traces per pair of modes, most confused first. A crosswise pair makes two cells and is counted once. */
export function confusedPairs(cells: readonly CellRow[], codebook: Codebook): Confused[] {
  const pairs = new Map<string, { modes: [number, number]; segments: Set<string>; traces: Set<string> }>()
  const order = new Map<string, number>(codebook.modes.map((mode, index) => [mode.id, index]))
  for (const cell of cells) {
    const one = order.get(cell.mode)
    const other = cell.confusedWith === null ? undefined : order.get(cell.confusedWith)
    if (one === undefined || other === undefined) continue
    const modes: [number, number] = one < other ? [one, other] : [other, one]
    const pair = pairs.get(modes.join()) ?? { modes, segments: new Set(), traces: new Set() }
    pair.segments.add(cell.segmentId)
    pair.traces.add(cell.traceId)
    pairs.set(modes.join(), pair)
  }
  const label = (modes: [number, number], field: 'code' | 'name') => modes.map((index) => codebook.modes[index]?.[field] ?? '')
  return [...pairs.values()]
    .map(({ modes, segments, traces }) => ({
      codes: label(modes, 'code').join(' / '),
      names: label(modes, 'name').join(' and '),
      segments: segments.size,
      traces: traces.size,
    }))
    .toSorted((a, b) => b.segments - a.segments)
}

export function ConfusedPanel(props: { pairs: readonly Confused[]; settleAt: string }) {
  const most = () => props.pairs[0]?.segments ?? 1
  return (
    <section class="panel">
      <div class="ph">
        <h2>Confused</h2>
        <span class="sub">in segments</span>
        <A class="end small" href={props.settleAt}>
          Settle by pair
        </A>
      </div>
      <div class="bd">
        <Show when={props.pairs.length > 0} fallback={<p class="small t2">No two modes stand against each other in a segment so far.</p>}>
          <For each={props.pairs.slice(0, SHOWN)}>
            {(pair) => (
              <div class="cp" title={pair.names}>
                <span class="code">{pair.codes}</span>
                <Bar class="heat" pieces={[{ value: pair.segments }]} of={most()} label={`${pair.names}: ${pair.segments} segments`} />
                <b class="rt">{formatCount(pair.segments)}</b>
                <span class="small t2">{formatMany(pair.traces, 'trace')}</span>
              </div>
            )}
          </For>
        </Show>
      </div>
    </section>
  )
}
