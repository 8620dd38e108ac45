import { at } from './at.ts'
import { clusterVariance } from './cluster-robust.ts'
import type { ClusteredTables } from './clustered-tables.ts'
import type { Interval } from './coefficient.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'
import { Z_975 } from './normal.ts'
import { cdflibStudentQuantile } from './student-t-cdflib.ts'

/** The 0.95 quantile of chi-square with one degree of freedom. */
const CHI2_95 = 3.841458820694124

/**
 * 95 % goodness-of-fit interval of a binary kappa: all k in the common-correlation model with X2(k) <= 3.8415, X2 comparing
 * (a, b + c, d) with n(p^2 + kpq), 2npq(1 - k), n(q^2 + kpq), where p = (2a + b + c)/2n. Centred on Scott's pi; never of width zero;
 * within the admissible kappas, so never above 1. Null when n = 0 or only one category was used. Counts may be fractional.
 * It holds its level on rare modes, where Wald and bootstrap do not. Source: Donner & Eliasziw (1992) Stat. Med. 11:1511-1519.
 */
export function gofInterval(table: ContingencyTable): Interval | null {
  return intervalOf(table, table.n)
}

/** The interval by trace: the limits, the factor by which the counts were divided, and what it came from. */
export interface ClusterGofInterval {
  readonly interval: Interval
  readonly factor: number
  /** V / V_iid without G/(G-1); null when the independent-items variance is 0. */
  readonly designEffect: number | null
  readonly clusters: number
}

/**
 * The goodness-of-fit interval by cluster (trace): the counts are divided by f = max(1, deff G/(G-1)) (t_{.975,G-1}/1.96)^2.
 * With an independent-items variance of 0 there is no design effect to scale by, and f is (t/1.96)^2 alone. Null with fewer than two clusters,
 * and where `gofInterval` is null. Items of one trace are not independent; below 30 traces even this interval covers less than 95 %.
 */
export function gofIntervalByCluster(clusters: ClusteredTables): ClusterGofInterval | null {
  const { total } = clusters
  const count = clusters.clusters
  if (count < 2) return null
  const variance = clusterVariance(clusters)
  if (variance === null) return null
  const factor = gofClusterFactor(variance.designEffect, count)
  const interval = intervalOf(total, total.n / factor)
  return interval === null ? null : { interval, factor, designEffect: variance.designEffect, clusters: count }
}

/**
 * f of `gofIntervalByCluster` for a design effect and a number of clusters G >= 2. The quantile is the one of CDFLIB, at most 2e-9 off,
 * because the published figures of this interval were made with it and are to be met in the tenth digit.
 */
export function gofClusterFactor(designEffect: number | null, clusters: number): number {
  const t = quantileOf(clusters - 1) / Z_975
  const inflation = designEffect === null ? 1 : Math.max(1, (designEffect * clusters) / (clusters - 1))
  return inflation * t * t
}

/** By degrees of freedom: every pair and mode of a live round asks for the same few, and each takes 20 µs to find. */
const quantiles = new Map<number, number>()

function quantileOf(df: number): number {
  const known = quantiles.get(df)
  if (known !== undefined) return known
  const found = cdflibStudentQuantile(0.975, df)
  quantiles.set(df, found)
  return found
}

function intervalOf(table: ContingencyTable, n: number): Interval | null {
  if (table.k !== 2) throw new RangeError('The goodness-of-fit interval is for two categories.')
  if (table.n === 0) return null
  const p = (at(table.rowTotals, 0) + at(table.columnTotals, 0)) / (2 * table.n)
  const q = (at(table.rowTotals, 1) + at(table.columnTotals, 1)) / (2 * table.n)
  if (p === 0 || q === 0) return null
  const off = cell(table, 0, 1) + cell(table, 1, 0)
  const pi = 1 - off / (2 * table.n * p * q)
  // Below this kappa one of the model's probabilities would be negative.
  const lowest = Math.max(-p / q, -q / p)
  // X2(k) = n p q (k - pi)^2 {q/(p + kq) + 2/(1 - k) + p/(q + kp)}: the textbook sum with its common factor taken out.
  const x2 = (k: number) => n * p * q * (k - pi) ** 2 * (q / (p + k * q) + 2 / (1 - k) + p / (q + k * p))
  // With no agreement on one of the categories pi is the lowest admissible kappa itself.
  const atLowest = cell(table, 0, 0) === 0 || cell(table, 1, 1) === 0
  const lower = atLowest ? lowest : limit(x2, pi, lowest)
  const upper = off === 0 ? 1 : limit(x2, pi, 1)
  return [lower, upper]
}

/** Where X2 crosses the critical value between pi, where it is 0, and the edge, where it is infinite. To the last bit, by bisection. */
function limit(x2: (kappa: number) => number, pi: number, edge: number): number {
  let inside = pi
  let outside = edge
  for (;;) {
    const middle = (inside + outside) / 2
    if (middle === inside || middle === outside) return middle
    if (x2(middle) <= CHI2_95) inside = middle
    else outside = middle
  }
}
