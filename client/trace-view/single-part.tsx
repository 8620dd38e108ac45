import { type JSX, Match, Show, Switch } from 'solid-js'
import { codePointLength } from '../../shared/segments/segment-text.ts'
import type { Part } from '../../shared/traces/model.ts'
import { formatBytes, formatMany } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { Kbd } from '../ui/kbd.tsx'
import type { Placed } from './calls.ts'
import { type Folds, foldKey } from './folds.ts'
import { OutputView } from './output-view.tsx'
import { PartCard } from './part-card.tsx'
import { ProseView } from './prose-view.tsx'
import type { Highlight } from './runs.ts'
import { signedText } from './signed-text.ts'

type SinglePartProps = {
  readonly segmentId: string
  readonly view: Placed
  readonly folds: Folds
  readonly highlights: readonly Highlight[]
}

/** A part that stands alone: everything but a call with its results. */
export function SinglePart(props: SinglePartProps): JSX.Element {
  const key = () => foldKey(props.segmentId, props.view.index)
  const of = <K extends Part['kind']>(kind: K) => {
    const { part } = props.view
    return part.kind === kind ? (part as Extract<Part, { kind: K }>) : undefined
  }
  const card = () => ({ foldKey: key(), folds: props.folds, startsOpen: props.view.part.visibility === 'main' })
  const isMarkdown = () => {
    const { part } = props.view
    return part.kind === 'text' ? part.format === 'markdown' : part.kind === 'handoff' || part.kind === 'reasoning'
  }
  /** Where the body begins, behind a heading that stands on a line of its own in the stored text. */
  const behind = (heading: string) => props.view.start + (heading === '' ? 0 : codePointLength(heading) + 1)
  const output = (text: string, start: number) => (
    <OutputView text={text} start={start} foldKey={key()} folds={props.folds} highlights={props.highlights} keys="o" />
  )
  const prose = (text: string, start: number) => (
    <ProseView text={text} start={start} raw={props.folds.isRaw(key())} isMarkdown={isMarkdown()} highlights={props.highlights} />
  )
  return (
    <Switch>
      <Match when={of('text')}>
        {(part) => (
          <Show
            when={part().visibility === 'main'}
            fallback={
              <PartCard {...card()} icon="note" title={words(part().text)} hasRaw>
                <div class="part-prose">{prose(part().text, props.view.start)}</div>
              </PartCard>
            }
          >
            {prose(part().text, props.view.start)}
          </Show>
        )}
      </Match>
      <Match when={of('reasoning')}>
        {(part) => (
          <PartCard {...card()} startsOpen={false} icon="thought" title="Reasoning" about={words(part().text)} keys={<Kbd>r</Kbd>} hasRaw>
            <div class="part-prose">{prose(part().text, props.view.start)}</div>
          </PartCard>
        )}
      </Match>
      <Match when={of('tool_result')}>
        {(part) => (
          <PartCard {...card()} startsOpen icon="tool" title="Output" error={part().isError ? 'error' : undefined} hasRaw>
            {output(part().text, props.view.start)}
          </PartCard>
        )}
      </Match>
      <Match when={of('tool_call')}>
        {(part) => (
          <PartCard {...card()} icon="tool" title={signedText(part().name)} isCode hasRaw>
            {output(part().arguments, behind(part().name))}
          </PartCard>
        )}
      </Match>
      <Match when={of('terminal')}>
        {(part) => (
          <PartCard
            {...card()}
            startsOpen
            icon="terminal"
            title={signedText(part().command ?? 'Terminal')}
            isCode
            error={part().exitCode ? `exit ${part().exitCode}` : undefined}
            hasRaw
          >
            {output(part().text, behind(commandHeading(part().command)))}
          </PartCard>
        )}
      </Match>
      <Match when={of('diff')}>
        {(part) => (
          <PartCard {...card()} icon="diff" title={signedText(part().path ?? 'Diff')} isCode hasRaw>
            {output(part().text, behind(part().path ?? ''))}
          </PartCard>
        )}
      </Match>
      <Match when={of('handoff')}>
        {(part) => (
          <div class="handoff">
            <p class="st small">
              <Icon name="arrow" />
              to <bdi>{signedText(part().to)}</bdi>
            </p>
            {prose(part().text, behind(part().to))}
          </div>
        )}
      </Match>
      <Match when={of('compaction')}>
        {(part) => (
          <PartCard {...card()} startsOpen={false} icon="bulk" title="History was shortened here" about={words(part().text)}>
            <div class="part-prose">{prose(part().text, props.view.start)}</div>
          </PartCard>
        )}
      </Match>
      <Match when={of('unknown')}>
        {(part) => (
          <PartCard
            {...card()}
            startsOpen={false}
            icon="undecided"
            title={signedText(part().what)}
            about="a record of unknown kind"
            isCode
            hasRaw
          >
            {output(part().text, behind(part().what))}
          </PartCard>
        )}
      </Match>
      <Match when={of('file')}>
        {(part) => <Chip icon="file" name={part().name} about={[part().mediaType, size(part().bytes)]} start={props.view.start} />}
      </Match>
      <Match when={of('opaque')}>
        {(part) => <Chip icon="lock" name={part().what} about={['cannot be read', size(part().bytes)]} start={props.view.start} />}
      </Match>
    </Switch>
  )
}

type ChipProps = {
  readonly icon: 'file' | 'lock'
  readonly name: string
  readonly about: readonly (string | null)[]
  readonly start: number
}

/** A file is named and never loaded. */
function Chip(props: ChipProps): JSX.Element {
  return (
    <p class="chip">
      <Icon name={props.icon} size={14} />
      <bdi data-a={props.start} data-b={props.start + codePointLength(props.name)} data-sign="">
        {signedText(props.name)}
      </bdi>
      <span class="t3">{props.about.filter((one) => one !== null).join(' · ')}</span>
    </p>
  )
}

function commandHeading(command: string | null): string {
  return command === null ? '' : `$ ${command}`
}

function size(bytes: number | null): string | null {
  return bytes === null ? null : formatBytes(bytes)
}

function words(text: string): string {
  return `${formatMany(text.split(/\s+/u).filter(Boolean).length, 'word')}, folded`
}
