import { cellState } from '../../../shared/adjudication/cell-state.ts'
import { confusedWith } from '../../../shared/adjudication/confusion.ts'
import type { DecisionView } from '../../../shared/adjudication/decision.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { groupBy } from '../../../shared/group-by.ts'
import type { CellRow } from '../../../shared/http/api.ts'
import { type RoundId, SegmentId, TraceId } from '../../../shared/ids.ts'
import type { LabelValue } from '../../../shared/labels/label.ts'
import { cellKey } from '../../../shared/live/reduce.ts'
import { letterValue, type Vote } from '../labels/index.ts'
import { shuffled } from './shuffle.ts'

export type CellSource = {
  readonly roundId: RoundId
  readonly codebook: Codebook
  readonly overlap: number
  readonly votes: readonly Vote[]
  readonly decisions: readonly DecisionView[]
  readonly titleOf: (traceId: string) => string
  readonly indexOf: (segmentId: string) => number
}

/** The cells of a round that are not plain agreement, or were decided: what a lead may want to look at. */
export function cellsOf(source: CellSource): CellRow[] {
  const decisions = new Map(source.decisions.map((decision) => [cellKey(decision), decision]))
  const bySegment = groupBy(source.votes, (vote) => vote.segmentId)
  return [...bySegment.values()].flatMap((votes) => cellsOfSegment(source, votes, decisions))
}

function cellsOfSegment(source: CellSource, votes: readonly Vote[], decisions: ReadonlyMap<string, DecisionView>): CellRow[] {
  const { codebook, overlap, roundId } = source
  const [first] = votes
  if (!first) return []
  const vectors = votes.map((vote) => Array.from(vote.vector, letterValue))
  return codebook.modes.flatMap((mode, index): CellRow[] => {
    const cell = { roundId, segmentId: SegmentId.parse(first.segmentId), mode: mode.id }
    const decision = decisions.get(cellKey(cell)) ?? null
    const values = vectors.map((row): LabelValue => row[index] ?? 'absent')
    const state = cellState(values, overlap, decision?.state ?? null)
    if (state === 'agree' || state === 'incomplete') return []
    const other = confusedWith(vectors, index)
    return [
      {
        ...cell,
        traceId: TraceId.parse(first.traceId),
        traceTitle: source.titleOf(first.traceId),
        segmentIndex: source.indexOf(first.segmentId),
        state,
        votes: shuffled(values, cellKey(cell)),
        confusedWith: other === null ? null : (codebook.modes[other]?.id ?? null),
        decision,
      },
    ]
  })
}
