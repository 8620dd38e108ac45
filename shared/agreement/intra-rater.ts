import { type CohenKappa, cohenKappa } from './cohen-kappa.ts'
import { type ContingencyTable, tableFromPairs } from './contingency-table.ts'

/** One rater against themselves on items they were shown twice (hidden repeats). */
export interface IntraRaterAgreement {
  /** Rows = first pass, columns = second pass. */
  readonly table: ContingencyTable
  readonly kappa: CohenKappa
  /** Items labelled differently the second time. */
  readonly changed: number
}

/**
 * Intra-rater agreement: Cohen's kappa between a rater's first and second pass. An upper bound for what agreement with others can mean.
 * Pairs are category codes (first, second); items labelled in one pass only are left out by the caller.
 * Source: Gwet (2014) Handbook of Inter-Rater Reliability, 4th ed., ch. 9.
 */
export function intraRaterAgreement(passes: readonly (readonly [number, number])[], k: number): IntraRaterAgreement {
  const table = tableFromPairs(passes, k)
  return { table, kappa: cohenKappa(table), changed: passes.filter(([first, second]) => first !== second).length }
}
