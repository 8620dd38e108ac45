/** Cells as the screen holds them: rows of the queue with the newest decision known for each. */
import type { DecisionView } from '../../../shared/adjudication/decision.ts'
import type { CellRow } from '../../../shared/http/api.ts'
import { cellKey } from '../../../shared/live/reduce.ts'

export type Cell = CellRow & {
  key: string
  /** What a settle of this cell is based on; 0 = no decision yet. */
  revision: number
}

/** A decision that was sent and is not confirmed yet. */
export type Sent = Pick<DecisionView, 'state' | 'value' | 'reason' | 'note' | 'revision'> & { mutationId: string }

/** The row with the newest of its own decision, one that was pushed, and one that is on its way. */
export function withDecision(row: CellRow, pushed: DecisionView | undefined, sent: Sent | undefined): Cell {
  const key = cellKey(row)
  const decision = newer(row.decision, pushed)
  const revision = decision?.revision ?? 0
  if (sent && sent.revision > revision) return { ...row, key, state: sent.state, decision, revision: sent.revision }
  if (!decision || decision === row.decision) return { ...row, key, revision }
  return { ...row, key, state: decision.state, decision, revision }
}

function newer(held: DecisionView | null, pushed: DecisionView | undefined): DecisionView | null {
  if (!pushed) return held
  return held && held.revision >= pushed.revision ? held : pushed
}

/** Open: somebody has to decide. */
export function isOpen(cell: CellRow): boolean {
  return cell.state === 'disagree' || cell.state === 'unsure' || cell.state === 'reopened'
}

/** The next rows, keeping the objects of those that did not change, so that only what changed is drawn anew. */
export function keepSame(before: readonly CellRow[], next: readonly CellRow[]): CellRow[] {
  const held = new Map(before.map((row) => [cellKey(row), row]))
  return next.map((row) => {
    const old = held.get(cellKey(row))
    return old && JSON.stringify(old) === JSON.stringify(row) ? old : row
  })
}
