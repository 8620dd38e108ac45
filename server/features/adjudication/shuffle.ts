import { sha256 } from '../../hash.ts'

/**
 * The votes of a cell in an order that says nothing about who they are from: different from cell to cell, and the same each time
 * a cell is looked at, so that its letters stay.
 */
export function shuffled<T>(votes: readonly T[], cell: string): T[] {
  return votes
    .map((vote, index) => ({ vote, rank: sha256(`${cell}\n${index}`) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ vote }) => vote)
}
