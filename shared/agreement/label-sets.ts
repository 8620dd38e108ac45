import { at } from './at.ts'
import { type PointCoefficient, undefinedCoefficient } from './coefficient.ts'
import { popcount } from './popcount.ts'
import { codeAt, MISSING, type RatingMatrix } from './rating-matrix.ts'

/** A set of labels as bits: 32 labels per word. */
export type LabelSet = Uint32Array

/** The set that holds the given label indices out of `labels`. */
export function labelSet(indices: readonly number[], labels: number): LabelSet {
  const set = new Uint32Array(Math.max(1, Math.ceil(labels / 32)))
  for (const index of indices) {
    if (!(index >= 0 && index < labels)) throw new RangeError(`Label ${index} is outside of ${labels}.`)
    set[index >>> 5] = at(set, index >>> 5) | (1 << (index & 31))
  }
  return set
}

/** Distance between two label sets, 0..1. */
export type SetDistance = (a: LabelSet, b: LabelSet) => number

/** 1 - Jaccard similarity. Two empty sets agree: 0; empty against non-empty is 1. Source: Jaccard (1912). */
export const jaccardDistance: SetDistance = (a, b) => {
  const { both, either } = overlap(a, b)
  return either === 0 ? 0 : 1 - both / either
}

/**
 * MASI distance 1 - J M with M = 1 for equal sets, 2/3 when one contains the other, 1/3 when they overlap, 0 when they are disjoint.
 * Two empty sets agree: 0. Source: Passonneau (2006) Measuring Agreement on Set-valued Items (MASI), LREC.
 */
export const masiDistance: SetDistance = (a, b) => {
  const { both, either, onlyA, onlyB } = overlap(a, b)
  if (either === 0) return 0
  if (both === 0) return 1
  const monotonicity = onlyA === 0 && onlyB === 0 ? 1 : onlyA === 0 || onlyB === 0 ? 2 / 3 : 1 / 3
  return 1 - (both / either) * monotonicity
}

function overlap(a: LabelSet, b: LabelSet): { both: number; either: number; onlyA: number; onlyB: number } {
  let both = 0
  let onlyA = 0
  let onlyB = 0
  for (let word = 0; word < a.length; word++) {
    const left = at(a, word)
    const right = at(b, word)
    both += popcount(left & right)
    onlyA += popcount(left & ~right)
    onlyB += popcount(right & ~left)
  }
  return { both, either: both + onlyA + onlyB, onlyA, onlyB }
}

/** Label sets of raters on items: `ratings` holds, as its categories, indices into the distinct sets. */
export interface SetRatings {
  readonly sets: readonly LabelSet[]
  readonly ratings: RatingMatrix
}

/** Set ratings from rows of label indices (items x raters), null = missing, out of `labels` labels. */
export function setRatings(rows: readonly (readonly (readonly number[] | null)[])[], labels: number): SetRatings {
  const raters = rows[0]?.length ?? 0
  const codes = new Uint16Array(rows.length * raters).fill(MISSING)
  const codeOf = new Map<string, number>()
  const sets: LabelSet[] = []
  rows.forEach((row, item) => {
    if (row.length !== raters) throw new RangeError(`Item ${item} has ${row.length} raters, the first has ${raters}.`)
    row.forEach((indices, rater) => {
      if (indices === null) return
      const set = labelSet(indices, labels)
      const key = set.join()
      let code = codeOf.get(key)
      if (code === undefined) {
        code = sets.length
        if (code === MISSING) throw new RangeError(`More than ${MISSING} different label sets.`)
        codeOf.set(key, code)
        sets.push(set)
      }
      codes[item * raters + rater] = code
    })
  })
  return { sets, ratings: { items: rows.length, raters, k: sets.length, codes } }
}

/**
 * Krippendorff's alpha over label sets with the Jaccard or MASI distance; `observed` and `expected` are Do and De, `n` the units.
 * Never builds the matrix of all pairs of sets. Undefined as `krippendorffAlpha`. Source: Passonneau (2006); Krippendorff (2004).
 */
export function labelSetAlpha({ sets, ratings }: SetRatings, distance: SetDistance): PointCoefficient {
  const totals = new Float64Array(sets.length)
  let n = 0
  let units = 0
  let observed = 0
  for (let item = 0; item < ratings.items; item++) {
    const unit = setUnit(sets, ratings, item, distance)
    if (unit === null) continue
    for (const code of unit.codes) totals[code] = at(totals, code) + 1
    n += unit.codes.length
    units += 1
    observed += unit.observed
  }
  if (units === 0) return undefinedCoefficient('no-pairable-items', 0)
  let expected = 0
  sets.forEach((set, c) => {
    const own = at(totals, c)
    if (own === 0) return
    for (let l = c + 1; l < sets.length; l++) {
      const other = sets[l]
      if (other !== undefined && at(totals, l) > 0) expected += 2 * own * at(totals, l) * distance(set, other)
    }
  })
  observed /= n
  expected /= n * (n - 1)
  if (expected === 0) return undefinedCoefficient('no-expected-disagreement', units, observed, expected)
  return { kind: 'value', value: 1 - observed / expected, n: units, observed, expected }
}

/** One unit's set codes and its part of n Do, or null with fewer than two labels. */
export function setUnit(
  sets: readonly LabelSet[],
  ratings: RatingMatrix,
  item: number,
  distance: SetDistance,
): { codes: number[]; observed: number } | null {
  const codes: number[] = []
  for (let rater = 0; rater < ratings.raters; rater++) {
    const code = codeAt(ratings, item, rater)
    if (code !== MISSING) codes.push(code)
  }
  if (codes.length < 2) return null
  let pairs = 0
  codes.forEach((a, i) => {
    for (const b of codes.slice(i + 1)) {
      const left = sets[a]
      const right = sets[b]
      if (a !== b && left !== undefined && right !== undefined) pairs += 2 * distance(left, right)
    }
  })
  return { codes, observed: pairs / (codes.length - 1) }
}

/** How alike label sets are over all pairs of labels on an item: share of equal sets and mean Jaccard similarity; null without a pair. */
export function setSimilarity({ sets, ratings }: SetRatings): { exactMatch: number; meanJaccard: number; pairs: number } | null {
  let pairs = 0
  let equal = 0
  let similarity = 0
  for (let item = 0; item < ratings.items; item++) {
    const unit = setUnit(sets, ratings, item, jaccardDistance)
    if (unit === null) continue
    const m = unit.codes.length
    pairs += (m * (m - 1)) / 2
    similarity += (m * (m - 1)) / 2 - (unit.observed * (m - 1)) / 2
    unit.codes.forEach((a, i) => {
      for (const b of unit.codes.slice(i + 1)) if (a === b) equal += 1
    })
  }
  return pairs === 0 ? null : { exactMatch: equal / pairs, meanJaccard: similarity / pairs, pairs }
}
