/** Home of a project: what waits for the lead, who is at work, and how far people agree. */
import { A, useSearchParams } from '@solidjs/router'
import { createSignal, Match, onCleanup, Show, Switch } from 'solid-js'
import '../../styles/project.css'
import type { LateLabels } from '../../../shared/assignments/progress.ts'
import type { LiveEvent } from '../../../shared/live/events.ts'
import { getAgreement, getProgress } from '../../http/api.ts'
import { createFetched, createNewest } from '../../http/fetched.ts'
import { createCodebook, placeOf, roundOptions, useProjectPage } from '../../http/project.ts'
import { useLive } from '../../live/live.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Select } from '../../ui/select.tsx'
import { LoadError, LoadingRows } from '../../ui/states.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { AgreementPanel } from './agreement-panel.tsx'
import { AskDialog } from './ask-dialog.tsx'
import { aboutOf, headlineOf } from './headline.ts'
import { needsOf } from './needs.ts'
import { NeedsYou } from './needs-you.tsx'
import { NewRound } from './new-round.tsx'
import { lateVerdict, type Question } from './questions.ts'
import { Refusals } from './refusals.tsx'
import { RoundMenu } from './round-menu.tsx'
import { SeatsPanel } from './seats-panel.tsx'
import { SubmitsPanel } from './submits-panel.tsx'
import { TraceGlyphs } from './trace-glyphs.tsx'

/** What changes the rounds of the project, or what it counts. */
const CHANGES_PROJECT: ReadonlySet<string> = new Set<LiveEvent['type']>([
  'round.opened',
  'round.closed',
  'round.revealed',
  'round.widened',
  'traces.imported',
  'cell.settled',
  'cell.reopened',
])

/** Minutes are shown, so a look at the clock twice a minute is enough. */
const TICK_MS = 30_000

