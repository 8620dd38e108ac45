/** Modes down, pairs of annotators across; numbers first, ink where there is trouble. One tab stop, then arrow keys. */
import { For, Index, Show } from 'solid-js'
import type { AgreementSummary, ModeFigure } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { formatCount } from '../../ui/format.ts'
import { IntervalPlot } from '../../ui/interval-plot.tsx'
import { BAR, FEW_SEEN } from './heat.ts'
import { HeatCell } from './heat-cell.tsx'
import { createPlotWidth, PlotAxis } from './plot-axis.tsx'
import type { CellPlace, Selection } from './selection.ts'
import { figureText, type ItemWord, modeSentence, type Names, reasonWords } from './words.ts'

type TableProps = { summary: AgreementSummary; codebook: Codebook; names: Names; item: ItemWord; selection: Selection }

export function ModeTable(props: TableProps) {
  const pairs = () => props.summary.modes[0]?.pairs ?? []
  const plot = createPlotWidth()
  const figureOf = (mode: string) => props.summary.modes.find((one) => one.mode === mode)
  const startsCategory = (index: number) => index > 0 && props.codebook.modes[index - 1]?.category !== props.codebook.modes[index]?.category
  return (
    <div class="mscroll">
      <table class="mt" style={{ '--pairs': pairs().length }}>
        <caption class="sr">Cohen's kappa, modes by pairs of annotators. Arrow keys move, Enter opens the table of a pair.</caption>
        <thead>
          <tr>
            <th class="name">Mode, by code</th>
            <Index each={pairs()}>
              {(pair) => (
                <th class="pr">
                  {props.names(pair().raters[0])}
                  <br />
                  {props.names(pair().raters[1])}
                </th>
              )}
            </Index>
            <th class="plot" ref={plot.measure}>
              pooled κ over pairs, 95 %
              <PlotAxis width={plot.width()} />
            </th>
            <th class="n">κ</th>
            <th class="n">AC1</th>
            <th class="n" title="segments where at least one annotator marked it present">
              seen
            </th>
          </tr>
        </thead>
        <tbody onKeyDown={(event) => props.selection.onKey(event)}>
          <For each={props.codebook.modes}>
            {(mode, index) => (
              <Show when={figureOf(mode.id)}>
                {(row) => (
                  <tr classList={{ gap: startsCategory(index()) }}>
                    <th class="name" scope="row" title={`${mode.id} ${mode.name}`}>
                      <span class="code">{mode.code}</span>
                      {mode.name}
                    </th>
                    <Index each={row().pairs}>
                      {(pair, column) => {
                        const place: CellPlace = { mode: mode.id, pair: column }
                        return (
                          <HeatCell
                            pair={pair()}
                            code={mode.code}
                            names={props.names}
                            item={props.item}
                            isCurrent={props.selection.isCurrent(place)}
                            isOpen={props.selection.isOpen() && props.selection.isCurrent(place)}
                            ref={(element) => props.selection.register(place, element)}
                            onFocus={() => props.selection.point(place)}
                            onOpen={() => props.selection.open(place)}
                          />
                        )
                      }}
                    </Index>
                    <Pooled item={props.item} mode={row()} name={`${mode.code} ${mode.name}`} plotWidth={plot.width()} />
                  </tr>
                )}
              </Show>
            )}
          </For>
        </tbody>
      </table>
    </div>
  )
}

/** The figures over all pairs of one mode. */
function Pooled(props: { item: ItemWord; mode: ModeFigure; name: string; plotWidth: number }) {
  const value = () => (props.mode.kappa.kind === 'value' ? props.mode.kappa : null)
  const reason = () => (props.mode.kappa.kind === 'undefined' ? reasonWords[props.mode.kappa.reason] : '')
  return (
    <>
      <td class="plot">
        <Show when={value()} fallback={<span class="why">undefined: {reason()}</span>}>
          {(figure) => (
            <IntervalPlot
              value={figure().value}
              interval={figure().ci95}
              bar={BAR}
              thin={props.mode.seen < FEW_SEEN}
              width={props.plotWidth}
              grid
              label={modeSentence(props.mode, props.name, props.item)}
            />
          )}
        </Show>
      </td>
      <td class="n k" title={modeSentence(props.mode, props.name, props.item)}>
        {figureText(props.mode.kappa)}
      </td>
      <td class="n t2">{figureText(props.mode.ac1)}</td>
      <td class="n t2">{formatCount(props.mode.seen)}</td>
    </>
  )
}
