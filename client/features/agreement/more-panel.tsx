/** What a wanted interval still costs, mode by mode. */
import { createMemo, createSignal, For, Show } from 'solid-js'
import { type HowManyMore, howManyMore } from '../../../shared/agreement/design/how-many-more.ts'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { Bar } from '../../ui/bar.tsx'
import { formatMany, listed } from '../../ui/format.ts'
import { Segmented } from '../../ui/segmented.tsx'
import type { ItemWord } from './words.ts'

const HALVES = ['0.15', '0.10', '0.05'] as const
const SHOWN = 5
type More = Extract<HowManyMore, { kind: 'more' }>

export function MorePanel(props: { summary: AgreementSummary; codebook: Codebook; item: ItemWord }) {
  const [half, setHalf] = createSignal<(typeof HALVES)[number]>('0.10')
  const codeOf = (id: string) => props.codebook.modes.find((mode) => mode.id === id)?.code ?? id
  const plans = createMemo(() => props.summary.modes.map((mode) => ({ code: codeOf(mode.mode), plan: howManyMore(mode, Number(half())) })))
  const open = () =>
    plans()
      .flatMap(({ code, plan }) => (plan.kind === 'more' ? [{ code, plan }] : []))
      .toSorted((a, b) => b.plan.segments - a.plan.segments)
  const unknown = () => plans().flatMap(({ code, plan }) => (plan.kind === 'unknown' ? [{ code, seen: plan.seen }] : []))
  const reached = () => plans().filter(({ plan }) => plan.kind === 'reached').length
  const cost = (plan: More) =>
    props.item.one === 'trace' ? formatMany(plan.segments, 'more trace') : `${formatMany(plan.traces, 'more trace')}`
  return (
    <section class="panel">
      <div class="ph">
        <h2>How many more?</h2>
        <span class="end small t3">for</span>
        <Segmented
          label="Wanted interval"
          value={half()}
          options={HALVES.map((value) => ({ value, label: `± ${value.slice(1)}` }))}
          onChange={setHalf}
        />
      </div>
      <div class="bd">
        <For each={open().slice(0, SHOWN)}>
          {({ code, plan }) => (
            <div class="hm" title={`${formatMany(plan.segments, `more ${props.item.one}`)}, labelled by as many people as now`}>
              <span class="code">{code}</span>
              <span class="t2">{plan.half === null ? 'no interval' : `± ${plan.half.toFixed(2)}`}</span>
              <Bar pieces={[{ value: plan.share }]} of={1} label={`${Math.round(plan.share * 100)} % of the way`} />
              <b>{cost(plan)}</b>
            </div>
          )}
        </For>
        <p class="small t2">
          <Show when={open().length > SHOWN}>{formatMany(open().length - SHOWN, 'mode')} cost less than these. </Show>
          <Show when={open()[0]}>{(worst) => <>{cost(worst().plan)} bring all that can be planned. </>}</Show>
          <Show when={reached() > 0}>{formatMany(reached(), 'mode is', 'modes are')} there already. </Show>
          <Show when={unknown().length > 0}>{unplanned(unknown())}</Show>
        </p>
      </div>
    </section>
  )
}

/** "2.1 cannot be planned: 3 seen." */
function unplanned(modes: readonly { code: string; seen: number }[]): string {
  const [only, ...others] = modes
  if (only && others.length === 0) return `${only.code} cannot be planned: ${only.seen} seen.`
  return `${listed(modes.map(({ code, seen }) => `${code} (${seen} seen)`))} cannot be planned.`
}
