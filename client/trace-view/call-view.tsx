import { For, type JSX, Show } from 'solid-js'
import { codePointLength } from '../../shared/segments/segment-text.ts'
import { type CallTitle, callTitle, type Placed } from './calls.ts'
import { type Folds, foldKey } from './folds.ts'
import { isDiff } from './output.ts'
import { OutputView } from './output-view.tsx'
import { PartCard } from './part-card.tsx'
import type { Highlight } from './runs.ts'
import { signedText } from './signed-text.ts'

type CallViewProps = {
  readonly segmentId: string
  readonly call: Placed<'tool_call'>
  readonly results: readonly Placed<'tool_result'>[]
  readonly folds: Folds
  readonly highlights: readonly Highlight[]
}

/** A call and what it answered, as one card. */
export function CallView(props: CallViewProps): JSX.Element {
  const title = (): CallTitle => callTitle(props.call.part)
  const key = () => foldKey(props.segmentId, props.call.index)
  const first = () => props.results[0]?.part
  const icon = () => {
    const text = first()?.text ?? ''
    if (isDiff(text)) return 'diff'
    if (title().isShell) return 'terminal'
    return /^\s*[{[]/.test(text) ? 'braces' : 'tool'
  }
  const quotesArguments = () =>
    props.highlights.some((one) => one.start < argumentsStart() + props.call.part.arguments.length && one.end > props.call.start)
  const argumentsStart = () => props.call.start + codePointLength(props.call.part.name) + (props.call.part.name === '' ? 0 : 1)
  return (
    <PartCard
      icon={icon()}
      title={signedText(title().text)}
      isCode
      about={props.results.length === 0 ? 'no answer in this segment' : undefined}
      error={errorOf(first())}
      foldKey={key()}
      folds={props.folds}
      startsOpen
      hasRaw
      keys={<span class="part-end">{ending(first())}</span>}
    >
      <Show when={!title().isAll || props.folds.isRaw(key()) || quotesArguments()}>
        <OutputView
          text={props.call.part.arguments}
          start={argumentsStart()}
          foldKey={key()}
          folds={props.folds}
          highlights={props.highlights}
        />
      </Show>
      <For each={props.results}>
        {(result) => (
          <ResultView result={result} callKey={key()} segmentId={props.segmentId} folds={props.folds} highlights={props.highlights} />
        )}
      </For>
    </PartCard>
  )
}

type ResultViewProps = {
  readonly segmentId: string
  readonly callKey: string
  readonly result: Placed<'tool_result'>
  readonly folds: Folds
  readonly highlights: readonly Highlight[]
}

function ResultView(props: ResultViewProps): JSX.Element {
  const key = () => foldKey(props.segmentId, props.result.index)
  // One switch in the head of the card: raw is raw for the call and its results.
  const folds = (): Folds => ({ ...props.folds, isRaw: () => props.folds.isRaw(props.callKey) })
  return (
    <Show when={props.result.part.text !== ''} fallback={<div class="out m">no output</div>}>
      <OutputView
        text={props.result.part.text}
        start={props.result.start}
        foldKey={key()}
        folds={folds()}
        highlights={props.highlights}
        keys="o"
      />
    </Show>
  )
}

type Result = Placed<'tool_result'>['part']

function errorOf(result: Result | undefined): string | undefined {
  if (!result) return undefined
  const failed = result.isError === true || (result.exitCode !== null && result.exitCode !== 0 && result.isError !== false)
  return failed ? 'error' : undefined
}

/** "exit 1 · 0.6 s", as far as it is known. */
function ending(result: Result | undefined): string {
  if (!result) return ''
  const exit = result.exitCode === null ? '' : `exit ${result.exitCode}`
  const time = result.durationMs === null ? '' : durationOf(result.durationMs)
  return [exit, time].filter(Boolean).join(' · ')
}

function durationOf(ms: number): string {
  return ms < 100 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}
