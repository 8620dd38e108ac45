/** Everything the pictures show, as one table of numbers. */
import { For } from 'solid-js'
import type { AgreementStudy } from '../../../shared/agreement/round/study.ts'
import type { AgreementSummary, Figure } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { formatCoefficient, formatCount, formatInterval } from '../../ui/format.ts'
import { figureText, reasonWords } from './words.ts'

const HEADS = [
  'κ',
  '95 % interval',
  'raw',
  'positive',
  'negative',
  'AC1',
  '95 % interval',
  'α',
  '95 % interval',
  'PABAK',
  'seen',
  'traces',
] as const

export function FiguresTable(props: { summary: AgreementSummary; codebook: Codebook; study: AgreementStudy | undefined }) {
  const codeOf = (id: string) => props.codebook.modes.find((mode) => mode.id === id)?.code ?? id
  return (
    <section class="panel figures" aria-label="All figures">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by key */}
      <div class="mscroll" tabIndex={0}>
        <table class="nums">
          <caption class="sr">Agreement per mode, over all annotators</caption>
          <thead>
            <tr>
              <th>Mode</th>
              <For each={HEADS}>{(head) => <th class="n">{head}</th>}</For>
              <For each={props.summary.raters}>{(rater) => <th class="n">{rater.name} present</th>}</For>
              <th>Notes</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.summary.modes}>
              {(mode) => (
                <tr>
                  <th scope="row">
                    <span class="code">{codeOf(mode.mode)}</span>
                  </th>
                  <For
                    each={[
                      figureText(mode.kappa),
                      limits(mode.kappa),
                      share(mode.kappa.observed),
                      share(mode.positiveAgreement),
                      share(mode.negativeAgreement),
                      figureText(mode.ac1),
                      limits(mode.ac1),
                      figureText(mode.alpha),
                      limits(mode.alpha),
                      share(mode.pabak),
                      formatCount(mode.seen),
                      formatCount(mode.traces),
                    ]}
                  >
                    {(text) => <td class="n">{text}</td>}
                  </For>
                  <For each={mode.positives}>
                    {(positive) => (
                      <td class="n">
                        {formatCount(positive.present)} of {formatCount(positive.of)}
                      </td>
                    )}
                  </For>
                  <td class="notes small t2">{mode.notes.map((note) => note.message).join(' ')}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
        <table class="nums">
          <caption>Modes taken for each other</caption>
          <thead>
            <tr>
              <th>Modes</th>
              <th class="n">segments</th>
              <th class="n">traces</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.study?.confusions ?? []}>
              {(confusion) => (
                <tr>
                  <th scope="row" class="code">
                    {confusion.modes.map(codeOf).join(' / ')}
                  </th>
                  <td class="n">{formatCount(confusion.segments)}</td>
                  <td class="n">{formatCount(confusion.traces)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
        <table class="nums">
          <caption>Rounds</caption>
          <thead>
            <tr>
              <th>Round</th>
              <th>Codebook</th>
              <th class="n">pooled κ</th>
              <th class="n">95 % interval</th>
            </tr>
          </thead>
          <tbody>
            <For each={props.study?.trend ?? []}>
              {(point) => (
                <tr>
                  <th scope="row">{point.name}</th>
                  <td>{point.codebook.version}</td>
                  <td class="n">{figureText(point.pooled)}</td>
                  <td class="n">{limits(point.pooled)}</td>
                </tr>
              )}
            </For>
          </tbody>
        </table>
      </div>
    </section>
  )
}

function limits(figure: Figure): string {
  if (figure.kind === 'undefined') return reasonWords[figure.reason]
  return figure.ci95 ? formatInterval(figure.ci95) : 'none'
}

function share(value: number | null): string {
  return value === null ? '–' : formatCoefficient(value)
}
