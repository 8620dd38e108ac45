/** Agreement so far, in short: the pooled figure with its interval, and the modes that need a look. */
import { A } from '@solidjs/router'
import { For, Show } from 'solid-js'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import { REASON_SENTENCES } from '../../../shared/agreement/undefined-reason.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { formatCoefficient, formatInterval, formatMany } from '../../ui/format.ts'
import { IntervalPlot } from '../../ui/interval-plot.tsx'

const BAR = 0.6
const SHOWN = 4
/** Below this many sightings a low kappa says nothing yet. */
const FEW = 5

type Low = { code: string; name: string; kappa: number; interval: readonly [number, number] | null }

export function lowModes(summary: AgreementSummary, codebook: Codebook): Low[] {
  return summary.modes
    .flatMap((figure) => {
      const mode = codebook.modes.find((one) => one.id === figure.mode)
      if (!mode || figure.kappa.kind === 'undefined' || figure.kappa.value >= BAR || figure.seen < FEW) return []
      return [{ code: mode.code, name: mode.name, kappa: figure.kappa.value, interval: figure.kappa.ci95 }]
    })
    .toSorted((a, b) => a.kappa - b.kappa)
}

export function AgreementPanel(props: { summary: AgreementSummary; codebook: Codebook; href: string }) {
  const pooled = () => (props.summary.pooled.kind === 'value' ? props.summary.pooled : null)
  const reason = () => (props.summary.pooled.kind === 'undefined' ? REASON_SENTENCES[props.summary.pooled.reason] : '')
  const low = () => lowModes(props.summary, props.codebook)
  const undefinedModes = () => props.summary.modes.filter((mode) => mode.kappa.kind === 'undefined').length
  return (
    <section class="panel">
      <div class="ph">
        <h2>Agreement so far</h2>
        <A class="end small" href={props.href}>
          All modes and pairs
        </A>
      </div>
      <div class="bd">
        <Show when={pooled()} fallback={<p class="t2">No pooled κ yet. {reason()}</p>}>
          {(figure) => (
            <p class="pooled num">
              <span class="fig">{formatCoefficient(figure().value)}</span>
              <span class="small t2">
                pooled Cohen’s κ<Show when={figure().ci95}>{(interval) => <>, 95 % {formatInterval(interval())}</>}</Show>
                <br />
                raw agreement {formatCoefficient(figure().observed)}, {formatMany(props.summary.segments.used, 'segment')} with two submits
              </span>
            </p>
          )}
        </Show>
        <Show
          when={low().length > 0}
          fallback={<p class="small t2">{pooled() ? `No mode that was seen ${FEW} times or more lies below ${BAR.toFixed(2)}.` : ''}</p>}
        >
          <p class="cap">Below the bar of {BAR.toFixed(2)}</p>
          <For each={low().slice(0, SHOWN)}>
            {(mode) => (
              <div class="lowm">
                <span class="code">{mode.code}</span>
                <span class="cut">{mode.name}</span>
                <IntervalPlot
                  value={mode.kappa}
                  interval={mode.interval}
                  bar={BAR}
                  width={150}
                  label={`${mode.code} ${mode.name}: κ ${formatCoefficient(mode.kappa)}${mode.interval ? `, ${formatInterval(mode.interval)}` : ''}`}
                />
                <b class="rt">{formatCoefficient(mode.kappa)}</b>
              </div>
            )}
          </For>
        </Show>
        <Show when={undefinedModes() > 0}>
          <p class="small t3 more-m">{formatMany(undefinedModes(), 'mode')} without a figure; the table says why.</p>
        </Show>
      </div>
    </section>
  )
}
