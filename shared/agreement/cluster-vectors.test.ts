import { describe, expect, it } from 'vitest'
import { expectFigure, type Vector, vectorsOfKind } from '../../test/vectors/vectors.ts'
import { jackknifeSe } from './bootstrap-interval.ts'
import { bootstrapFromResamples, clusterBootstrap, jackknifeValues } from './cluster-bootstrap.ts'
import { clusterVariance } from './cluster-robust.ts'
import { type ClusteredTables, clusterLabels } from './clustered-tables.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { gofInterval, gofIntervalByCluster } from './gof-interval.ts'
import { evaluateKappa, kappaStatistics } from './kappa-statistics.ts'
import { seededRandom } from './random.ts'
import { codesOfRater, encodeLabels } from './rating-matrix.ts'

const AGREEMENT = 'agreement-vectors.json'

function tablesOf(vector: Vector, clusterOfItem: readonly number[]): ClusteredTables {
  const matrix = encodeLabels(vector.input['ratings'] as (unknown | null)[][], vector.input['categories'] as unknown[])
  return clusterLabels(codesOfRater(matrix, 0), codesOfRater(matrix, 1), clusterOfItem, Math.max(...clusterOfItem) + 1, matrix.k)
}

/** The analytic figures of a clustered pair of raters, by the names of the vectors. */
function clusterFigures(tables: ClusteredTables): Record<string, unknown> {
  const variance = clusterVariance(tables)
  const kappa = cohenKappa(tables.total)
  return {
    gof_ci95: gofInterval(tables.total),
    gof_cluster_factor: gofIntervalByCluster(tables)?.factor,
    gof_cluster_ci95: gofIntervalByCluster(tables)?.interval,
    kappa: kappa.kind === 'value' ? kappa.value : null,
    se_iid: variance?.seIndependent,
    se_cluster: variance?.se,
    se_cluster_g: variance?.seForIntervals,
    n: tables.total.n,
    clusters: tables.clusters,
    deff: variance?.designEffect,
  }
}

describe('clusters of the vectors', () => {
  it.each(vectorsOfKind(AGREEMENT, 'cluster').map((vector) => [vector.id, vector] as const))('reproduces %s', (_, vector) => {
    const tables = tablesOf(vector, vector.input['trace_of_item'] as number[])
    const jackknife = jackknifeValues(kappaStatistics(tables), evaluateKappa(tables.k))
    const figures: Record<string, unknown> = {
      ...clusterFigures(tables),
      delete_one_trace_jackknife: Array.from(jackknife),
      jackknife_se: jackknifeSe(jackknife),
    }
    for (const [name, expected] of Object.entries(vector.expected)) expectFigure(name, figures[name], expected)
  })
})

describe('the resampling set of the vectors', () => {
  const [vector] = vectorsOfKind(AGREEMENT, 'resampling')
  if (vector === undefined) throw new Error('The vectors hold a resampling set.')
  const traces = vector.input['trace_of_item'] as number[]
  const units = { item: traces.map((_, item) => item), cluster: traces }

  it('reproduces the analytic figures', () => {
    const figures = clusterFigures(tablesOf(vector, traces))
    for (const [name, expected] of Object.entries(vector.expected['analytic'] as object)) expectFigure(name, figures[name], expected)
  })

  it.each(Object.entries(units))('reproduces replicates, jackknife, percentile and BCa by %s', (name, clusterOfItem) => {
    const tables = tablesOf(vector, clusterOfItem)
    const expected = vector.expected[name] as Record<string, unknown>
    const resamples = expected['resample_unit_indices'] as number[][]
    const [figure] = bootstrapFromResamples(kappaStatistics(tables), evaluateKappa(2), 1, resamples)
    expectFigure(
      'replicates',
      Array.from(figure?.replicates ?? []),
      [...(expected['replicates'] as number[])].sort((a, b) => a - b),
    )
    expectFigure('undefined', figure?.undefinedReplicates, expected['n_undefined_replicates'])
    expectFigure('jackknife', Array.from(figure?.jackknife ?? []), expected['jackknife'])
    expectFigure('jackknife_se', jackknifeSe(figure?.jackknife ?? []), expected['jackknife_se'])
    expectFigure('bootstrap_se', figure?.se, expected['bootstrap_se'])
    expectFigure('percentile', figure?.percentile, expected['percentile_ci95'])
    const bca = expected['bca95'] as { z0: number; acceleration: number; levels: number[]; ci: number[] }
    expectFigure('z0', figure?.bca?.z0, bca.z0)
    expectFigure('acceleration', figure?.bca?.acceleration, bca.acceleration)
    expectFigure('levels', figure?.bca?.levels, bca.levels)
    expectFigure('bca', figure?.bca?.interval, bca.ci)
  })

  it('gives the same interval for the same seed, another for another, and nothing when cancelled', () => {
    const statistics = kappaStatistics(tablesOf(vector, traces))
    const run = (seed: number) => clusterBootstrap(statistics, evaluateKappa(2), 1, { replicates: 500, random: seededRandom(seed) })
    expect(run(1)).toEqual(run(1))
    expect(run(1)?.[0]?.replicates).not.toEqual(run(2)?.[0]?.replicates)
    const cancelled = { replicates: 500, random: seededRandom(1), isCancelled: () => true }
    expect(clusterBootstrap(statistics, evaluateKappa(2), 1, cancelled)).toBeNull()
  })

  it('drops and counts resamples in which kappa is 0/0', () => {
    const tables = clusterLabels([0, 1, 1, 1], [0, 1, 1, 1], [0, 1, 2, 3], 4, 2)
    const [figure] = bootstrapFromResamples(kappaStatistics(tables), evaluateKappa(2), 1, [
      [1, 2, 3, 3],
      [0, 1, 2, 3],
      [0, 0, 1, 2],
    ])
    expect(figure?.undefinedReplicates).toBe(1)
    expect(Array.from(figure?.replicates ?? [])).toEqual([1, 1])
  })
})
