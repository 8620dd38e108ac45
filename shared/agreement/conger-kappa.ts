import { at } from './at.ts'
import { undefinedCoefficient } from './coefficient.ts'
import { countCategories } from './item-counts.ts'
import { type Linearised, linearised } from './linearised.ts'
import { codeAt, MISSING, type RatingMatrix } from './rating-matrix.ts'
import { type RatingProfile, ratingProfile } from './rating-profile.ts'

/**
 * Conger's kappa (Davies & Fleiss, Hubert): chance is agreement of two different raters, each with their own margins over the items they
 * rated, pe = sum_j (pbar_j^2 - s_j^2/r). Range -1..1; for two raters without missing labels it is Cohen's kappa. SE by linearisation.
 * Raters without any label are left out. Undefined with one rater, and when one category was used throughout.
 * Source: Conger (1980) Psychol. Bull. 88:322-328; Gwet (2014) ch. 2 and 5.
 */
export function congerKappa(matrix: RatingMatrix, profile: RatingProfile = ratingProfile(countCategories(matrix))): Linearised {
  if (profile.weights.some((weight, cell) => weight !== (cell % (profile.k + 1) === 0 ? 0 : 1))) {
    throw new RangeError("Conger's kappa is for nominal labels.")
  }
  const margins = raterMargins(matrix)
  if (margins.active.length === 1) return { coefficient: undefinedCoefficient('single-rater', 0), influence: null }
  const { k } = matrix
  const r = margins.active.length
  const sums = new Float64Array(k)
  for (let g = 0; g < r; g++) for (let c = 0; c < k; c++) sums[c] = at(sums, c) + at(margins.shares, g * k + c)
  const expectedDisagreement = congerExpectedDisagreement(margins.shares, k)
  return linearised(profile, expectedDisagreement, profile.usedCategories < 2, (item) =>
    chanceOfItem(matrix, margins, sums, at(profile.row, item)),
  )
}

/** 1 - pe of Conger: mean over ordered pairs of raters of sum_c p_gc (1 - p_hc); `shares` is raters x k. */
export function congerExpectedDisagreement(shares: Float64Array, k: number): number {
  const r = shares.length / k
  let expected = 0
  for (let c = 0; c < k; c++) {
    let sum = 0
    for (let g = 0; g < r; g++) sum += at(shares, g * k + c)
    for (let g = 0; g < r; g++) {
      const share = at(shares, g * k + c)
      expected += (share * (r - 1 - (sum - share))) / (r * (r - 1))
    }
  }
  return expected
}

interface RaterMargins {
  /** Raters with at least one label. */
  readonly active: readonly number[]
  /** How many items each active rater labelled, and the share of each category among them (active x k). */
  readonly rated: readonly number[]
  readonly shares: Float64Array
  /** Items with at least one label. */
  readonly items: number
}

function raterMargins(matrix: RatingMatrix): RaterMargins {
  const { items, raters, k } = matrix
  const counts = new Float64Array(raters * k)
  let labelled = 0
  for (let item = 0; item < items; item++) {
    let hasLabel = false
    for (let rater = 0; rater < raters; rater++) {
      const code = codeAt(matrix, item, rater)
      if (code === MISSING) continue
      hasLabel = true
      counts[rater * k + code] = at(counts, rater * k + code) + 1
    }
    if (hasLabel) labelled += 1
  }
  const active: number[] = []
  const rated: number[] = []
  const shares: number[] = []
  for (let rater = 0; rater < raters; rater++) {
    const own = counts.subarray(rater * k, (rater + 1) * k)
    const total = own.reduce((all, count) => all + count, 0)
    if (total === 0) continue
    active.push(rater)
    rated.push(total)
    for (const count of own) shares.push(count / total)
  }
  return { active, rated, shares: Float64Array.from(shares), items: labelled }
}

/** pe_i of Gwet (2014): what the item's own labels, and who left it out, contribute to pe. */
function chanceOfItem(matrix: RatingMatrix, margins: RaterMargins, sums: Float64Array, item: number): number {
  const { active, rated, shares, items } = margins
  const { k } = matrix
  const r = active.length
  let total = 0
  for (let g = 0; g < r; g++) {
    const code = codeAt(matrix, item, at(active, g))
    const ratedHere = code === MISSING ? 0 : 1
    const ratedByRater = at(rated, g)
    for (let c = 0; c < k; c++) {
      const share = at(shares, g * k + c)
      const own = (code === c ? 1 : 0) - (ratedHere - ratedByRater / items) * share
      total += ((own * items) / ratedByRater) * (at(sums, c) - share)
    }
  }
  return total / (r * (r - 1))
}
