/** One pair and one mode: the four counts, what follows from them, and the very segments behind each. */
import { A } from '@solidjs/router'
import { createSignal, For, Show } from 'solid-js'
import type { CellName } from '../../../shared/agreement/round/study.ts'
import type { PairFigure } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { ProjectId, RoundId } from '../../../shared/ids.ts'
import { type AgreementPart, getCellsBehind } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { buttonClass, IconButton } from '../../ui/button.tsx'
import { formatCoefficient, formatInterval, formatMany } from '../../ui/format.ts'
import { adviceOn } from './advice.ts'
import { Behind } from './behind.tsx'
import { pairMeasures } from './pair-measures.ts'
import type { Selection } from './selection.ts'
import { TwoByTwo } from './two-by-two.tsx'
import { type ItemWord, type Names, pairSentence } from './words.ts'

export function PairDrawer(props: {
  pair: PairFigure
  mode: Codebook['modes'][number]
  names: Names
  selection: Selection
  /** Where the cells of the mode are settled. */
  settleAt: string
  codebook: Codebook
  place: readonly [ProjectId, RoundId]
  part: AgreementPart
  item: ItemWord
}) {
  // Where they differ is what one comes for; the side with more first.
  const [chosen, setChosen] = createSignal<CellName | null>(null)
  const cell = (): CellName => chosen() ?? (props.pair.onlyA >= props.pair.onlyB ? 'onlyA' : 'onlyB')
  const count = () =>
    ({ both: props.pair.bothPresent, onlyA: props.pair.onlyA, onlyB: props.pair.onlyB, neither: props.pair.neither })[cell()]
  // The count is part of the key, so that the list follows the number while people label.
  const behind = createFetched(
    () => [props.mode.id, ...props.pair.raters, cell(), count(), props.part] as const,
    ([mode, a, b, of]) => getCellsBehind(...props.place, props.part, { mode, a, b, cell: of }),
  )
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
        <TwoByTwo pair={props.pair} a={a()} b={b()} cell={cell()} onCell={setChosen} />
        <Figures pair={props.pair} names={props.names} item={props.item} />
      </div>
      <ul class="advice">
        <For each={adviceOn(props.pair, a(), b())}>
          {(advice) => (
            <li>
              <b>{advice.title}</b> {advice.text}
            </li>
          )}
        </For>
      </ul>
      <Behind fetched={behind} cell={cell()} codebook={props.codebook} a={a()} b={b()} item={props.item} />
      <div class="dr-f">
        <Show
          when={differ() > 0}
          fallback={<span class="small t2">They never differed here, so there is nothing to settle between them.</span>}
        >
          <A class={buttonClass('primary')} href={props.settleAt}>
            Settle cells of {props.mode.code}
          </A>
          <span class="small t2">{formatMany(differ(), props.item.one)} where these two differ</span>
        </Show>
      </div>
    </section>
  )
}

/** Kappa with everything that should be read beside it. */
function Figures(props: { pair: PairFigure; names: Names; item: ItemWord }) {
  const measures = () => pairMeasures(props.pair)
  const kappa = () => (props.pair.kappa.kind === 'value' ? props.pair.kappa : null)
  return (
    <p class="small t2">
      <Show when={kappa()} fallback={<>{pairSentence(props.pair, props.names, props.item)} </>}>
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
        : `Set aside: ${formatMany(props.pair.setAside, props.item.one)} where one of them said unsure or n.a.`}
    </p>
  )
}

function intervalText(interval: readonly [number, number] | null): string {
  return interval ? `(${formatInterval(interval)})` : '(no interval)'
}

function text(value: number | null): string {
  return value === null ? 'undefined (nobody marked it)' : formatCoefficient(value)
}
