/** Agreement of a round: is it there, where is it not, and should the number be believed. */
import { createMemo, createSignal, Match, Show, Switch } from 'solid-js'
import '../../styles/agreement.css'
import type { AgreementStudy } from '../../../shared/agreement/round/study.ts'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import type { ProjectId, RoundId } from '../../../shared/ids.ts'
import { type AgreementPart, getTraces } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { createCodebook, placeOf, useProjectPage } from '../../http/project.ts'
import { formatDate, formatMany } from '../../ui/format.ts'
import { EmptyState, LoadError, LoadingRows } from '../../ui/states.tsx'
import { AnnotatorsPanel } from './annotators-panel.tsx'
import { ConfusedPanel } from './confused-panel.tsx'
import { PairDrawer } from './drawer.tsx'
import { type Choices, createFiguresData, WHOLE } from './figures-data.ts'
import { FiguresTable } from './figures-table.tsx'
import { Headline } from './headline.tsx'
import { Legend } from './legend.tsx'
import { ModeTable } from './mode-table.tsx'
import { MorePanel } from './more-panel.tsx'
import { RareNote } from './rare-note.tsx'
import { createSelection } from './selection.ts'
import { Tools } from './tools.tsx'
import { itemWords, pairSentence, shortNames } from './words.ts'

export default function AgreementPage() {
  const page = useProjectPage()
  const [choices, setChoices] = createSignal<Choices>(WHOLE)
  const [isTable, setTable] = createSignal(false)
  const place = () => {
    const round = page.round()
    return round ? ([page.id(), round.id] as const) : undefined
  }
  const codebook = createCodebook(page.id, page.round)
  const traces = createFetched(page.id, getTraces)
  const data = createFiguresData(place, choices)
  const error = () => page.project.error() ?? codebook.error() ?? (data.summary() ? undefined : data.error())
  /** Frameworks of the traces of this round. */
  const frameworks = createMemo(() => {
    const number = page.round()?.number
    const inRound = (traces.value() ?? []).filter((trace) => number !== undefined && trace.rounds.includes(number))
    return [...new Set(inRound.flatMap(({ framework }) => (framework === null ? [] : [framework])))].toSorted()
  })
  const title = () => {
    const held = codebook.value()
    return held ? `Codebook ${held.title}, version ${held.version}` : ''
  }

  return (
    <main class="agreement">
      <div class="tools">
        <h1 class="sr">Agreement</h1>
        <Show when={page.round()}>
          {(round) => (
            <Tools
              project={page.id()}
              rounds={page.rounds()}
              round={round()}
              codebookTitle={title()}
              frameworks={frameworks()}
              choices={choices()}
              part={data.part()}
              isTable={isTable()}
              onRound={(chosen) => {
                setChoices((held) => ({ ...held, framework: null }))
                page.chooseRound(chosen)
              }}
              onChoose={setChoices}
              onTable={() => setTable((shown) => !shown)}
            />
          )}
        </Show>
      </div>
      <Switch fallback={<LoadingRows rows={18} label="Loading agreement" />}>
        <Match when={error()}>
          {(reason) => (
            <div class="fill">
              <LoadError
                what="Agreement"
                error={reason()}
                onRetry={() => {
                  page.project.refetch()
                  codebook.refetch()
                  data.refetch()
                }}
              />
            </div>
          )}
        </Match>
        <Match when={page.project.value() && !page.round()}>
          <EmptyState icon="users" title="No round yet">
            Agreement needs two people who label the same segments. Make a round on the home page to hand traces out.
          </EmptyState>
        </Match>
        <Match when={shownOf(data.summary(), codebook.value(), page.round())}>
          {(shown) => (
            <Figures
              {...shown()}
              study={data.study()}
              isTable={isTable()}
              level={choices().level}
              part={data.part()}
              place={[page.id(), shown().round.id]}
              settleAt={(mode) => placeOf(page.id(), 'adjudicate', { round: page.round()?.id, mode })}
            />
          )}
        </Match>
      </Switch>
    </main>
  )
}

function blindWords(round: RoundView): string {
  if (round.revealedAt !== null) return `revealed on ${formatDate(round.revealedAt)}`
  return round.policy.blind === 'until_reveal' ? 'blind until the round is revealed' : 'blind until each trace is submitted'
}

function shownOf(summary: AgreementSummary | undefined, codebook: Codebook | undefined, round: RoundView | undefined) {
  return summary && codebook && round ? { summary, codebook, round } : undefined
}

function Figures(props: {
  summary: AgreementSummary
  codebook: Codebook
  round: RoundView
  study: AgreementStudy | undefined
  isTable: boolean
  level: 'segment' | 'trace'
  part: AgreementPart
  place: readonly [ProjectId, RoundId]
  settleAt: (mode?: string) => string
}) {
  const names = createMemo(() => shortNames(props.summary.raters))
  const item = () => itemWords[props.level]
  const pairs = () => props.summary.modes[0]?.pairs.length ?? 0
  const selection = createSelection(
    () => props.codebook.modes.map((mode) => mode.id),
    () => pairs(),
  )
  const mode = () => props.codebook.modes.find((one) => one.id === selection.place()?.mode)
  const pair = () => {
    const place = selection.place()
    return place ? props.summary.modes.find((one) => one.mode === place.mode)?.pairs[place.pair] : undefined
  }
  return (
    <div class={selection.isOpen() ? 'agr open' : 'agr'}>
      <div class="agr-main">
        <Headline summary={props.summary} trend={props.study?.trend ?? []} item={item()} />
        <RareNote summary={props.summary} />
        <Show
          when={pairs() > 0}
          fallback={
            <section class="panel">
              <EmptyState icon="users" title="Nobody to compare yet">
                A figure appears here as soon as two people have submitted the same {item().one}.{' '}
                {formatMany(props.summary.segments.incomplete, `${item().one} has`, `${item().many} have`)} one submit.
              </EmptyState>
            </section>
          }
        >
          <Show when={!props.isTable} fallback={<FiguresTable summary={props.summary} codebook={props.codebook} study={props.study} />}>
            <section class="panel table" aria-label="Modes by pairs">
              <ModeTable summary={props.summary} codebook={props.codebook} names={names()} item={item()} selection={selection} />
              <p class="say small t2" aria-live="polite">
                <Show when={pair()}>
                  {(held) => (
                    <>
                      {`${mode()?.code ?? ''} `}
                      {pairSentence(held(), names(), item())}
                    </>
                  )}
                </Show>
              </p>
              <Legend />
            </section>
            <div class="low">
              <ConfusedPanel
                confusions={props.study?.confusions ?? []}
                codebook={props.codebook}
                item={item()}
                settleAt={props.settleAt()}
              />
              <MorePanel summary={props.summary} codebook={props.codebook} item={item()} />
              <AnnotatorsPanel summary={props.summary} study={props.study} />
            </div>
          </Show>
          <p class="small t3">
            {props.round.name}, {blindWords(props.round)}. Figures rest on values from before their authors could see a peer’s.
          </p>
        </Show>
      </div>
      <Show when={selection.isOpen() && pair()}>
        {(held) => (
          <Show when={mode()}>
            {(one) => (
              <PairDrawer
                pair={held()}
                mode={one()}
                names={names()}
                selection={selection}
                settleAt={props.settleAt(one().id)}
                codebook={props.codebook}
                place={props.place}
                part={props.part}
                item={item()}
              />
            )}
          </Show>
        )}
      </Show>
    </div>
  )
}
