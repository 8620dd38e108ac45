/** The figures of the whole round: pooled kappa, raw agreement beside it, and how much they rest on. */
import { Show } from 'solid-js'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { REASON_SENTENCES } from '../../../shared/agreement/undefined-reason.ts'
import { formatCoefficient, formatCount, formatInterval, formatMany } from '../../ui/format.ts'
import { figureText } from './words.ts'

export function Headline(props: { summary: AgreementSummary }) {
  const pooled = () => props.summary.pooled
  const pairs = () => Math.max(0, ...props.summary.modes.map((mode) => mode.pairs.length))
  const defined = () => props.summary.modes.filter((mode) => mode.kappa.kind === 'value').length
  const setAside = () => props.summary.modes.flatMap((mode) => mode.pairs).reduce((sum, pair) => sum + pair.setAside, 0)
  const about = () => {
    const figure = pooled()
    if (figure.kind === 'undefined') return REASON_SENTENCES[figure.reason]
    return figure.ci95 ? '95 % interval, by whole traces' : 'no interval: too few traces'
  }
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
        <span class="s">{about()}</span>
      </div>
      <div class="hd">
        <span class="lab">Raw agreement</span>
        <span class="v">{share(pooled().observed)}</span>
        <span class="s">{pooled().expected === null ? 'no chance level' : `chance ${share(pooled().expected)}`}</span>
      </div>
      <div class="hd">
        <span class="lab">Modes with a figure</span>
        <span class="v">
          {formatCount(defined())} <small>of {formatCount(props.summary.modes.length)}</small>
        </span>
        <span class="s">{defined() === props.summary.modes.length ? 'all of them' : 'the others say why not'}</span>
      </div>
      <div class="hd">
        <span class="lab">Segments used</span>
        <span class="v">
          {formatCount(props.summary.segments.used)} <small>of {formatCount(props.summary.segments.total)}</small>
        </span>
        <span class="s">
          {formatCount(props.summary.segments.incomplete)} incomplete, {formatMany(setAside(), 'value')} unsure or n.a.
        </span>
      </div>
    </section>
  )
}

function interval(figure: AgreementSummary['pooled']): string | null {
  return figure.kind === 'value' && figure.ci95 ? formatInterval(figure.ci95) : null
}

function share(value: number | null): string {
  return value === null ? '–' : formatCoefficient(value)
}
