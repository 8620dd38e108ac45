/** What the annotator does, each as one function: keys, buttons and palette all end here. */
import { type Accessor, batch, createMemo, createSignal } from 'solid-js'
import type { Codebook, Mode } from '../../../shared/codebooks/codebook.ts'
import type { OutlineRow, RoundView, TraceView } from '../../../shared/http/api.ts'
import type { ModeId, SeatId, SegmentId } from '../../../shared/ids.ts'
import type { Evidence, LabelValue } from '../../../shared/labels/label.ts'
import type { SegmentRecord } from '../../../shared/live/events.ts'
import { recordOf } from '../../../shared/live/reduce.ts'
import type { Live } from '../../live/live.tsx'
import type { Counts } from './counts.ts'
import {
  addEvidence,
  type Draft,
  draftOf,
  isUnjudged,
  labelsOf,
  markCount,
  removeEvidence,
  saySame,
  setNote,
  setValue,
  toggleValue,
} from './draft.ts'
import type { Drafts } from './drafts.ts'
import type { Place } from './place.ts'

/** An answer to what was just pressed, said where the next key is aimed. */
export type Answer = { readonly tone: 'plain' | 'warn' | 'danger'; readonly text: string; readonly keys?: readonly string[] }

export type Acts = ReturnType<typeof createActs>

type ActsInput = {
  readonly live: Live
  readonly seat: { readonly id: SeatId; readonly epoch: () => number }
  readonly round: RoundView
  readonly codebook: Codebook
  readonly trace: TraceView
  readonly drafts: Drafts
  readonly place: Place
  /** Whether the seat asks for the segment; the others stand there to be read. */
  readonly isAsked: (segment: SegmentId) => boolean
}

