/** One function per route of the HTTP interface. */
import * as z from 'zod/mini'
import { AgreementStudy, type CellName, CellsBehind } from '../../shared/agreement/round/study.ts'
import { AgreementSummary } from '../../shared/agreement/summary.ts'
import { RoundProgress } from '../../shared/assignments/progress.ts'
import { Codebook } from '../../shared/codebooks/codebook.ts'
import {
  CellDetail,
  CellQueue,
  type CodebookRef,
  Created,
  GoldPreview,
  Me,
  Member,
  type NewRound,
  PeerLabels,
  ProjectView,
  SegmentViews,
  TraceRow,
  TraceView,
} from '../../shared/http/api.ts'
import type { ModeId, ProjectId, RoundId, SegmentId, TraceId } from '../../shared/ids.ts'
import { address, get, piece, post } from './http.ts'

const Members = z.strictObject({ members: z.array(Member) })
const TraceRows = z.strictObject({ traces: z.array(TraceRow) })

const inProject = (project: ProjectId) => `api/projects/${piece(project)}`
const inRound = (project: ProjectId, round: RoundId) => `${inProject(project)}/rounds/${piece(round)}`

export const getMe = () => get(Me, 'api/me')
export const getProject = (project: ProjectId) => get(ProjectView, inProject(project))
export const getMembers = async (project: ProjectId) => (await get(Members, `${inProject(project)}/members`)).members
export const getCodebook = (project: ProjectId, ref: CodebookRef) =>
  get(Codebook, `${inProject(project)}/codebooks/${piece(ref.id)}/${piece(ref.version)}`)

export const getTraces = async (project: ProjectId) => (await get(TraceRows, `${inProject(project)}/traces`)).traces
export const getTrace = (project: ProjectId, trace: TraceId) => get(TraceView, `${inProject(project)}/traces/${piece(trace)}`)
/** Segments by index, `from` included and `to` not. */
export const getSegments = async (project: ProjectId, trace: TraceId, from: number, to: number) =>
  (await get(SegmentViews, `${inProject(project)}/traces/${piece(trace)}/segments?from=${from}&to=${to}`)).segments

export const createRound = (project: ProjectId, round: z.input<typeof NewRound>) => post(Created, `${inProject(project)}/rounds`, round)
export const getProgress = (project: ProjectId, round: RoundId) => get(RoundProgress, `${inRound(project, round)}/progress`)

/** The part of a round that figures are about; empty = the whole round, by segment. */
export type AgreementPart = { level?: 'trace'; excludeBulk?: 'true'; includeLate?: 'true'; framework?: string }
const ofPart = (part: AgreementPart, more: Record<string, string> = {}) => {
  const query = new URLSearchParams({ ...part, ...more }).toString()
  return query === '' ? '' : `?${query}`
}
export const getAgreement = (project: ProjectId, round: RoundId, part: AgreementPart = {}) =>
  get(AgreementSummary, `${inRound(project, round)}/agreement${ofPart(part)}`)
export const getStudy = (project: ProjectId, round: RoundId, part: AgreementPart) =>
  get(AgreementStudy, `${inRound(project, round)}/agreement/study${ofPart(part)}`)
export const getCellsBehind = (
  project: ProjectId,
  round: RoundId,
  part: AgreementPart,
  question: { mode: string; a: string; b: string; cell: CellName },
) => get(CellsBehind, `${inRound(project, round)}/agreement/cells${ofPart(part, question)}`)
/** Where the whole report is downloaded from. */
export const reportAddress = (project: ProjectId, round: RoundId, part: AgreementPart, format: 'json' | 'csv' | 'html') =>
  address(`${inRound(project, round)}/agreement/report${ofPart(part, { format })}`)

/** What others said of a trace; refused until the viewer may see it. */
export const getPeers = (project: ProjectId, round: RoundId, trace: TraceId) =>
  get(PeerLabels, `${inRound(project, round)}/traces/${piece(trace)}/peers`)

export type CellFilter = 'open' | 'settled' | 'all'
export const getCells = (project: ProjectId, round: RoundId, state: CellFilter) =>
  get(CellQueue, `${inRound(project, round)}/cells?state=${state}`)
export const getCell = (project: ProjectId, round: RoundId, segment: SegmentId, mode: ModeId) =>
  get(CellDetail, `${inRound(project, round)}/cells/${piece(segment)}/${piece(mode)}`)

export const getGold = (project: ProjectId, round: RoundId) => get(GoldPreview, `${inRound(project, round)}/gold`)
/** Where a file of the draft is downloaded from. */
export const goldFileAddress = (project: ProjectId, round: RoundId, name: string) =>
  address(`${inRound(project, round)}/gold/${piece(name)}`)
