/** What the server refused of this seat: what happened, what is safe, what next. */
import { type Accessor, createMemo } from 'solid-js'
import type { MutationId } from '../../../shared/ids.ts'
import { SegmentRecord } from '../../../shared/live/events.ts'
import type { OutboxEntry } from '../../live/outbox.ts'
import { draftOfLabels } from './draft.ts'
import type { Labelling } from './labelling.tsx'

export type Conflict = {
  readonly id: MutationId
  readonly happened: string
  readonly detail: string
  readonly safe: string
  readonly leaveWord: string
  readonly leave: () => void
  /** Puts my answer back as a draft, where it can still count. */
  readonly takeUp?: () => void
}

export type Conflicts = { readonly list: Accessor<readonly Conflict[]> }

/** Refusals after which the same answer can be given again on this seat. */
const MENDABLE: ReadonlySet<string> = new Set([
  'revision_conflict',
  'bad_evidence',
  'incomplete_vector',
  'unknown_mode',
  'message_malformed',
])

export function createConflicts(labelling: Labelling): Conflicts {
  const own = () => labelling.live.rejections().filter(({ mutation }) => 'seatId' in mutation && mutation.seatId === labelling.seat.id)
  const list = createMemo(() => own().map((entry) => conflictOf(labelling, entry)))
  return { list }
}

function conflictOf(labelling: Labelling, entry: OutboxEntry): Conflict {
  const { acts, live, trace } = labelling
  const { mutation } = entry
  const detail = entry.rejection?.message ?? ''
  const leave = () => void live.dismiss(entry.mutationId)
  const base = { id: entry.mutationId, detail, leave }
  if (mutation.type !== 'segment.submit') {
    const what = mutation.type === 'trace.submit' ? 'The trace was not accepted.' : 'That was not accepted.'
    return { ...base, happened: what, safe: 'Every segment you submitted is recorded.', leaveWord: 'Understood' }
  }
  const row = trace.segments.find((one) => one.id === mutation.segmentId)
  const name = row ? `segment ${row.index + 1}` : 'a segment'
  const isRace = entry.rejection?.code === 'revision_conflict'
  const happened = isRace ? `${capital(name)} was changed in another window.` : `Your answer for ${name} was not accepted.`
  const safe = 'Your answer is kept on this device until you choose.'
  const leaveWord = isRace ? 'Leave what is recorded' : 'Give my answer up'
  if (!MENDABLE.has(entry.rejection?.code ?? '')) return { ...base, happened, safe, leaveWord }
  const takeUp = () => {
    const current = SegmentRecord.safeParse(entry.rejection?.current)
    const revision = current.success ? current.data.revision : (acts.record(mutation.segmentId)?.revision ?? 0)
    acts.takeUp(mutation.segmentId, draftOfLabels(mutation.labels, revision))
    leave()
  }
  return { ...base, happened, safe, leaveWord, takeUp }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
