/** The frame of the lead's pages: the top bar is the story in its order. */
import { A, useLocation } from '@solidjs/router'
import { createEffect, createMemo, For, type JSX, onCleanup, Show } from 'solid-js'
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
  const openCells = createOpenCells(() => props.project)
  const location = useLocation()
  const page = () => location.pathname.replace(/\/$/, '').split('/').at(-1)
  const title = () => (page() === 'import' ? 'Import' : (entries.find((entry) => entry.place === page())?.title ?? 'Home'))
  createEffect(() => {
    document.title = `${title()} · ${props.projectName} · Touchstone`
  })
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
          <Entries project={props.project} openCells={openCells()} />
        </nav>
        <nav id="top-nav" class="pop top-nav" popover="auto" aria-label="Project">
          <Entries project={props.project} openCells={openCells()} path={location.pathname} />
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

type EntriesProps = { readonly project: ProjectId; readonly openCells: number; readonly path?: string }

function Entries(props: EntriesProps): JSX.Element {
  return (
    <For each={entries}>
      {(entry) => (
        <A href={placeOf(props.project, entry.place)} end={entry.place === 'home'}>
          {entry.title}
          <Show when={entry.place === 'adjudicate' && props.openCells > 0}>
            <Count label="cells to settle: ">{formatCount(props.openCells)}</Count>
          </Show>
        </A>
      )}
    </For>
  )
}

/** Open cells of the project, asked again soon after something that can change them. */
function createOpenCells(project: () => ProjectId): () => number {
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
  const count = createMemo(() => fetched.value()?.counts?.openCells ?? 0)
  return count
}
