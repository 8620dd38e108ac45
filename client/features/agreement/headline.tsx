/** The figures of the whole round: pooled kappa with raw agreement, AC1 and alpha beside it, and how much they rest on. */
import { type JSX, Show } from 'solid-js'
import type { AgreementStudy } from '../../../shared/agreement/round/study.ts'
import type { AgreementSummary, Figure } from '../../../shared/agreement/summary.ts'
import { REASON_SENTENCES } from '../../../shared/agreement/undefined-reason.ts'
import { formatCoefficient, formatCount, formatInterval, formatMany } from '../../ui/format.ts'
import { Trend } from './trend.tsx'
import { figureText, type ItemWord } from './words.ts'

export function Headline(props: { summary: AgreementSummary; trend: AgreementStudy['trend']; item: ItemWord }) {
  const pooled = () => props.summary.pooled
  const pairs = () => Math.max(0, ...props.summary.modes.map((mode) => mode.pairs.length))
  const setAside = () => props.summary.modes.flatMap((mode) => mode.pairs).reduce((sum, pair) => sum + pair.setAside, 0)
  return (
    <section class="heads" aria-label="Headline">
      <div class="hd">
        <span class="lab">
          Pooled Cohen’s κ, {formatMany(props.summary.modes.length, 'mode')}, {formatMany(pairs(), 'pair')}
        </span>
        <span class="fig">
          {figureText(pooled())}
          <Show when={interval(pooled())}>{(text) => <small>{text()}</small>}</Show>
        </span>
        <span class="s">{about(pooled(), props.summary.traces)}</span>
      </div>
      <Small name="Raw" sub={pooled().expected === null ? 'no chance level' : `chance ${share(pooled().expected)}`}>
        {share(pooled().observed)}
      </Small>
      <Small name="Gwet’s AC1, all cells" sub={interval(props.summary.ac1) ?? reason(props.summary.ac1)}>
        {figureText(props.summary.ac1)}
      </Small>
      <Small name="Krippendorff’s α, all cells" sub={interval(props.summary.alpha) ?? reason(props.summary.alpha)}>
        {figureText(props.summary.alpha)}
      </Small>
      <Small
        name={`${props.item.Many} used`}
        sub={`${formatCount(props.summary.segments.incomplete)} incomplete, ${formatMany(setAside(), 'value')} unsure or n.a.`}
      >
        {formatCount(props.summary.segments.used)} <small>of {formatCount(props.summary.segments.total)}</small>
      </Small>
      <div class="hd last">
        <Trend points={props.trend} current={props.summary.roundId} />
      </div>
    </section>
  )
}

function Small(props: { name: string; sub: string; children: JSX.Element }) {
  return (
    <div class="hd">
      <span class="lab">{props.name}</span>
      <span class="v">{props.children}</span>
      <span class="s">{props.sub}</span>
    </div>
  )
}

function about(figure: Figure, traces: number): string {
  if (figure.kind === 'undefined') return REASON_SENTENCES[figure.reason]
  if (figure.ci95 === null) return traces < 2 ? 'no interval: all of one trace' : 'no interval: nothing varies between traces'
  return `95 % interval by trace, ${formatMany(traces, 'trace')}${traces < 30 ? ': too few to rely on' : ''}`
}

function reason(figure: Figure): string {
  return figure.kind === 'undefined' ? REASON_SENTENCES[figure.reason] : 'no interval'
}

function interval(figure: Figure): string | null {
  return figure.kind === 'value' && figure.ci95 ? formatInterval(figure.ci95) : null
}

function share(value: number | null): string {
  return value === null ? '–' : formatCoefficient(value)
}
