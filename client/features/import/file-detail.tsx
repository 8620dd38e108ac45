/** Everything the report says about one file. */
import { For, Show } from 'solid-js'
import type { FileReport, TraceReport } from '../../../shared/traces/import-report.ts'
import { formatBytes, formatCount, formatMany, listed } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusWord } from '../../ui/tag.tsx'
import { resultSigns, sureness, traceSigns } from './words.ts'

export function FileDetail(props: { file: FileReport }) {
  return (
    <section class="panel pv" aria-label={props.file.file}>
      <div class="ph">
        <h2 class="cut">{props.file.file}</h2>
      </div>
      <dl class="alt">
        <dt>Read as</dt>
        <dd>
          <Show when={props.file.format} fallback="nothing known">
            {(format) => (
              <>
                {format()}
                <Show when={props.file.formatVersion}>{(version) => <span class="t2"> {version()}</span>}</Show>
                <span class="t2 num">
                  , {props.file.score.toFixed(2)} of 1, {sureness(props.file).word}
                </span>
              </>
            )}
          </Show>
        </dd>
        <dt>Runner-up</dt>
        <dd class="t2 num">{props.file.runnerUp ? `${props.file.runnerUp.format}, ${props.file.runnerUp.score.toFixed(2)}` : 'none'}</dd>
        <dt>Result</dt>
        <dd>
          <StatusWord icon={resultSigns[props.file.result].icon} tone={resultSigns[props.file.result].tone}>
            {resultSigns[props.file.result].word}
          </StatusWord>
          <Show when={props.file.reason}>{(reason) => <p class="why">{reason()}</p>}</Show>
        </dd>
      </dl>
      <Show when={props.file.warnings.length > 0}>
        <ul class="warns">
          <For each={props.file.warnings}>
            {(warning) => (
              <li>
                <Icon name="warn" size={14} />
                <span class="grow">{warning.message}</span>
                <span class="t2 small num nowrap">
                  {warning.line === null ? '' : `line ${formatCount(warning.line)}`}
                  {warning.count > 1 ? `${warning.line === null ? '' : ', '}${formatCount(warning.count)} times` : ''}
                </span>
              </li>
            )}
          </For>
        </ul>
      </Show>
      <ul class="trs">
        <For each={props.file.traces} fallback={<li class="t2 small">No trace came of this file.</li>}>
          {(trace) => <Trace trace={trace} />}
        </For>
      </ul>
    </section>
  )
}

function Trace(props: { trace: TraceReport }) {
  const sign = () => traceSigns[props.trace.status]
  const labels = () => props.trace.priorLabels.human + props.trace.priorLabels.judge
  return (
    <li>
      <div class="row">
        <b class="cut grow" title={props.trace.title}>
          {props.trace.title}
        </b>
        <StatusWord icon={sign().icon} tone={sign().tone}>
          {sign().word}
        </StatusWord>
      </div>
      <p class="small t2 num">
        {formatMany(props.trace.steps, 'step')}, {formatMany(props.trace.segments, 'segment')},{' '}
        {formatMany(props.trace.toolCalls, 'tool call')} with {formatMany(props.trace.toolResults, 'result')},{' '}
        {formatBytes(props.trace.rawBytes)}
      </p>
      <p class="small t3">
        {props.trace.agents.length === 0 ? 'No agent speaks' : `Agents: ${listed(props.trace.agents)}`}. Outcome:{' '}
        {props.trace.success === null ? 'none in the file' : props.trace.success ? 'success' : 'failure'}.
        <Show when={labels() > 0}> {formatMany(labels(), 'prior label')}, kept apart and never shown to annotators.</Show>
      </p>
    </li>
  )
}
