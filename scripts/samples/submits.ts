import type { Codebook } from '../../shared/codebooks/codebook.ts'
import type { Evidence, SegmentLabels } from '../../shared/labels/label.ts'
import { nothingHere } from '../../shared/labels/nothing-here.ts'
import { codePointLength } from '../../shared/segments/segment-text.ts'
import type { DemoSeat } from './demo-labels.ts'

/**
 * The submits of a seat, in the order of its segments: the whole vector for each, with the quotes placed.
 * `texts` are the texts of the trace's segments. Throws when a quote is not in its segment, or there are too few segments.
 */
export function submitsOf(seat: DemoSeat, texts: readonly string[], codebook: Codebook): SegmentLabels[] {
  return Array.from({ length: seat.through }, (_, segment) => {
    const text = texts[segment]
    if (text === undefined) throw new Error(`${seat.trace} has ${texts.length} segments, but ${seat.annotator} submits ${seat.through}.`)
    return submitOf(seat, segment, text, codebook)
  })
}

function submitOf(seat: DemoSeat, segment: number, text: string, codebook: Codebook): SegmentLabels {
  const here = <Row extends { segment: number }>(rows: readonly Row[]) => rows.filter((row) => row.segment === segment)
  const present = here(seat.present)
  const labels: SegmentLabels = {
    values: nothingHere(codebook),
    evidence: present.flatMap(({ mode, quote }) => (quote === undefined ? [] : [{ mode, ...place(quote, text, seat, segment), quote }])),
    notes: {},
    decisive: seat.decisive.includes(segment),
    bulk: false,
  }
  for (const { mode } of present) labels.values[mode] = 'present'
  for (const { mode } of here(seat.unsure)) labels.values[mode] = 'unsure'
  for (const { mode } of here(seat.notApplicable)) labels.values[mode] = 'not_applicable'
  for (const { mode, note } of [...present, ...here(seat.unsure), ...here(seat.notApplicable)]) {
    if (note !== undefined) labels.notes[mode] = note
  }
  return labels
}

function place(quote: string, text: string, seat: DemoSeat, segment: number): Pick<Evidence, 'start' | 'end'> {
  const at = text.indexOf(quote)
  if (at < 0) throw new Error(`Segment ${segment} of ${seat.trace} does not hold what ${seat.annotator} quotes: ${quote}`)
  const start = codePointLength(text.slice(0, at))
  return { start, end: start + codePointLength(quote) }
}
