/** The figures of the page: those of the whole round as they are pushed, those of a part of it fetched again when something changed. */
import { type Accessor, createEffect, createMemo, on, onCleanup } from 'solid-js'
import type { AgreementStudy } from '../../../shared/agreement/round/study.ts'
import type { AgreementSummary } from '../../../shared/agreement/summary.ts'
import type { ProjectId, RoundId } from '../../../shared/ids.ts'
import { type AgreementPart, getAgreement, getStudy } from '../../http/api.ts'
import { createFetched, createNewest } from '../../http/fetched.ts'
import { useLive } from '../../live/live.tsx'

/** Nobody reads a confusion or a trend faster than this, and the server reads all rows for it. */
const STUDY_PAUSE_MS = 10_000

export type Choices = { level: 'segment' | 'trace'; bulk: boolean; late: boolean; framework: string | null }
export const WHOLE: Choices = { level: 'segment', bulk: true, late: false, framework: null }

export function partOf({ level, bulk, late, framework }: Choices): AgreementPart {
  return {
    ...(level === 'trace' ? { level } : {}),
    ...(bulk ? {} : { excludeBulk: 'true' as const }),
    ...(late ? { includeLate: 'true' as const } : {}),
    ...(framework === null ? {} : { framework }),
  }
}

export type FiguresData = {
  part: Accessor<AgreementPart>
  summary: Accessor<AgreementSummary | undefined>
  study: Accessor<AgreementStudy | undefined>
  error: Accessor<unknown>
  refetch: () => void
}

export function createFiguresData(round: Accessor<readonly [ProjectId, RoundId] | undefined>, choices: Accessor<Choices>): FiguresData {
  const live = useLive()
  const part = createMemo(() => partOf(choices()))
  const key = () => {
    const place = round()
    return place ? ([place[0], place[1], part()] as const) : undefined
  }
  const fetched = createFetched(key, ([project, id, of]) => getAgreement(project, id, of))
  const study = createFetched(key, ([project, id, of]) => getStudy(project, id, of))
  const pushed = () => {
    const place = round()
    return place ? live.agreement(place[1]) : undefined
  }
  const isWhole = () => Object.keys(part()).length === 0
  const newest = createNewest(
    fetched,
    () => (isWhole() ? pushed() : undefined),
    () => live.connection().kind === 'ready',
  )
  // What is not pushed is asked for again after something changed, and not more often than it can be read.
  let timer: number | null = null
  const changed = createMemo(() => JSON.stringify(pushed()?.segments))
  const again = () => {
    timer = null
    study.refetch()
    if (!isWhole()) fetched.refetch()
  }
  createEffect(
    on(
      changed,
      () => {
        timer ??= window.setTimeout(again, STUDY_PAUSE_MS)
      },
      { defer: true },
    ),
  )
  onCleanup(() => window.clearTimeout(timer ?? undefined))
  const ofRound = <T extends { roundId: RoundId }>(value: T | undefined) => (value?.roundId === round()?.[1] ? value : undefined)
  return {
    part,
    /** Never the figures of another round, not even for the moment in which the switch is thrown; of another part neither. */
    summary: () => ofRound(isWhole() ? newest() : fetched.value()),
    study: () => ofRound(study.value()),
    error: fetched.error,
    refetch: () => {
      fetched.refetch()
      study.refetch()
    },
  }
}
