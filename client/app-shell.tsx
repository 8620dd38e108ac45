/** The frame of the lead's pages: the top bar is the story in its order. */
import { A, useLocation } from '@solidjs/router'
import { createMemo, For, type JSX, onCleanup, Show } from 'solid-js'
import type { ProjectId } from '../shared/ids.ts'
import { ThemeSwitch } from './features/accounts/theme-switch.tsx'
import { getProject } from './http/api.ts'
import { createFetched } from './http/fetched.ts'
import { type ProjectPlace, placeOf } from './http/project.ts'
import { useLive } from './live/live.tsx'
import { SaveWord } from './live/save-word.tsx'
import { formatCount } from './ui/format.ts'
import { Icon } from './ui/icon.tsx'
import { Count } from './ui/tag.tsx'
import './app-shell.css'

const entries: readonly { readonly place: ProjectPlace; readonly title: string }[] = [
  { place: 'home', title: 'Home' },
  { place: 'traces', title: 'Traces' },
  { place: 'agreement', title: 'Agreement' },
  { place: 'adjudicate', title: 'Adjudicate' },
  { place: 'gold', title: 'Gold' },
]

/** Many submits a second must not become as many questions. */
const COUNT_REFRESH_MS = 2_000

type ShellProps = { readonly project: ProjectId; readonly projectName: string; readonly menu: JSX.Element; readonly children: JSX.Element }

export function AppShell(props: ShellProps): JSX.Element {
  const disagreements = createDisagreements(() => props.project)
  const location = useLocation()
  return (
    <div class="page">
      <header class="top">
        <button type="button" class="btn quiet icon only-narrow" popovertarget="top-nav" aria-label="Pages">
          <Icon name="menu" />
        </button>
        <span class="mark" role="img" aria-label="Touchstone" />
        <span class="proj cut">
          <bdi>{props.projectName}</bdi>
        </span>
        <nav class="nav wide" aria-label="Project">
          <Entries project={props.project} disagreements={disagreements()} />
        </nav>
        <nav id="top-nav" class="pop top-nav" popover="auto" aria-label="Project">
          <Entries project={props.project} disagreements={disagreements()} path={location.pathname} />
        </nav>
        <span class="grow" />
        <SaveWord />
        <ThemeSwitch />
        {props.menu}
      </header>
      {props.children}
    </div>
  )
}

type EntriesProps = { readonly project: ProjectId; readonly disagreements: number; readonly path?: string }

function Entries(props: EntriesProps): JSX.Element {
  return (
    <For each={entries}>
      {(entry) => (
        <A href={placeOf(props.project, entry.place)} end={entry.place === 'home'}>
          {entry.title}
          <Show when={entry.place === 'adjudicate' && props.disagreements > 0}>
            <Count label="open disagreements: ">{formatCount(props.disagreements)}</Count>
          </Show>
        </A>
      )}
    </For>
  )
}

/** Open disagreements of the project, asked again soon after something that can change them. */
function createDisagreements(project: () => ProjectId): () => number {
  const live = useLive()
  const fetched = createFetched(project, getProject)
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = live.onEvent((event) => {
    if (!['segment.submitted', 'trace.submitted', 'cell.settled', 'cell.reopened', 'traces.imported'].includes(event.type)) return
    timer ??= setTimeout(() => {
      timer = undefined
      fetched.refetch()
    }, COUNT_REFRESH_MS)
  })
  onCleanup(() => {
    stop()
    clearTimeout(timer)
  })
  const count = createMemo(() => fetched.value()?.counts?.disagreements ?? 0)
  return count
}
