import { at } from './at.ts'
import type { ClusterStatistics, Evaluate } from './cluster-bootstrap.ts'
import type { ClusteredTables } from './clustered-tables.ts'

/** What Cohen's kappa needs of each cluster: agreements, then row totals, then column totals (1 + 2k numbers instead of k * k cells). */
export function kappaStatistics({ k, clusters, counts }: ClusteredTables): ClusterStatistics {
  const width = 1 + 2 * k
  const sums = new Float64Array(clusters * width)
  for (let cluster = 0; cluster < clusters; cluster++) {
    const own = sums.subarray(cluster * width, (cluster + 1) * width)
    for (let i = 0; i < k; i++) {
      for (let j = 0; j < k; j++) {
        const count = at(counts, (cluster * k + i) * k + j)
        if (i === j) own[0] = at(own, 0) + count
        own[1 + i] = at(own, 1 + i) + count
        own[1 + k + j] = at(own, 1 + k + j) + count
      }
    }
  }
  return { clusters, width, sums }
}

/** Cohen's kappa from summed `kappaStatistics` of k categories. */
export function evaluateKappa(k: number): Evaluate {
  return (sums, figures) => {
    let n = 0
    for (let i = 1; i <= k; i++) n += at(sums, i)
    let expected = 0
    for (let i = 1; i <= k; i++) expected += at(sums, i) * (n - at(sums, k + i))
    figures[0] = expected === 0 ? Number.NaN : 1 - ((n - at(sums, 0)) * n) / expected
  }
}
