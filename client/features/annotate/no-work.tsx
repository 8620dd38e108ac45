/** Why there is no seat, and when the next could free up. */
import { A } from '@solidjs/router'
import { createEffect, For, type JSX, onCleanup, Show } from 'solid-js'
import { isLead, type Role } from '../../../shared/accounts/role.ts'
import type { ProjectId } from '../../../shared/ids.ts'
import type { LiveEvent } from '../../../shared/live/events.ts'
import { placeOf } from '../../http/project.ts'
import { useLive } from '../../live/live.tsx'
import { SaveWord } from '../../live/save-word.tsx'
import { Button } from '../../ui/button.tsx'
import { formatMany, formatTime } from '../../ui/format.ts'
import { EmptyState } from '../../ui/states.tsx'
import { type Shown, shownOf } from './shown.ts'
import type { WorkFound } from './work.ts'

type NoWorkProps = {
  readonly project: ProjectId
  readonly role: Role
  readonly why: Extract<WorkFound, { kind: 'none' }>
  readonly menu: JSX.Element
  readonly theme: JSX.Element
  readonly onShow: (of: Shown) => void
  readonly onAsk: () => void
}

/** A timer that is a little late finds the seat free; one that is early asks twice. */
const LATE_MS = 1_000

/** After these there may be a seat, or more to be seen of what is done. */
const ASKS_AGAIN: ReadonlySet<string> = new Set<LiveEvent['type']>(['round.opened', 'trace.reopened', 'round.revealed'])

export function NoWork(props: NoWorkProps): JSX.Element {
  const live = useLive()
  const frees = () =>
    props.why.rounds
      .map(({ answer }) => answer.nextFreesAt)
      .filter((at) => at !== null)
      .toSorted()[0]
  const done = () =>
    shownOf(
      Object.values(live.state().seats).filter(({ annotatorId }) => annotatorId === live.viewer()?.userId),
      props.why.all,
    )
  createEffect(() => {
    const at = frees()
    if (!at) return
    const timer = setTimeout(props.onAsk, Math.max(LATE_MS, Date.parse(at) - Date.now() + LATE_MS))
    onCleanup(() => clearTimeout(timer))
  })
  onCleanup(
    // eslint-disable-next-line solid/reactivity -- a listener reads what holds when the event arrives
    live.onEvent((event) => {
      if (ASKS_AGAIN.has(event.type)) props.onAsk()
    }),
  )
  return (
    <div class="page">
      <header class="top">
        <Show when={isLead(props.role)} fallback={<span class="mark" role="img" aria-label="Touchstone" />}>
          <A href={placeOf(props.project, 'home')} title="Project home">
            <span class="mark" role="img" aria-label="Touchstone: project home" />
          </A>
        </Show>
        <h1>Label</h1>
        <span class="grow" />
        <SaveWord />
        {props.theme}
        {props.menu}
      </header>
      <main class="no-work">
        <Show
          when={props.why.rounds.length > 0}
          fallback={
            <EmptyState icon="folder" title="No round is open">
              A lead opens a round when there is something to label. This page then goes on by itself.
            </EmptyState>
          }
        >
          <EmptyState
            icon="stuck"
            title="No seat is free"
            action={
              <Button kind="primary" onPress={props.onAsk}>
                Ask again
              </Button>
            }
          >
            <For each={props.why.rounds}>
              {({ round, answer }) => (
                <>
                  <b>{round.name}:</b> {answer.message}{' '}
                </>
              )}
            </For>
            <Show when={frees()}>{(at) => <>The next could free up at {formatTime(at(), new Date())}; this page asks again then.</>}</Show>
          </EmptyState>
        </Show>
        <Show when={done().length > 0}>
          <section class="panel finished">
            <div class="ph">
              <h2>Submitted by you</h2>
              <span class="sub end">{formatMany(done().length, 'trace')}</span>
            </div>
            <ul>
              <For each={done()}>
                {(of) => (
                  <li>
                    <span class="cut grow">
                      <bdi>{of.seat.traceTitle}</bdi> <span class="t3 small">{of.round.name}</span>
                    </span>
                    <Button small onPress={() => props.onShow(of)}>
                      See what others said
                    </Button>
                  </li>
                )}
              </For>
            </ul>
          </section>
        </Show>
      </main>
    </div>
  )
}