export default function HomePage() {
  const page = useProjectPage()
  const live = useLive()
  const toasts = useToasts()
  const [question, ask] = createSignal<Question | null>(null)
  const [search, setSearch] = useSearchParams<{ new: string }>()
  const [now, setNow] = createSignal(new Date())
  const ticking = setInterval(() => {
    setNow(new Date())
    // Keys that are pressed without a submit cause no push; the board hears of them when it asks.
    if (isConnected() && !document.hidden) fetchedProgress.refetch()
  }, TICK_MS)
  onCleanup(() => clearInterval(ticking))

  const roundKey = () => {
    const round = page.round()
    return round ? ([page.id(), round.id] as const) : undefined
  }
  const isConnected = () => live.connection().kind === 'ready'
  const codebook = createCodebook(page.id, page.round)
  const pushed = <T,>(of: (round: NonNullable<ReturnType<typeof page.round>>['id']) => T) => {
    return () => {
      const round = page.round()
      return round ? of(round.id) : undefined
    }
  }
  const fetchedProgress = createFetched(roundKey, ([project, round]) => getProgress(project, round))
  const fetchedAgreement = createFetched(roundKey, ([project, round]) => getAgreement(project, round))
  const newestProgress = createNewest(fetchedProgress, pushed(live.progress), isConnected)
  const newestAgreement = createNewest(fetchedAgreement, pushed(live.agreement), isConnected)
  const ofThisRound = <T extends { roundId: string }>(figures: T | undefined) =>
    figures?.roundId === page.round()?.id ? figures : undefined
  const progress = () => ofThisRound(newestProgress())
  const agreement = () => ofThisRound(newestAgreement())

  onCleanup(
    live.onEvent((event) => {
      if (CHANGES_PROJECT.has(event.type)) page.project.refetch()
    }),
  )

  const decide = (late: LateLabels, verdict: 'accepted' | 'refused') => {
    void live.mutate(lateVerdict(late, verdict))
    const other = verdict === 'accepted' ? 'refused' : 'accepted'
    toasts.say(`The late answers of ${late.name} ${verdict === 'accepted' ? 'count now' : 'are left out'}.`, {
      label: verdict === 'accepted' ? 'Leave them out' : 'Accept them',
      run: () => decide(late, other),
    })
  }

  const openNewRound = () => setSearch({ new: 'round' })
  const closeNewRound = () => setSearch({ new: undefined })

  return (
    <main class="home stack">
      <div class="hero">
        <Show when={page.round()} fallback={<h1>{page.project.value()?.name ?? ''}</h1>}>
          {(round) => (
            <>
              <h1>{headlineOf(round(), progress())}</h1>
              <span class="t2 about">{aboutOf(round(), progress(), codebookWords(codebook.value()?.title, round().codebook))}</span>
            </>
          )}
        </Show>
        <span class="end row">
          <Show when={page.rounds().length > 1 && page.round()}>
            {(round) => <Select label="Round" value={round().id} options={roundOptions(page.rounds())} onChange={page.chooseRound} />}
          </Show>
          <Show when={page.round()}>{(round) => <RoundMenu round={round()} progress={progress()} onAsk={ask} />}</Show>
          <Button icon="plus" onPress={openNewRound} off={page.project.value()?.counts?.traces === 0 ? 'Import traces first' : undefined}>
            New round
          </Button>
          <A class={buttonClass()} href={placeOf(page.id(), 'import')}>
            <Icon name="upload" />
            Import traces
          </A>
        </span>
      </div>
      <Switch
        fallback={
          <div class="panel col">
            <LoadingRows rows={12} label="Loading the project" />
          </div>
        }
      >
        <Match when={page.project.error()}>
          {(error) => <LoadError what="The project" error={error()} onRetry={page.project.refetch} />}
        </Match>
        <Match when={page.project.value()}>
          {(project) => (
            <>
              <div class="col l">
                <Refusals />
                <NeedsYou
                  project={page.id()}
                  needs={needsOf(project(), page.round(), progress(), now())}
                  now={now()}
                  onNewRound={openNewRound}
                  onAsk={ask}
                  onDecide={decide}
                />
                <Show when={page.round()}>
                  {(round) => (
                    <Show when={progress()} fallback={<Pending what="The seats" of={fetchedProgress} />}>
                      {(held) => (
                        <>
                          <SeatsPanel progress={held()} now={now()} onAsk={ask} />
                          <TraceGlyphs progress={held()} name={round().name} overlap={round().overlap} now={now()} onAsk={ask} />
                        </>
                      )}
                    </Show>
                  )}
                </Show>
              </div>
              <div class="col r">
                <Show when={progress()}>{(held) => <SubmitsPanel progress={held()} />}</Show>
                <Show when={page.round()}>
                  <Show when={codebook.value()} fallback={<Pending what="Agreement" of={codebook} />}>
                    {(book) => (
                      <Show when={agreement()} fallback={<Pending what="Agreement" of={fetchedAgreement} />}>
                        {(held) => (
                          <AgreementPanel
                            summary={held()}
                            codebook={book()}
                            href={placeOf(page.id(), 'agreement', { round: held().roundId })}
                          />
                        )}
                      </Show>
                    )}
                  </Show>
                </Show>
              </div>
            </>
          )}
        </Match>
      </Switch>
      <Show when={question()} keyed>
        {(asked) => <AskDialog question={asked} onClose={() => ask(null)} />}
      </Show>
      <Show when={search.new === 'round' && page.project.value()}>
        <NewRound
          project={page.id()}
          number={(page.rounds()[0]?.number ?? 0) + 1}
          onClose={closeNewRound}
          onMade={(round) => {
            page.project.refetch()
            setSearch({ new: undefined, round })
          }}
        />
      </Show>
    </main>
  )
}

function codebookWords(title: string | undefined, ref: { id: string; version: string }): string {
  return `${title ?? ref.id}, version ${ref.version}`
}

function Pending(props: { what: string; of: { error: () => unknown; refetch: () => void } }) {
  return (
    <section class="panel">
      <Show when={props.of.error()} fallback={<LoadingRows rows={5} label={`Loading: ${props.what}`} />}>
        {(error) => <LoadError what={props.what} error={error()} onRetry={props.of.refetch} />}
      </Show>
    </section>
  )
}
