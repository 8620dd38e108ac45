import { For, Show } from 'solid-js'
import type { TraceRow } from '../../../shared/http/api.ts'
import { formatCount, formatDate } from '../../ui/format.ts'
import { StatusWord } from '../../ui/tag.tsx'
import { outcomeWord } from './filter.ts'

export function TraceTable(props: { rows: readonly TraceRow[] }) {
  return (
    <table class="t roomy traces">
      <thead>
        <tr>
          <th>Trace</th>
          <th>Format</th>
          <th>Framework</th>
          <th>Model</th>
          <th>Benchmark</th>
          <th class="n">Segments</th>
          <th>Outcome</th>
          <th>Rounds</th>
          <th class="n">Imported</th>
        </tr>
      </thead>
      <tbody>
        <For each={props.rows}>
          {(row) => (
            <tr>
              <td class="title" title={row.title}>
                {row.title}
              </td>
              <td class="nowrap t2">{row.format}</td>
              <td class="nowrap t2">{row.framework ?? <Unknown />}</td>
              <td class="nowrap t2">{row.model ?? <Unknown />}</td>
              <td class="nowrap t2">{row.benchmark ?? <Unknown />}</td>
              <td class="n">{formatCount(row.segments)}</td>
              <td>
                <Outcome success={row.success} />
              </td>
              <td class="nowrap num">
                <Show when={row.rounds.length > 0} fallback={<span class="t3">none yet</span>}>
                  {row.rounds.join(', ')}
                </Show>
              </td>
              <td class="n t2 nowrap">{formatDate(row.importedAt)}</td>
            </tr>
          )}
        </For>
      </tbody>
    </table>
  )
}

function Unknown() {
  return <span class="t3">not known</span>
}

function Outcome(props: { success: boolean | null }) {
  return (
    <Show when={props.success !== null} fallback={<Unknown />}>
      <StatusWord icon={props.success ? 'check' : 'x'} tone={props.success ? 'ok' : 'danger'}>
        {outcomeWord(props.success)}
      </StatusWord>
    </Show>
  )
}
