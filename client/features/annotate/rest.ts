/** "Rest of the trace: nothing": many answers with one act, each marked as such, so that agreement can leave them out. */
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { OutlineRow, TraceView } from '../../../shared/http/api.ts'
import type { SeatId } from '../../../shared/ids.ts'
import { nothingHere } from '../../../shared/labels/nothing-here.ts'
import type { Live } from '../../live/live.tsx'
import type { Acts } from './acts.ts'
import { isAnswered } from './draft.ts'
import type { Place } from './place.ts'

export type Rest = {
  /** What would be answered: from the segment on the screen on, without what was put off or already has marks. */
  readonly rows: () => readonly OutlineRow[]
  /** Open segments from here on that stay as they are. */
  readonly left: () => { readonly later: number; readonly drafts: number }
  readonly submit: () => Promise<void>
}

type RestInput = {
  readonly live: Live
  readonly seat: { readonly id: SeatId; readonly epoch: () => number }
  readonly codebook: Codebook
  readonly trace: TraceView
  readonly place: Place
  readonly acts: Acts
}

export function createRest({ live, seat, codebook, trace, place, acts }: RestInput): Rest {
  const ahead = () => acts.openRows().filter((row) => row.index >= place.at())
  const isLater = (row: OutlineRow) => acts.record(row.id)?.state === 'later'
  const isMarked = (row: OutlineRow) => isAnswered(acts.draft(row.id))
  const rows = () => ahead().filter((row) => !isLater(row) && !isMarked(row))

  async function submit(): Promise<void> {
    const sent = rows().map((row) =>
      live.mutate({
        type: 'segment.submit',
        seatId: seat.id,
        epoch: seat.epoch(),
        segmentId: row.id,
        codebook: { id: codebook.id, version: codebook.version },
        baseRevision: acts.draft(row.id).baseRevision,
        labels: { values: nothingHere(codebook), evidence: [], notes: {}, decisive: false, bulk: true },
      }),
    )
    acts.goTo(acts.openRows()[0]?.index ?? trace.segments.length)
    try {
      await Promise.all(sent)
    } catch (reason) {
      acts.say({ tone: 'danger', text: reason instanceof Error ? reason.message : 'The rest could not be kept.' })
    }
  }

  return {
    rows,
    left: () => ({ later: ahead().filter(isLater).length, drafts: ahead().filter((row) => !isLater(row) && isMarked(row)).length }),
    submit,
  }
}
