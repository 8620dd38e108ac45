import { at } from './at.ts'
import { type BcaInterval, bcaInterval, percentileInterval } from './bootstrap-interval.ts'
import type { Interval } from './coefficient.ts'
import { spread } from './quantile.ts'
import { below, type RandomSource } from './random.ts'

/** Sufficient statistics of every cluster (trace): clusters x width numbers, row by row, that add up over clusters. */
export interface ClusterStatistics {
  readonly clusters: number
  readonly width: number
  readonly sums: Float64Array
}

/** Figures from summed statistics: writes one number per figure, NaN for one that is undefined. NaN never leaves this file. */
export type Evaluate = (sums: Float64Array, figures: Float64Array) => void

/** How often to resample, from which seed; `isCancelled` is asked between replicates. */
export interface BootstrapPlan {
  readonly replicates: number
  readonly random: RandomSource
  readonly isCancelled?: () => boolean
}

/** The bootstrap of one figure. */
export interface BootstrapFigure {
  readonly estimate: number
  /** Defined replicates in ascending order. */
  readonly replicates: Float64Array
  /** Replicates in which the figure was 0/0: dropped, and counted here. */
  readonly undefinedReplicates: number
  /** Defined delete-one-cluster values, in cluster order. */
  readonly jackknife: Float64Array
  readonly se: number
  readonly percentile: Interval
  /** Null when the estimate lies outside of all replicates. */
  readonly bca: BcaInterval | null
}

/**
 * Cluster bootstrap: resamples whole traces with replacement, since segments of one trace are not independent, and evaluates all figures on
 * the summed statistics of each resample. Per figure null when it is undefined on the data, or on all but one of the resamples.
 * Null altogether when cancelled. Source: Efron (1979); Davison & Hinkley (1997) Bootstrap Methods and their Application, section 3.8.
 */
export function clusterBootstrap(
  statistics: ClusterStatistics,
  evaluate: Evaluate,
  figures: number,
  plan: BootstrapPlan,
): (BootstrapFigure | null)[] | null {
  const { clusters } = statistics
  const replicates = new Float64Array(plan.replicates * figures)
  const times = new Float64Array(clusters)
  const columns = columnsOf(statistics)
  for (let replicate = 0; replicate < plan.replicates; replicate++) {
    if (plan.isCancelled?.() === true) return null
    times.fill(0)
    for (let draw = 0; draw < clusters; draw++) {
      const cluster = below(plan.random, clusters)
      times[cluster] = (times[cluster] as number) + 1
    }
    evaluate(weightedSums(columns, times, statistics.width), replicates.subarray(replicate * figures, (replicate + 1) * figures))
  }
  return summarise(statistics, evaluate, figures, replicates)
}

/** The bootstrap from given resamples, each a list of cluster indices: for checking against another program's draws. */
export function bootstrapFromResamples(
  statistics: ClusterStatistics,
  evaluate: Evaluate,
  figures: number,
  resamples: readonly (readonly number[])[],
): (BootstrapFigure | null)[] {
  const replicates = new Float64Array(resamples.length * figures)
  const columns = columnsOf(statistics)
  resamples.forEach((resample, index) => {
    const times = new Float64Array(statistics.clusters)
    for (const cluster of resample) times[cluster] = at(times, cluster) + 1
    evaluate(weightedSums(columns, times, statistics.width), replicates.subarray(index * figures, (index + 1) * figures))
  })
  return summarise(statistics, evaluate, figures, replicates)
}

/** Delete-one-cluster values of one figure, in cluster order; values that are undefined are left out. */
export function jackknifeValues(statistics: ClusterStatistics, evaluate: Evaluate): Float64Array {
  const total = totalOf(statistics)
  return definedColumn(deleteOne(statistics, evaluate, 1, total), 1, 0)
}

/** Statistics column by column: each column is read in one go, four beside each other. */
function columnsOf({ clusters, width, sums }: ClusterStatistics): Float64Array {
  const columns = new Float64Array(sums.length)
  for (let cluster = 0; cluster < clusters; cluster++) {
    for (let i = 0; i < width; i++) columns[i * clusters + cluster] = at(sums, cluster * width + i)
  }
  return columns
}

/**
 * Sums of the columns with each cluster taken `times` often. The inner loop of the bootstrap: four columns at a time, so that additions do not
 * wait for each other, and plain indexed reads (2,000 resamples of 5,000 traces in a third of the time of the obvious loop over rows).
 */
function weightedSums(columns: Float64Array, times: Float64Array, width: number): Float64Array {
  const clusters = times.length
  const total = new Float64Array(width)
  let column = 0
  for (; column + 4 <= width; column += 4) {
    let [a, b, c, d] = [0, 0, 0, 0]
    const first = column * clusters
    const second = first + clusters
    const third = second + clusters
    const fourth = third + clusters
    for (let cluster = 0; cluster < clusters; cluster++) {
      const weight = times[cluster] as number
      a += weight * (columns[first + cluster] as number)
      b += weight * (columns[second + cluster] as number)
      c += weight * (columns[third + cluster] as number)
      d += weight * (columns[fourth + cluster] as number)
    }
    total[column] = a
    total[column + 1] = b
    total[column + 2] = c
    total[column + 3] = d
  }
  for (; column < width; column++) {
    let sum = 0
    for (let cluster = 0; cluster < clusters; cluster++)
      sum += (times[cluster] as number) * (columns[column * clusters + cluster] as number)
    total[column] = sum
  }
  return total
}

function totalOf({ clusters, width, sums }: ClusterStatistics): Float64Array {
  const total = new Float64Array(width)
  for (let cluster = 0; cluster < clusters; cluster++) {
    for (let i = 0; i < width; i++) total[i] = at(total, i) + at(sums, cluster * width + i)
  }
  return total
}

function summarise(
  statistics: ClusterStatistics,
  evaluate: Evaluate,
  figures: number,
  replicates: Float64Array,
): (BootstrapFigure | null)[] {
  const total = totalOf(statistics)
  const estimates = new Float64Array(figures)
  evaluate(total, estimates)
  const jackknife = deleteOne(statistics, evaluate, figures, total)
  return Array.from(estimates, (estimate, figure) => {
    if (Number.isNaN(estimate)) return null
    const column = definedColumn(replicates, figures, figure).sort()
    if (column.length < 2) return null
    const left = definedColumn(jackknife, figures, figure)
    return {
      estimate,
      replicates: column,
      undefinedReplicates: replicates.length / figures - column.length,
      jackknife: left,
      se: spread(column).deviation,
      percentile: percentileInterval(column),
      bca: bcaInterval(estimate, column, left),
    }
  })
}

/** Figures with one cluster left out at a time: clusters x figures. */
function deleteOne({ clusters, width, sums }: ClusterStatistics, evaluate: Evaluate, figures: number, total: Float64Array): Float64Array {
  const values = new Float64Array(clusters * figures)
  for (let cluster = 0; cluster < clusters; cluster++) {
    const rest = total.map((value, i) => value - at(sums, cluster * width + i))
    evaluate(rest, values.subarray(cluster * figures, (cluster + 1) * figures))
  }
  return values
}

function definedColumn(table: Float64Array, figures: number, figure: number): Float64Array {
  return table.filter((value, index) => index % figures === figure && !Number.isNaN(value))
}
