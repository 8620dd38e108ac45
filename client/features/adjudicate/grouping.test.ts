import { describe, expect, it } from 'vitest'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import { CellRow } from '../../../shared/http/api.ts'
import { keepSame, withDecision } from './cells.ts'
import { groupCells } from './grouping.ts'

function rowOf(change: Record<string, unknown>): CellRow {
  const row = { roundId: 'r1', traceId: 't1', traceTitle: 'Run 1', segmentId: 's1', segmentIndex: 0, mode: 'FM-3.2' }
  return CellRow.parse({ ...row, state: 'disagree', votes: ['present', 'absent'], confusedWith: null, decision: null, ...change })
}
const cellOf = (change: Record<string, unknown>) => withDecision(rowOf(change), undefined, undefined)
const decision = {
  ...{ roundId: 'r1', traceId: 't1', segmentId: 's1', mode: 'FM-3.2', state: 'settled', value: 'present', reason: 'slip' },
  ...{ note: '', by: 'mara', at: '2026-04-21T15:02:44Z', judgeSeen: false, revision: 1 },
}

describe('the queue', () => {
  it('puts the two cells of a confusion side by side, whichever mode asks', () => {
    const cells = [cellOf({ confusedWith: 'FM-3.3' }), cellOf({ mode: 'FM-3.3', confusedWith: 'FM-3.2' }), cellOf({ mode: 'FM-1.1' })]
    const groups = groupCells(cells, 'pair', mast14)
    expect(groups.map((group) => [group.title, group.cells.length])).toEqual([
      ['3.2 / 3.3', 2],
      ['1.1', 1],
    ])
  })

  it('keeps a cell in its place when it is settled', () => {
    const open = [cellOf({}), cellOf({ segmentId: 's2', segmentIndex: 4 })]
    const settled = [cellOf({ state: 'settled', decision }), cellOf({ segmentId: 's2', segmentIndex: 4 })]
    const keys = (cells: typeof open) => groupCells(cells, 'pair', mast14).flatMap((group) => group.cells.map((cell) => cell.key))
    expect(keys(settled)).toEqual(keys(open))
    expect(groupCells(settled, 'pair', mast14)[0]?.left).toBe(1)
  })

  it('sorts runs by their numbers', () => {
    const cells = [cellOf({ traceTitle: 'Run 10', segmentId: 's2' }), cellOf({ traceTitle: 'Run 9', segmentId: 's3' })]
    expect(groupCells(cells, 'mode', mast14)[0]?.cells.map((cell) => cell.traceTitle)).toEqual(['Run 9', 'Run 10'])
  })
})

describe('the decision of a cell', () => {
  it('is the newest of what was fetched, pushed and sent', () => {
    const pushed = CellRow.parse({
      ...rowOf({}),
      decision: { ...decision, revision: 2, state: 'reopened', value: null, reason: null },
    }).decision
    const row = rowOf({ state: 'settled', decision })
    expect(withDecision(row, pushed ?? undefined, undefined)).toMatchObject({ state: 'reopened', revision: 2 })
    const sent = { state: 'settled', value: 'absent', reason: 'other', note: '', revision: 3, mutationId: '' } as const
    expect(withDecision(row, pushed ?? undefined, sent)).toMatchObject({ state: 'settled', revision: 3 })
    expect(withDecision(row, pushed ?? undefined, { ...sent, revision: 2 })).toMatchObject({ state: 'reopened', revision: 2 })
  })

  it('does not make new rows of what did not change', () => {
    const before = [rowOf({}), rowOf({ segmentId: 's2' })]
    const next = [rowOf({}), rowOf({ segmentId: 's2', state: 'settled', decision: { ...decision, segmentId: 's2' } })]
    const kept = keepSame(before, next)
    expect(kept[0]).toBe(before[0])
    expect(kept[1]).toBe(next[1])
  })
})
