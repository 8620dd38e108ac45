import { at } from '../at.ts'
import { jaccardDistance, masiDistance, type SetDistance, type SetRatings, setRatings, setUnit } from '../label-sets.ts'
import { codeAt, MISSING } from '../rating-matrix.ts'
import type { RatingData } from './rating-data.ts'

/** The label set of each (item, rater): its modes labelled category 0; missing when the rater labelled no mode of the item. Null without modes. */
export function labelSetsOf(data: RatingData): SetRatings | null {
  const { modes } = data
  if (modes === null) return null
  const rows = data.items.map((_, item) =>
    data.raters.map((__, rater) => {
      const present: number[] = []
      let isLabelled = false
      data.matrices.forEach((matrix, mode) => {
        const code = codeAt(matrix, item, rater)
        if (code !== MISSING) isLabelled = true
        if (code === 0) present.push(mode)
      })
      return isLabelled ? present : null
    }),
  )
  return setRatings(rows, modes.length)
}

/** Set alphas from sums that add up over items: n Do of both distances, then the pairable values of each distinct set. */
export interface SetDistances {
  readonly width: number
  readonly addItem: (item: number, row: Float64Array) => void
  /** Jaccard and MASI alpha; NaN where undefined, for the bootstrap only. */
  readonly evaluate: (row: Float64Array) => [number, number]
}

/** Distinct sets beyond which every resample would cost too much (the expected disagreement is quadratic in them). */
const MOST_SETS = 600

/** The sums of set alphas, or null without modes or with more than 600 distinct sets. */
export function setDistances(data: RatingData): SetDistances | null {
  const found = labelSetsOf(data)
  if (found === null || found.sets.length > MOST_SETS) return null
  const { sets, ratings } = found
  const tables = [distanceTable(found, jaccardDistance), distanceTable(found, masiDistance)] as const
  return {
    width: 2 + sets.length,
    addItem(item, row) {
      const jaccard = setUnit(sets, ratings, item, jaccardDistance)
      const masi = setUnit(sets, ratings, item, masiDistance)
      if (jaccard === null || masi === null) return
      row[0] = at(row, 0) + jaccard.observed
      row[1] = at(row, 1) + masi.observed
      for (const code of jaccard.codes) row[2 + code] = at(row, 2 + code) + 1
    },
    evaluate(row) {
      const totals = row.subarray(2)
      const n = totals.reduce((all, count) => all + count, 0)
      const alpha = (index: 0 | 1) => {
        const expected = expectedPairs(tables[index], totals)
        return expected === 0 ? Number.NaN : 1 - (at(row, index) * (n - 1)) / expected
      }
      return [alpha(0), alpha(1)]
    },
  }
}

function distanceTable({ sets }: SetRatings, distance: SetDistance): Float64Array {
  return Float64Array.from(sets.flatMap((a) => sets.map((b) => distance(a, b))))
}

/** Sum over ordered pairs of sets of n_c n_l d; the inner loop of every resample, hence plain indexed reads. */
function expectedPairs(table: Float64Array, totals: Float64Array): number {
  const size = totals.length
  let sum = 0
  for (let c = 0; c < size; c++) {
    const own = totals[c] as number
    if (own === 0) continue
    let row = 0
    for (let l = 0; l < size; l++) row += (totals[l] as number) * (table[c * size + l] as number)
    sum += own * row
  }
  return sum
}
