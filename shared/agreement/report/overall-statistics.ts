import { at } from '../at.ts'
import { addUnit } from '../coincidence-matrix.ts'
import { congerExpectedDisagreement } from '../conger-kappa.ts'
import { fleissExpectedDisagreement } from '../fleiss-kappa.ts'
import { krippendorffAlpha } from '../krippendorff-alpha.ts'
import { codeAt, MISSING, type RatingMatrix, raterPairs } from '../rating-matrix.ts'
import { alphaDistances } from './overall-coefficients.ts'
import type { RatingData } from './rating-data.ts'

/**
 * Where the sufficient statistics of a matrix stand in a row of numbers that adds up over items, clusters and modes: items, pairable items,
 * disagreement, category shares, pairable values and coincidences, labels per rater and category, one table per pair of raters.
 */
export interface StatisticsLayout {
  readonly k: number
  readonly raters: number
  readonly pairs: readonly (readonly [number, number])[]
  readonly shares: number
  readonly totals: number
  readonly cells: number
  readonly margins: number
  readonly tables: number
  readonly width: number
}

/** The layout for k categories and a number of raters. */
export function statisticsLayout(k: number, raters: number): StatisticsLayout {
  const pairs = raterPairs(raters)
  const shares = 4
  const totals = shares + k
  const cells = totals + k
  const margins = cells + k * k
  const tables = margins + raters * k
  return { k, raters, pairs, shares, totals, cells, margins, tables, width: tables + pairs.length * k * k }
}

/** Adds one item to a row of statistics. */
export function addItem(layout: StatisticsLayout, matrix: RatingMatrix, item: number, row: Float64Array): void {
  const { k, raters } = layout
  const add = (index: number, amount: number) => {
    row[index] = at(row, index) + amount
  }
  const codes: number[] = []
  for (let rater = 0; rater < raters; rater++) {
    const code = codeAt(matrix, item, rater)
    if (code === MISSING) continue
    codes.push(code)
    add(layout.margins + rater * k + code, 1)
  }
  const m = codes.length
  if (m === 0) return
  add(0, 1)
  for (const code of codes) add(layout.shares + code, 1 / m)
  if (m < 2) return
  add(1, 1)
  add(3, m)
  let differing = 0
  codes.forEach((a, i) => {
    for (const b of codes.slice(i + 1)) if (a !== b) differing += 2
  })
  add(2, differing / (m * (m - 1)))
  addUnit(matrix, item, new Uint16Array(raters), row.subarray(layout.totals, layout.cells), row.subarray(layout.cells, layout.margins))
  layout.pairs.forEach(([a, b], pair) => {
    const left = codeAt(matrix, item, a)
    const right = codeAt(matrix, item, b)
    if (left !== MISSING && right !== MISSING) add(layout.tables + (pair * k + left) * k + right, 1)
  })
}

/** The figures that `evaluateStatistics` gives, in its order. */
export function figureNames(data: RatingData): string[] {
  return [...FAMILY, ...Object.keys(alphaDistances(data))]
}

const FAMILY = ['percent_agreement', 'gwet_ac1', 'fleiss_kappa', 'conger_kappa', 'brennan_prediger', 'light_kappa', 'pooled_kappa']

/** All figures of one row of statistics, in the order of `figureNames`; NaN where undefined, for the bootstrap only. */
export function evaluateStatistics(layout: StatisticsLayout, data: RatingData, row: Float64Array): number[] {
  const { k } = layout
  const [items, pairable, disagreement, values] = [at(row, 0), at(row, 1), at(row, 2), at(row, 3)]
  const observed = disagreement / pairable
  const shares = row.subarray(layout.shares, layout.totals).map((share) => share / items)
  const spread = fleissExpectedDisagreement(shares)
  const isOne = shares.some((share) => share > 1 - 1e-12)
  const pairs = pairDisagreements(layout, row)
  const defined = pairs.filter(({ expected }) => expected > 0)
  const mean = (of: readonly number[]) => of.reduce((total, value) => total + value, 0) / of.length
  const pooledExpected = mean(pairs.map(({ expected }) => expected))
  const corrected = (expected: number) => (isOne || expected === 0 ? Number.NaN : 1 - observed / expected)
  const coincidences = {
    k,
    n: values,
    units: pairable,
    totals: row.subarray(layout.totals, layout.cells),
    cells: row.subarray(layout.cells, layout.margins),
  }
  const alphas = Object.values(alphaDistances(data)).map((distance) => {
    const alpha = krippendorffAlpha(coincidences, distance(coincidences.totals))
    return alpha.kind === 'value' ? alpha.value : Number.NaN
  })
  return [
    1 - observed,
    k < 2 ? Number.NaN : 1 - observed / (1 - spread / (k - 1)),
    corrected(spread),
    corrected(congerExpected(layout, row)),
    k < 2 ? Number.NaN : 1 - observed / (1 - 1 / k),
    mean(defined.map((pair) => 1 - pair.observed / pair.expected)),
    pooledExpected > 0 ? 1 - mean(pairs.map((pair) => pair.observed)) / pooledExpected : Number.NaN,
    ...alphas,
  ]
}

/** Observed and expected disagreement of every pair of raters with a common item. */
export function pairDisagreements({ k, pairs, tables }: StatisticsLayout, row: Float64Array): { observed: number; expected: number }[] {
  const found: { observed: number; expected: number }[] = []
  const rowTotals = new Float64Array(k)
  const columnTotals = new Float64Array(k)
  for (let pair = 0; pair < pairs.length; pair++) {
    rowTotals.fill(0)
    columnTotals.fill(0)
    let n = 0
    let same = 0
    for (let i = 0; i < k; i++) {
      for (let j = 0; j < k; j++) {
        const count = at(row, tables + (pair * k + i) * k + j)
        rowTotals[i] = at(rowTotals, i) + count
        columnTotals[j] = at(columnTotals, j) + count
        n += count
        if (i === j) same += count
      }
    }
    if (n === 0) continue
    let expected = 0
    for (let i = 0; i < k; i++) expected += at(rowTotals, i) * (n - at(columnTotals, i))
    found.push({ observed: (n - same) / n, expected: expected / n / n })
  }
  return found
}

function congerExpected({ k, raters, margins }: StatisticsLayout, row: Float64Array): number {
  const shares: number[] = []
  for (let rater = 0; rater < raters; rater++) {
    const own = row.subarray(margins + rater * k, margins + (rater + 1) * k)
    const total = own.reduce((all, count) => all + count, 0)
    if (total > 0) for (const count of own) shares.push(count / total)
  }
  return shares.length < 2 * k ? 0 : congerExpectedDisagreement(Float64Array.from(shares), k)
}
