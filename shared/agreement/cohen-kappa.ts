import { type DisagreementWeights, disagreementWeights, type WeightScheme } from './agreement-weights.ts'
import { at } from './at.ts'
import { type Estimate, type UndefinedCoefficient, undefinedCoefficient } from './coefficient.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'

/** Kappa with both asymptotic standard errors: `se` (non-null) for intervals, `seNull` (kappa = 0) only for the z test. */
export type CohenKappa = (Estimate & { readonly seNull: number }) | UndefinedCoefficient

/**
 * Cohen's kappa of two raters, (po - pe)/(1 - pe), optionally weighted; range -1..1.
 * Computed as 1 - Qo/Qe with Qo = sum d p_ij, Qe = sum d p_i. p_.j, so that it is exactly 1 with SE exactly 0 at full agreement
 * and exactly 0 when one rater is constant. Undefined when both used one and the same category (0/0), and without a common item.
 * `observed` and `expected` are weighted agreement, scaled so that the largest disagreement counts 0.
 * Sources: Cohen (1960) EPM 20:37-46; Cohen (1968) Psychol. Bull. 70:213-220; SEs Fleiss, Cohen & Everitt (1969) Psychol. Bull. 72:323-327.
 */
export function cohenKappa(table: ContingencyTable, weights: WeightScheme = 'nominal'): CohenKappa {
  const { n } = table
  if (n === 0) return undefinedCoefficient('no-pairable-items', 0)
  const parts = kappaParts(table, disagreementWeights(weights, table.k))
  const { observedDisagreement, expectedDisagreement, largest } = parts
  const observed = 1 - observedDisagreement / largest
  const expected = 1 - expectedDisagreement / largest
  if (expectedDisagreement === 0) return undefinedCoefficient('single-category', n, observed, expected)
  let squares = 0
  let nullSquares = 0
  for (let i = 0; i < table.k; i++) {
    for (let j = 0; j < table.k; j++) {
      const u = influence(parts, i, j)
      squares += (cell(table, i, j) / n) * u * u
      const nullTerm = at(parts.d, i * table.k + j) - at(parts.rowDistance, i) - at(parts.columnDistance, j) + expectedDisagreement
      nullSquares += ((at(table.rowTotals, i) / n) * at(table.columnTotals, j) * nullTerm * nullTerm) / n
    }
  }
  return {
    kind: 'value',
    value: 1 - observedDisagreement / expectedDisagreement,
    n,
    observed,
    expected,
    se: Math.sqrt(squares / n) / expectedDisagreement,
    seNull: Math.sqrt(nullSquares / n) / expectedDisagreement,
  }
}

/** What kappa and its standard errors are made of; shared with the cluster-robust standard error. */
export interface KappaParts {
  readonly k: number
  readonly d: DisagreementWeights
  readonly observedDisagreement: number
  readonly expectedDisagreement: number
  /** A_i = sum_j p_.j d_ij and B_j = sum_i p_i. d_ij. */
  readonly rowDistance: Float64Array
  readonly columnDistance: Float64Array
  /** The largest disagreement weight, at least 1. */
  readonly largest: number
}

/** Qo, Qe, A and B of a table with n > 0. */
export function kappaParts(table: ContingencyTable, d: DisagreementWeights): KappaParts {
  const { k, n } = table
  const rowDistance = new Float64Array(k)
  const columnDistance = new Float64Array(k)
  let observed = 0
  let expected = 0
  let largest = 0
  for (let i = 0; i < k; i++) {
    for (let j = 0; j < k; j++) {
      const distance = at(d, i * k + j)
      observed += distance * cell(table, i, j)
      expected += distance * (at(table.rowTotals, i) / n) * at(table.columnTotals, j)
      rowDistance[i] = at(rowDistance, i) + (at(table.columnTotals, j) / n) * distance
      columnDistance[j] = at(columnDistance, j) + (at(table.rowTotals, i) / n) * distance
      if (distance > largest) largest = distance
    }
  }
  return {
    k,
    d,
    observedDisagreement: observed / n,
    expectedDisagreement: expected / n,
    rowDistance,
    columnDistance,
    largest: largest === 0 ? 1 : largest,
  }
}

/** How one item in cell (i, j) moves kappa, times -Qe: u = d_ij - (A_i + B_j) Qo/Qe + Qo; its mean over the table is 0. */
export function influence(parts: KappaParts, i: number, j: number): number {
  const { observedDisagreement: qo, expectedDisagreement: qe } = parts
  return at(parts.d, i * parts.k + j) - (at(parts.rowDistance, i) + at(parts.columnDistance, j)) * (qo / qe) + qo
}
