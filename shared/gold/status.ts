import type { DecisionValue } from '../adjudication/decision.ts'
import type { LabelValue } from '../labels/label.ts'
import type { GoldStatus } from './gold-record.ts'

export type CellResult = { readonly value: boolean | null; readonly status: GoldStatus; readonly blind: boolean | null }

/** The strict majority of present against absent; unsure and not applicable vote for neither side. Null on a tie or without votes. */
export function strictMajority(votes: readonly LabelValue[]): boolean | null {
  const present = votes.filter((vote) => vote === 'present').length
  const absent = votes.filter((vote) => vote === 'absent').length
  return present === absent ? null : present > absent
}

/**
 * What gold says of a cell: the first status that fits, in the order of the contract. `blindVotes` are the values as they stood when
 * their authors could first see a peer's; `overlap` is the round's.
 */
export function cellResult(
  votes: readonly LabelValue[],
  blindVotes: readonly LabelValue[],
  overlap: number,
  decided: DecisionValue | null,
): CellResult {
  const blind = strictMajority(blindVotes)
  const majority = strictMajority(votes)
  if (decided !== null) return { value: decided === 'not_assessable' ? null : decided === 'present', status: 'adjudicated', blind }
  if (votes.length === 0) return { value: null, status: 'not_assessed', blind }
  if (votes.length === 1) return { value: null, status: 'single', blind }
  const [first] = votes
  const takesSide = first === 'present' || first === 'absent'
  if (takesSide && votes.length >= overlap && votes.every((vote) => vote === first)) return { value: majority, status: 'unanimous', blind }
  return majority === null ? { value: null, status: 'unresolved', blind } : { value: majority, status: 'majority', blind }
}
