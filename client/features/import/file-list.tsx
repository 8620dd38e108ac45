/** One row per file: what it was taken for, what it holds, and what would come of it. */
import { For, Show } from 'solid-js'
import type { FileReport } from '../../../shared/traces/import-report.ts'
import { formatBytes, formatMany } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { StatusWord } from '../../ui/tag.tsx'
import { fileCounts, fileSign, segmentsOf, sureness } from './words.ts'

export function FileList(props: {
  files: readonly FileReport[]
  sizeOf: (path: string) => number | undefined
  bytes: number
  selected: string | undefined
  onSelect: (file: string) => void
}) {
  return (
    <section class="panel fls" aria-label="Files">
      <div class="fl h" aria-hidden="true">
        <span>
          {formatMany(props.files.length, 'file')}, {formatBytes(props.bytes)}
        </span>
        <span>recognised as</span>
        <span>holds</span>
        <span>result</span>
      </div>
      <div class="fl-s">
        <For each={props.files}>
          {(file) => (
            <button
              type="button"
              class="fl r"
              aria-current={props.selected === file.file ? 'true' : undefined}
              onClick={() => props.onSelect(file.file)}
            >
              <Name file={file} bytes={props.sizeOf(file.file)} />
              <Show when={file.result !== 'refused'}>
                <Recognised file={file} />
                <span>
                  {formatMany(file.traces.length, 'trace')}
                  <span class="d">{formatMany(segmentsOf(file), 'segment')}</span>
                </span>
              </Show>
              <span>
                <StatusWord icon={fileSign(file).icon} tone={fileSign(file).tone}>
                  {fileSign(file).word}
                </StatusWord>
                <span class="d">{fileCounts(file)}</span>
              </span>
            </button>
          )}
        </For>
      </div>
    </section>
  )
}

function Name(props: { file: FileReport; bytes: number | undefined }) {
  const isRefused = () => props.file.result === 'refused'
  const size = () => (props.bytes === undefined ? '' : formatBytes(props.bytes))
  return (
    <span class="fn" classList={{ full: isRefused() }}>
      <Icon name="file" />
      <span class="fn-t">
        <span class="nm cut" title={props.file.file}>
          {props.file.file} <Show when={isRefused()}>{<span class="t3 small">{size()}</span>}</Show>
        </span>
        <span class="d">{isRefused() ? (props.file.reason ?? '') : (props.file.reason ?? size())}</span>
      </span>
    </span>
  )
}

function Recognised(props: { file: FileReport }) {
  const sure = () => sureness(props.file)
  return (
    <span>
      {props.file.format ?? 'nothing known'}
      <span class="d">
        <Show when={sure().wantsLook} fallback={sure().word}>
          <StatusWord icon="warn" tone="warn" small>
            {sure().word}
          </StatusWord>
        </Show>
      </span>
    </span>
  )
}
