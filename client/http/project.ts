/** What most pages of a project start from: the project of the address, its rounds, and the round the address chooses. */
import { useParams, useSearchParams } from '@solidjs/router'
import { type Accessor, createMemo } from 'solid-js'
import type { ProjectView, RoundView } from '../../shared/http/api.ts'
import { ProjectId, type RoundId } from '../../shared/ids.ts'
import { getCodebook, getProject } from './api.ts'
import { createFetched, type Fetched } from './fetched.ts'

export type ProjectPlace = 'home' | 'traces' | 'import' | 'agreement' | 'adjudicate' | 'gold'

export function useProjectId(): Accessor<ProjectId> {
  const params = useParams<{ project: string }>()
  const id = createMemo(() => ProjectId.parse(params.project))
  return id
}

/** The address of a page of the project; what is undefined is left out of the query. */
export function placeOf(project: ProjectId, place: ProjectPlace, query: Record<string, string | undefined> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const search = new URLSearchParams(given).toString()
  const path = `/p/${encodeURIComponent(project)}${place === 'home' ? '' : `/${place}`}`
  return search === '' ? path : `${path}?${search}`
}

export type ProjectPage = {
  id: Accessor<ProjectId>
  project: Fetched<ProjectView>
  /** Newest first. */
  rounds: Accessor<readonly RoundView[]>
  /** The round named by `?round=`, else the newest one; undefined when there is none. */
  round: Accessor<RoundView | undefined>
  chooseRound: (round: RoundId) => void
}

export function useProjectPage(): ProjectPage {
  const id = useProjectId()
  const [search, setSearch] = useSearchParams<{ round: string }>()
  const project = createFetched(id, getProject)
  const rounds = createMemo(() => (project.value()?.rounds ?? []).toSorted((a, b) => b.number - a.number))
  const round = createMemo(() => rounds().find((one) => one.id === search.round) ?? rounds()[0])
  return { id, project, rounds, round, chooseRound: (chosen) => setSearch({ round: chosen }, { replace: true }) }
}

/** The codebook of a round. Versions never change, so one fetch per page is enough. */
export function createCodebook(project: Accessor<ProjectId>, round: Accessor<RoundView | undefined>) {
  const key = () => {
    const ref = round()?.codebook
    return ref ? ([project(), ref.id, ref.version] as const) : undefined
  }
  return createFetched(key, ([owner, id, version]) => getCodebook(owner, { id, version }))
}

/** The choices of a round switch. */
export function roundOptions(rounds: readonly RoundView[]) {
  return rounds.map((round) => ({ value: round.id, label: round.name, sub: round.state }))
}