export function createActs(input: ActsInput) {
  const { live, seat, codebook, drafts, place, trace, isAsked } = input
  const [answer, setAnswer] = createSignal<Answer | null>(null)
  const [focusedId, setFocusedId] = createSignal<ModeId | null>(null)

  const record = (segment: SegmentId): SegmentRecord | undefined => recordOf(live.state(), seat.id, segment)
  const isSubmitted = (segment: SegmentId) => record(segment)?.state === 'submitted'
  const draft = (segment: SegmentId): Draft => drafted(segment) ?? draftOf(record(segment))
  const focused: Accessor<Mode | undefined> = () => codebook.modes.find((mode) => mode.id === focusedId())

  /**
   * The draft that says something else than what is recorded. A tab that closes between keeping a submit and dropping its draft
   * leaves a draft of what is recorded by now; taken for a correction, it would only meet itself as a conflict.
   */
  function drafted(segment: SegmentId): Draft | undefined {
    const kept = drafts.get(segment)
    const held = record(segment)
    if (!kept || held?.state !== 'submitted' || !held.labels) return kept
    const labels = labelsOf(kept, codebook)
    return labels && saySame(labels, held.labels) ? undefined : kept
  }

  const askedRows = trace.segments.filter((row) => isAsked(row.id))
  const openRows = () => askedRows.filter((row) => !isSubmitted(row.id))
  // Once per change, however many places show it: it looks at every answer of the trace.
  const counts = createMemo<Counts>(() => ({
    asked: askedRows.length,
    submitted: askedRows.length - openRows().length,
    later: openRows().filter((row) => record(row.id)?.state === 'later').length,
    unjudged: askedRows.filter((row) => isUnjudged(record(row.id)?.labels?.values ?? {})).length,
  }))

  function go(move: () => void): void {
    batch(() => {
      move()
      setAnswer(null)
      const row = place.row()
      const marked = row && codebook.modes.find((mode) => draft(row.id).values[mode.id] === 'present')
      setFocusedId(marked?.id ?? null)
    })
  }

  /** The segment being labelled, or null after saying why there is nothing to label. */
  function labelled(): OutlineRow | null {
    const row = place.row()
    if (!row) return null
    if (isAsked(row.id)) return row
    setAnswer({ tone: 'plain', text: `Segment ${row.index + 1} is here to be read; your seat does not ask for it.` })
    return null
  }

  /** Changes the draft of the segment being labelled. `since` is what undo goes back to, where that is not the step before. */
  function edit(change: (draft: Draft) => Draft, since?: Draft): void {
    const row = labelled()
    if (!row) return
    const before = draft(row.id)
    const after = change(before)
    batch(() => {
      setAnswer(null)
      if (after !== before) drafts.put(row.id, after, since ?? before)
    })
  }

  function onFocused(act: (mode: Mode) => void): void {
    const mode = focused()
    if (mode) act(mode)
    else setAnswer({ tone: 'plain', text: 'Choose a mode first, by its code or with Tab.' })
  }

  function mark(mode: ModeId, value: LabelValue = 'present'): void {
    setFocusedId(mode)
    edit((now) => toggleValue(now, mode, value))
  }

  function nothing(): void {
    const row = labelled()
    if (!row) return
    const marks = markCount(draft(row.id))
    if (marks > 0) {
      const them = marks === 1 ? 'the mark' : `the ${marks} marks`
      return void setAnswer({ tone: 'warn', text: `Take back ${them} first, then press 0 for "nothing here".` })
    }
    // What was said of the rest of the trace can be said again of this segment alone.
    const isBulk = record(row.id)?.labels?.bulk ?? false
    edit((now) => (now.nothing && !isBulk ? now : { ...now, nothing: true }))
  }

  async function submit(): Promise<void> {
    const row = place.row()
    if (!row) return
    const isUnchanged = drafted(row.id) === undefined && isSubmitted(row.id)
    if (isUnchanged) drafts.drop(row.id)
    if (isUnchanged || !isAsked(row.id)) return goOn()
    const now = draft(row.id)
    const labels = labelsOf(now, codebook)
    if (!labels) {
      return void setAnswer({ tone: 'warn', text: `Nothing was marked in segment ${row.index + 1}.`, keys: ['0', 'Enter'] })
    }
    const sent = live.mutate({
      type: 'segment.submit',
      seatId: seat.id,
      epoch: seat.epoch(),
      segmentId: row.id,
      codebook: { id: codebook.id, version: codebook.version },
      baseRevision: now.baseRevision,
      labels,
    })
    goOn()
    try {
      await sent
      // Only now is it on disk in the outbox; until then the draft is what a closed tab would leave.
      if (drafts.get(row.id) === now || drafts.get(row.id) === undefined) drafts.drop(row.id)
    } catch (reason) {
      place.go(row.index)
      setAnswer({ tone: 'danger', text: reason instanceof Error ? reason.message : 'The submit could not be kept.' })
    }
  }

  function goOn(): void {
    go(() => place.step(1))
  }

  async function later(): Promise<void> {
    const row = labelled()
    if (!row) return
    if (isSubmitted(row.id)) {
      return void setAnswer({ tone: 'plain', text: 'Later is for segments without an answer; this one is submitted.' })
    }
    goOn()
    await live.mutate({ type: 'segment.defer', seatId: seat.id, epoch: seat.epoch(), segmentId: row.id })
  }

  function undo(): void {
    const row = place.row()
    const before = row && drafts.undone(row.id)
    if (!row || !before) return void setAnswer({ tone: 'plain', text: 'There is no step to take back in this segment.' })
    edit((now) => ({ ...before, baseRevision: now.baseRevision }))
  }

  return {
    answer,
    say: setAnswer,
    record,
    isSubmitted,
    draft,
    isDraft: (segment: SegmentId) => drafted(segment) !== undefined,
    counts,
    openRows,
    isAsked,
    focused,
    focus: (mode: ModeId) => setFocusedId(mode),
    go,
    goTo: (index: number) => go(() => place.go(index)),
    mark,
    markFocused: (value: LabelValue) => onFocused((mode) => mark(mode.id, value)),
    setFocused: (value: LabelValue) => onFocused((mode) => edit((now) => setValue(now, mode.id, value))),
    nothing,
    submit,
    later,
    undo,
    decisive: () => edit((now) => ({ ...now, decisive: !now.decisive })),
    addEvidence: (evidence: Evidence) => edit((now) => addEvidence(now, evidence)),
    removeEvidence: (evidence: Evidence) => edit((now) => removeEvidence(now, evidence)),
    /** With every character, so that a reload finds the note as far as it came; `since` is the draft before the first of them. */
    setNote: (mode: ModeId, note: string, since: Draft | undefined) => edit((now) => setNote(now, mode, note), since),
    /** Puts a refused answer back as a draft on top of what the server holds now. */
    takeUp: (segment: SegmentId, taken: Draft) => {
      drafts.put(segment, taken, draft(segment))
      const row = trace.segments.find((one) => one.id === segment)
      if (row) go(() => place.go(row.index))
    },
    onFocused,
  }
}
