import { at } from './at.ts'
import { type Coefficient, undefinedCoefficient } from './coefficient.ts'
import type { RatingProfile } from './rating-profile.ts'
import type { UndefinedReason } from './undefined-reason.ts'

/** A coefficient of Gwet's family with what its standard error was made from. */
export interface Linearised {
  readonly coefficient: Coefficient
  /**
   * How far each labelled item moves the coefficient (mean 0), in the order of the profile; null when undefined. Unlike the item values of the
   * SE it does not count which items happen to have two labels, which would swamp it when whole traces have one.
   */
  readonly influence: Float64Array | null
}

/** Why a coefficient over items cannot be computed at all, or null. */
export function missingItems(profile: RatingProfile): UndefinedReason | null {
  if (profile.items === 0) return 'no-items'
  return profile.pairable === 0 ? 'no-pairable-items' : null
}

/**
 * 1 - Qo/Qe with its SE from linearised item values, divisor n(n-1): x_i = k_i - 2(1-k)(pe_i - pe)/(1 - pe),
 * k_i = (n/n2)(pa_i - pe)/(1 - pe) for items with two labels and more, else 0. `chance(i)` is pe_i, whose mean is pe.
 * With one item the SE is 0. Source: Gwet (2008) Br. J. Math. Stat. Psychol. 61:29-48; Gwet (2014) ch. 5 (as in R irrCAC).
 */
export function linearised(
  profile: RatingProfile,
  expectedDisagreement: number,
  usesOneCategory: boolean,
  chance: (item: number) => number,
): Linearised {
  const reason = missingItems(profile)
  if (reason !== null || profile.observedDisagreement === null) {
    return { coefficient: undefinedCoefficient(reason ?? 'no-pairable-items', 0), influence: null }
  }
  const { items, pairable, observedDisagreement } = profile
  const observed = 1 - observedDisagreement
  if (usesOneCategory) return { coefficient: undefinedCoefficient('single-category', pairable, observed, 1), influence: null }
  const ratio = observedDisagreement / expectedDisagreement
  const expected = 1 - expectedDisagreement
  const influence = new Float64Array(items)
  let squares = 0
  for (let i = 0; i < items; i++) {
    const isPairable = at(profile.labels, i) >= 2
    const own = isPairable ? (items / pairable) * (1 - at(profile.disagreement, i) / expectedDisagreement) : 0
    const x = own - (2 * ratio * (chance(i) - expected)) / expectedDisagreement
    influence[i] = isPairable ? x - (items / pairable) * (1 - ratio) : x
    squares += (x - (1 - ratio)) ** 2
  }
  return {
    coefficient: {
      kind: 'value',
      value: 1 - ratio,
      n: pairable,
      observed,
      expected,
      se: items < 2 ? 0 : Math.sqrt(squares / (items * (items - 1))),
    },
    influence,
  }
}

/** Mean over an item's labels of a value per category, sum_c r_ic v_c / r_i. */
export function meanOverLabels(profile: RatingProfile, item: number, valueOfCategory: ArrayLike<number>): number {
  const start = at(profile.row, item) * profile.k
  let total = 0
  for (let c = 0; c < profile.k; c++) total += at(profile.counts.counts, start + c) * at(valueOfCategory, c)
  return total / at(profile.labels, item)
}

/**
 * Cluster-robust SE of a linearised coefficient: sqrt(G/(G-1) sum_g (sum_{i in g} y_i)^2)/n, y the influence, for Student's t on G - 1 degrees
 * of freedom. `clusterOfRow` is by row of the counts. Null with fewer than two clusters.
 */
export function linearisedClusterSe(
  profile: RatingProfile,
  influence: Float64Array,
  clusterOfRow: ArrayLike<number>,
): { se: number; clusters: number } | null {
  const sums = new Map<number, number>()
  for (let i = 0; i < profile.items; i++) {
    const cluster = at(clusterOfRow, at(profile.row, i))
    sums.set(cluster, (sums.get(cluster) ?? 0) + at(influence, i))
  }
  const clusters = sums.size
  if (clusters < 2) return null
  let squares = 0
  for (const total of sums.values()) squares += total * total
  return { se: Math.sqrt((clusters / (clusters - 1)) * squares) / profile.items, clusters }
}
