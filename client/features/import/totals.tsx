import { Show } from 'solid-js'
import type { ImportReport } from '../../../shared/traces/import-report.ts'
import { formatCount, formatMany } from '../../ui/format.ts'
import { StatusWord } from '../../ui/tag.tsx'

/** What importing would do, or did, in five numbers. */
export function Totals(props: { report: ImportReport; isDryRun: boolean }) {
  const totals = () => props.report.totals
  return (
    <section class="panel" aria-label="Report">
      <div class="ph slim">
        <h2>{props.isDryRun ? 'What importing would do' : 'What was imported'}</h2>
        <span class="sub">{props.isDryRun ? 'nothing is written yet' : ''}</span>
        <a class="end small" href={reportAddress(props.report)} download="import-report.json" rel="external">
          Whole report as JSON
        </a>
      </div>
      <div class="rep">
        <div>
          <span class="v">{formatCount(totals().new)}</span>
          <div>
            <StatusWord icon="plus" tone="ok">
              new
            </StatusWord>
          </div>
          <span class="s">{formatMany(totals().segments, 'segment')} in all</span>
        </div>
        <div>
          <span class="v">{formatCount(totals().identical)}</span>
          <div>
            <StatusWord icon="agree">identical</StatusWord>
          </div>
          <span class="s">left alone</span>
        </div>
        <div>
          <span class="v">{formatCount(totals().changed)}</span>
          <div>
            <StatusWord icon="diff" tone="warn">
              changed
            </StatusWord>
          </div>
          <span class="s">text differs from what is held</span>
        </div>
        <div>
          <span class="v">{formatCount(totals().refused)}</span>
          <div>
            <StatusWord icon="x" tone="danger">
              refused
            </StatusWord>
          </div>
          <span class="s">
            <Show when={totals().refused > 0} fallback="no file">
              reasons above
            </Show>
          </span>
        </div>
        <div>
          <span class="v">{formatCount(totals().warnings)}</span>
          <div>
            <StatusWord icon="warn" tone="warn">
              warnings
            </StatusWord>
          </div>
          <span class="s">see each file</span>
        </div>
      </div>
    </section>
  )
}

function reportAddress(report: ImportReport): string {
  return `data:application/json;charset=utf-8,${encodeURIComponent(`${JSON.stringify(report, null, 2)}\n`)}`
}
