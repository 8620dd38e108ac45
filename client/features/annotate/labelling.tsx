/** What the parts of the screen share: the seat, its trace and codebook, and everything one can do. */
import { type Accessor, createContext, createSignal, type JSX, useContext } from 'solid-js'
import { must } from '../../../shared/assert.ts'
import type { SeatView } from '../../../shared/assignments/seat.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { RoundView, TraceView } from '../../../shared/http/api.ts'
import type { ProjectId, SegmentId, UserId } from '../../../shared/ids.ts'
import { type Live, useLive } from '../../live/live.tsx'
import { createFolds, type Folds } from '../../trace-view/folds.ts'
import { type Acts, createActs } from './acts.ts'
import { createDrafts, type Drafts } from './drafts.ts'
import { createFind, type Find } from './find.ts'
import { createPlace, type Place } from './place.ts'
import { createRest, type Rest } from './rest.ts'
import { createSegments, type Segments } from './segments.ts'

/** Loaded once per seat; none of it changes while the seat is worked on. */
export type Work = {
  readonly project: ProjectId
  readonly userId: UserId
  readonly seat: SeatView
  readonly round: RoundView
  readonly codebook: Codebook
  readonly trace: TraceView
}

export type Labelling = Work & {
  readonly live: Live
  readonly place: Place
  readonly segments: Segments
  readonly drafts: Drafts
  readonly folds: Folds
  readonly acts: Acts
  readonly rest: Rest
  readonly find: Find
  /** The overlay that is open. */
  readonly overlay: Accessor<Overlay | null>
  readonly open: (overlay: Overlay | null) => void
  /** The note field of the focused mode is open. */
  readonly isNoting: Accessor<boolean>
  readonly setNoting: (noting: boolean) => void
  readonly isTaskOpen: Accessor<boolean>
  readonly setTaskOpen: (open: boolean) => void
  /** Asked to scroll to a place in the text of the current segment. */
  readonly shown: Accessor<{ readonly at: number } | null>
  readonly show: (at: number) => void
}

export type Overlay = 'keys' | 'palette' | 'guideline' | 'skip' | 'outline' | 'rest'

const LabellingContext = createContext<Labelling>()

export function useLabelling(): Labelling {
  return must(useContext(LabellingContext), 'a LabellingProvider above')
}

export function LabellingProvider(props: { readonly work: Work; readonly children: JSX.Element }): JSX.Element {
  // eslint-disable-next-line solid/reactivity -- the page makes a new provider for every seat
  const { work } = props
  const live = useLive()
  const drafts = createDrafts(work.userId, work.seat.id)
  const isSubmitted = (index: number) => {
    const row = work.trace.segments[index]
    return row !== undefined && live.state().records[`${work.seat.id}/${row.id}`]?.state === 'submitted'
  }
  const asked = work.seat.segmentIds ? new Set<SegmentId>(work.seat.segmentIds) : null
  const isAsked = (segment: SegmentId) => asked === null || asked.has(segment)
  const firstOpen = work.trace.segments.findIndex((row) => isAsked(row.id) && !isSubmitted(row.index))
  const start = firstOpen === -1 ? work.trace.segments.length : firstOpen
  const place = createPlace(work.trace.segments, (row) => isAsked(row.id), start)
  // The server may hand the same seat out again under a new epoch while the page stays open.
  const epoch = () => live.state().seats[work.seat.id]?.epoch ?? work.seat.epoch
  const seat = { id: work.seat.id, epoch }
  const acts = createActs({ ...work, live, drafts, place, isAsked, seat })
  const [overlay, open] = createSignal<Overlay | null>(null)
  const [isNoting, setNoting] = createSignal(false)
  const [isTaskOpen, setTaskOpen] = createSignal(false)
  const [shown, setShown] = createSignal<{ readonly at: number } | null>(null)
  const segments = createSegments(work.project, work.trace)
  const folds = createFolds()
  const show = (at: number) => setShown({ at })
  const labelling: Labelling = {
    ...work,
    live,
    place,
    drafts,
    acts,
    rest: createRest({ ...work, live, place, acts, seat }),
    segments,
    folds,
    find: createFind({ trace: work.trace, segments, folds, acts, place, show }),
    overlay,
    open,
    isNoting,
    setNoting,
    isTaskOpen,
    setTaskOpen,
    shown,
    show,
  }
  return <LabellingContext.Provider value={labelling}>{props.children}</LabellingContext.Provider>
}
