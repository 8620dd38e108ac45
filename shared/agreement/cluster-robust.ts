import { disagreementWeights, type WeightScheme } from './agreement-weights.ts'
import { at } from './at.ts'
import type { ClusteredTables } from './clustered-tables.ts'
import { influence, kappaParts } from './cohen-kappa.ts'

/** Variance of kappa when items come in clusters (traces). */
export interface ClusterVariance {
  /** Linearised cluster-robust SE without a small-sample factor. */
  readonly se: number
  /** The SE for intervals: with the factor sqrt(G/(G-1)), to be used with Student's t on G - 1 degrees of freedom. Null for one cluster. */
  readonly seForIntervals: number | null
  /** SE as if items were independent (Fleiss, Cohen & Everitt 1969). */
  readonly seIndependent: number
  /** se^2 / seIndependent^2; null when the latter is 0. */
  readonly designEffect: number | null
  readonly clusters: number
}

/**
 * Cluster-robust standard error of (weighted) kappa: V = sum_g (sum_{i in g} u_i)^2 / (n Qe)^2, u the influence of an item.
 * Equals the non-null SE when every cluster has one item; m copies of every item give a design effect of exactly m.
 * Null where kappa is undefined. Source: Williams (2000) Biometrics 56:645-646 (linearisation); Liang & Zeger (1986).
 */
export function clusterVariance(tables: ClusteredTables, weights: WeightScheme = 'nominal'): ClusterVariance | null {
  const { k, clusters, counts, total } = tables
  const n = total.n
  if (n === 0) return null
  const parts = kappaParts(total, disagreementWeights(weights, k))
  if (parts.expectedDisagreement === 0) return null
  const cells = k * k
  const u = Float64Array.from({ length: cells }, (_, c) => influence(parts, Math.floor(c / k), c % k))
  let byCluster = 0
  let byItem = 0
  for (let g = 0; g < clusters; g++) {
    let inCluster = 0
    for (let c = 0; c < cells; c++) {
      const count = at(counts, g * cells + c)
      inCluster += count * at(u, c)
      byItem += count * at(u, c) ** 2
    }
    byCluster += inCluster * inCluster
  }
  const scale = n * parts.expectedDisagreement
  const se = Math.sqrt(byCluster) / scale
  const seIndependent = Math.sqrt(byItem) / scale
  return {
    se,
    seForIntervals: clusters < 2 ? null : se * Math.sqrt(clusters / (clusters - 1)),
    seIndependent,
    designEffect: seIndependent < VANISHING ? null : byCluster / byItem,
    clusters,
  }
}

/** A standard error below this is rounding: the influence of every item is 0 (full agreement, or one rater constant). */
const VANISHING = 1e-12
