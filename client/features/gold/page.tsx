/** Gold: what a draft would hold now, what its layers mean, and its files. */
import { A } from '@solidjs/router'
import { For, Match, onCleanup, Show, Switch } from 'solid-js'
import '../../styles/gold.css'
import type { GoldPreview } from '../../../shared/http/api.ts'
import type { ProjectId } from '../../../shared/ids.ts'
import { getGold, goldFileAddress } from '../../http/api.ts'
import { createFetched } from '../../http/fetched.ts'
import { placeOf, roundOptions, useProjectPage } from '../../http/project.ts'
import { useLive } from '../../live/live.tsx'
import { Bar } from '../../ui/bar.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { formatCount, formatMany, formatShare } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Note } from '../../ui/note.tsx'
import { Select } from '../../ui/select.tsx'
import { EmptyState, LoadError, LoadingRows } from '../../ui/states.tsx'
import { StatusWord } from '../../ui/tag.tsx'
import { Layers } from './layers.tsx'
import { countedStatuses, files } from './statuses.ts'

/** Decisions come one after the other; the preview counts every cell, so it is not asked for at each. */
const REFRESH_MS = 2_000

export default function GoldPage() {
  const page = useProjectPage()
  const live = useLive()
  const key = () => {
    const round = page.round()
    return round ? ([page.id(), round.id] as const) : undefined
  }
  const gold = createFetched(key, ([project, round]) => getGold(project, round))

  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = live.onEvent((event) => {
    if (!['cell.settled', 'cell.reopened', 'segment.submitted', 'trace.submitted'].includes(event.type)) return
    timer ??= setTimeout(() => {
      timer = undefined
      gold.refetch()
    }, REFRESH_MS)
  })
  onCleanup(() => {
    stop()
    clearTimeout(timer)
  })

  return (
    <main class="plain gold">
      <div class="hero">
        <h1>Gold</h1>
        <Show when={page.round()}>
          {(round) => <span class="t2">A draft of {round().name}, as it stands now. Taking it changes nothing.</span>}
        </Show>
        <span class="grow" />
        <Show when={page.round()}>
          {(round) => <Select label="Round" value={round().id} options={roundOptions(page.rounds())} onChange={page.chooseRound} />}
        </Show>
      </div>
      <Switch
        fallback={
          <section class="panel">
            <LoadingRows rows={10} label="Loading the preview of the gold" />
          </section>
        }
      >
        <Match when={page.project.error() ?? (gold.value() ? undefined : gold.error())}>
          {(error) => (
            <div>
              <LoadError
                what="The gold"
                error={error()}
                onRetry={() => {
                  page.project.refetch()
                  gold.refetch()
                }}
              />
            </div>
          )}
        </Match>
        <Match when={page.project.value() && !page.round()}>
          <section class="panel">
            <EmptyState
              icon="settled"
              title="No round yet"
              action={
                <A class={buttonClass('primary')} href={placeOf(page.id(), 'home')}>
                  Go to Home
                </A>
              }
            >
              Gold is made of what people said in a round. Hand traces out first.
            </EmptyState>
          </section>
        </Match>
        <Match when={gold.value()}>{(held) => <Draft gold={held()} project={page.id()} />}</Match>
      </Switch>
    </main>
  )
}

function Draft(props: { gold: GoldPreview; project: ProjectId }) {
  const counted = () => countedStatuses(props.gold.statuses)
  const total = () => counted().reduce((sum, status) => sum + status.count, 0)
  const valued = () => counted().reduce((sum, status) => sum + (status.hasValue ? status.count : 0), 0)
  const unresolved = () => props.gold.statuses['unresolved'] ?? 0
  return (
    <div class="gold-b">
      <div class="gold-l">
        <Show when={unresolved() > 0}>
          <Note tone="warn">
            <b>{formatMany(unresolved(), 'cell')} would leave without a value.</b> Their votes stand against each other.{' '}
            <A href={placeOf(props.project, 'adjudicate', { round: props.gold.roundId })}>Settle them first</A>, or take the draft as it is.
          </Note>
        </Show>
        <section class="panel">
          <div class="ph">
            <h2>What the draft holds</h2>
            <span class="sub end num">
              {formatMany(props.gold.traces, 'trace')}, {formatMany(props.gold.segments, 'segment')}, {formatMany(total(), 'cell')}
            </span>
          </div>
          <p class="bd valued">
            <span class="fig num">{formatShare(valued(), total())}</span>
            <span class="t2">
              of the cells carry a value: {formatCount(valued())} of {formatCount(total())}.
              <br />
              The others are in the files too, with <code>null</code> and the reason.
            </span>
          </p>
          <table class="t roomy sts">
            <thead>
              <tr>
                <th>Status</th>
                <th>Means</th>
                <th class="n">Cells</th>
                <th>Share</th>
                <th>Value</th>
              </tr>
            </thead>
            <tbody>
              <For each={counted()}>
                {(status) => (
                  <tr>
                    <td>
                      <StatusWord icon={status.icon} tone={status.tone}>
                        {status.word}
                      </StatusWord>
                    </td>
                    <td class="t2">{status.about}</td>
                    <td class="n">{formatCount(status.count)}</td>
                    <td>
                      <Bar
                        class="w84"
                        pieces={[{ value: status.count, tone: status.id === 'adjudicated' ? 'gold' : 'done' }]}
                        of={total()}
                        label={formatShare(status.count, total())}
                      />
                    </td>
                    <td class="t2 nowrap">{status.id === 'adjudicated' ? 'as decided' : status.hasValue ? 'present or absent' : 'null'}</td>
                  </tr>
                )}
              </For>
            </tbody>
          </table>
        </section>
        <section class="panel">
          <div class="ph">
            <h2>Files</h2>
            <span class="sub">touchstone.gold/1, UTF-8, the same bytes each time for the same state</span>
          </div>
          <ul class="files">
            <For each={props.gold.files}>
              {(file) => (
                <li>
                  <Icon name="file" />
                  <span class="grow">
                    <b>{file.name}</b>
                    <span class="small t2">{files[file.name]?.about}</span>
                  </span>
                  <a
                    class={buttonClass(file.name === 'gold.jsonl' ? 'primary' : 'rest')}
                    href={goldFileAddress(props.project, props.gold.roundId, file.name)}
                    download={file.name}
                    rel="external"
                    aria-label={`Download ${file.name}`}
                  >
                    <Icon name="download" />
                    Download
                  </a>
                </li>
              )}
            </For>
          </ul>
        </section>
      </div>
      <Layers />
    </div>
  )
}
