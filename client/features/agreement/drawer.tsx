/** One pair and one mode: the four counts, what follows from them, and the way to the segments. */
import { A } from '@solidjs/router'
import { For, Show } from 'solid-js'
import type { PairFigure } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { formatCoefficient, formatInterval, formatMany } from '../../ui/format.ts'
import { adviceOn } from './advice.ts'
import { pairMeasures } from './pair-measures.ts'
import type { Selection } from './selection.ts'
import { TwoByTwo } from './two-by-two.tsx'
import { type Names, pairSentence } from './words.ts'

export function PairDrawer(props: {
  pair: PairFigure
  mode: Codebook['modes'][number]
  names: Names
  selection: Selection
  /** Where the cells of the mode are settled. */
  settleAt: string
}) {
  const a = () => props.names(props.pair.raters[0])
  const b = () => props.names(props.pair.raters[1])
  const differ = () => props.pair.onlyA + props.pair.onlyB
  return (
    <section
      class="drawer"
      aria-label={`${props.mode.code} ${props.mode.name}, ${a()} and ${b()}`}
      onKeyDown={(event) => event.key === 'Escape' && props.selection.close()}
    >
      <div class="dr-h">
        <div class="grow">
          <div class="micro t3">
            {props.mode.id} {props.mode.name}
          </div>
          <h2>
            {a()} and {b()}
          </h2>
        </div>
        <IconButton icon="up" name="Mode above" onPress={() => props.selection.move(-1, 0)} />
        <IconButton icon="down" name="Mode below" onPress={() => props.selection.move(1, 0)} />
        <IconButton icon="x" name="Close" onPress={() => props.selection.close()} />
      </div>
      <div class="dr-b">
        <TwoByTwo pair={props.pair} a={a()} b={b()} />
        <Figures pair={props.pair} names={props.names} />
      </div>
      <ul class="advice grow">
        <For each={adviceOn(props.pair, a(), b())}>
          {(advice) => (
            <li>
              <b>{advice.title}</b> {advice.text}
            </li>
          )}
        </For>
      </ul>
      <div class="dr-f">
        <Show
          when={differ() > 0}
          fallback={<span class="small t2">They never differed here, so there is nothing to settle between them.</span>}
        >
          <A class={buttonClass('primary')} href={props.settleAt}>
            Settle cells of {props.mode.code}
          </A>
          <span class="small t2">{formatMany(differ(), 'segment')} where these two differ</span>
        </Show>
      </div>
    </section>
  )
}

/** Kappa with everything that should be read beside it. */
function Figures(props: { pair: PairFigure; names: Names }) {
  const measures = () => pairMeasures(props.pair)
  const kappa = () => (props.pair.kappa.kind === 'value' ? props.pair.kappa : null)
  return (
    <p class="small t2">
      <Show when={kappa()} fallback={<>{pairSentence(props.pair, props.names)} </>}>
        {(figure) => (
          <>
            κ <b>{formatCoefficient(figure().value)}</b> {intervalText(figure().ci95)}, raw {text(measures().observed)}, AC1{' '}
            {text(measures().ac1)}, PABAK {text(measures().pabak)}.{' '}
          </>
        )}
      </Show>
      <Show when={measures().n > 0}>
        Positive agreement {text(measures().positive)}, negative {text(measures().negative)}. Prevalence index {text(measures().prevalence)}
        , bias index {text(measures().bias)}.{' '}
      </Show>
      {props.pair.setAside === 0
        ? 'Nothing was set aside as unsure or n.a.'
        : `Set aside: ${formatMany(props.pair.setAside, 'segment')} where one of them said unsure or n.a.`}
    </p>
  )
}

function intervalText(interval: readonly [number, number] | null): string {
  return interval ? `(${formatInterval(interval)})` : '(no interval)'
}

function text(value: number | null): string {
  return value === null ? 'undefined (nobody marked it)' : formatCoefficient(value)
}
