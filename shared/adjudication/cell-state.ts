import type { LabelValue } from '../labels/label.ts'

/**
 * What a (segment, mode) cell is, in the words of the screen. `incomplete`: fewer submits than the overlap.
 * `unsure`: nobody contradicts, but a vote that takes no side is left over.
 */
export type CellState = 'agree' | 'disagree' | 'unsure' | 'incomplete' | 'settled' | 'reopened'

/**
 * The state of a cell from its votes. Present against absent is a disagreement as soon as both are there, however many
 * seats are still open; unsure and not applicable vote for neither side.
 */
export function cellState(votes: readonly LabelValue[], overlap: number, decision: 'settled' | 'reopened' | null): CellState {
  if (decision !== null) return decision
  const present = votes.includes('present')
  const absent = votes.includes('absent')
  if (present && absent) return 'disagree'
  if (votes.length < overlap) return 'incomplete'
  return votes.some((vote) => vote === 'unsure' || vote === 'not_applicable') ? 'unsure' : 'agree'
}
