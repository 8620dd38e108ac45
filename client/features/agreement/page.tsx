/** Agreement of a round: is it there, where is it not, and should the number be believed. */
import { createMemo, Match, Show, Switch } from 'solid-js'
import '../../styles/agreement.css'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { RoundView } from '../../../shared/http/api.ts'
import { getAgreement, getCells } from '../../http/api.ts'
import { createFetched, createNewest } from '../../http/fetched.ts'
import { createCodebook, placeOf, roundOptions, useProjectPage } from '../../http/project.ts'
import { useLive } from '../../live/live.tsx'
import { formatDate } from '../../ui/format.ts'
import { Select } from '../../ui/select.tsx'
import { EmptyState, LoadError, LoadingRows } from '../../ui/states.tsx'
import { AnnotatorsPanel } from './annotators-panel.tsx'
import { ConfusedPanel, confusedPairs } from './confused-panel.tsx'
import { PairDrawer } from './drawer.tsx'
import { Headline } from './headline.tsx'
import { Legend } from './legend.tsx'
import { ModeTable } from './mode-table.tsx'
import { RareNote } from './rare-note.tsx'
import { createSelection } from './selection.ts'
import { pairSentence, shortNames } from './words.ts'

export default function AgreementPage() {
  const page = useProjectPage()
  const live = useLive()
  const roundKey = () => {
    const round = page.round()
    return round ? ([page.id(), round.id] as const) : undefined
  }
  const codebook = createCodebook(page.id, page.round)
  const fetched = createFetched(roundKey, ([project, round]) => getAgreement(project, round))
  const cells = createFetched(roundKey, ([project, round]) => getCells(project, round, 'all'))
  const pushed = () => {
    const round = page.round()
    return round ? live.agreement(round.id) : undefined
  }
  const newest = createNewest(fetched, pushed, () => live.connection().kind === 'ready')
  /** Never the figures of another round, not even for the moment in which the switch is thrown. */
  const summary = () => (newest()?.roundId === page.round()?.id ? newest() : undefined)
  const error = () => page.project.error() ?? codebook.error() ?? (summary() ? undefined : fetched.error())
  const confused = createMemo(() => confusedPairs(cells.value()?.cells ?? [], codebook.value() ?? emptyCodebook))

  return (
    <main class="agreement">
      <div class="tools">
        <h1 class="sr">Agreement</h1>
        <Show when={page.round()}>
          {(round) => (
            <Select
              label="Round"
              value={round().id}
              options={roundOptions(page.rounds())}
              onChange={(chosen) => page.chooseRound(chosen)}
            />
          )}
        </Show>
        <Show when={codebook.value()}>
          {(held) => (
            <span class="small t2">
              Codebook {held().title}, version {held().version}
            </span>
          )}
        </Show>
        <span class="grow" />
        <Show when={page.round()}>{(round) => <span class="small t3">{blindWords(round())}</span>}</Show>
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
                  fetched.refetch()
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
        <Match when={bothOf(summary(), codebook.value())}>
          {(both) => (
            <Figures
              summary={both().summary}
              codebook={both().codebook}
              confused={confused()}
              settleAt={(mode) => placeOf(page.id(), 'adjudicate', { round: page.round()?.id, mode })}
            />
          )}
        </Match>
      </Switch>
    </main>
  )
}

function blindWords(round: RoundView): string {
  if (round.revealedAt !== null) return `Revealed on ${formatDate(round.revealedAt)}`
  return round.policy.blind === 'until_reveal' ? 'Blind until the round is revealed' : 'Blind until each trace is submitted'
}

const emptyCodebook = { modes: [] as Codebook['modes'] } as Codebook

function bothOf(summary: AgreementSummary | undefined, codebook: Codebook | undefined) {
  return summary && codebook ? { summary, codebook } : undefined
}

function Figures(props: {
  summary: AgreementSummary
  codebook: Codebook
  confused: ReturnType<typeof confusedPairs>
  settleAt: (mode?: string) => string
}) {
  const names = createMemo(() => shortNames(props.summary.raters))
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
        <Headline summary={props.summary} />
        <RareNote summary={props.summary} />
        <Show
          when={pairs() > 0}
          fallback={
            <section class="panel">
              <EmptyState icon="users" title="Nobody to compare yet">
                A figure appears here as soon as two people have submitted the same segment. {props.summary.segments.incomplete} segments
                have one submit.
              </EmptyState>
            </section>
          }
        >
          <section class="panel table" aria-label="Modes by pairs">
            <ModeTable summary={props.summary} codebook={props.codebook} names={names()} selection={selection} />
            <p class="say small t2" aria-live="polite">
              <Show when={pair()}>
                {(held) => (
                  <>
                    {`${mode()?.code ?? ''} `}
                    {pairSentence(held(), names())}
                  </>
                )}
              </Show>
            </p>
            <Legend />
          </section>
          <div class="low">
            <ConfusedPanel pairs={props.confused} settleAt={props.settleAt()} />
            <AnnotatorsPanel summary={props.summary} />
          </div>
        </Show>
      </div>
      <Show when={selection.isOpen() && pair()}>
        {(held) => (
          <Show when={mode()}>
            {(one) => <PairDrawer pair={held()} mode={one()} names={names()} selection={selection} settleAt={props.settleAt(one().id)} />}
          </Show>
        )}
      </Show>
    </div>
  )
}
