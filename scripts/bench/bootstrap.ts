/**
 * `npm run bench -- bootstrap`: 2,000 resamples of 1e6 ratings in 5,000 traces (and 50,000), Cohen's kappa in five categories, from sufficient
 * statistics per trace. Floor: the bare work of it, drawing the traces and adding 11 numbers for each that was drawn.
 */
import { type ClusterStatistics, clusterBootstrap } from '../../shared/agreement/cluster-bootstrap.ts'
import { clusterLabels } from '../../shared/agreement/clustered-tables.ts'
import { cohenKappa } from '../../shared/agreement/cohen-kappa.ts'
import { evaluateKappa, kappaStatistics } from '../../shared/agreement/kappa-statistics.ts'
import { below, seededRandom } from '../../shared/agreement/random.ts'

const K = 5
const RESAMPLES = 2000

export default async function bootstrap() {
  const small = study(1e6, 5_000)
  const ours = medianMs(() => resample(small.statistics), 5)
  const floor = medianMs(() => bareWork(small.statistics), 5)
  const first = resample(small.statistics)
  if (Math.abs(first.estimate - small.kappa) > 1e-12) throw new Error('The bootstrap and kappa itself differ.')
  if (String(first.percentile) !== String(resample(small.statistics).percentile)) throw new Error('The same seed gave another interval.')
  const large = study(1e6, 50_000)
  const notes = [
    `2,000 resamples of 5,000 traces in ${ours.toFixed(0)} ms (target 350), from labels to statistics ${small.milliseconds.toFixed(0)} ms`,
    `50,000 traces in ${medianMs(() => resample(large.statistics), 1).toFixed(0)} ms (bare work ${medianMs(() => bareWork(large.statistics), 1).toFixed(0)} ms)`,
    'the same seed gives the same interval',
  ]
  return { name: 'bootstrap', ours, floor, ratio: floor / ours, unit: 'ms per 2,000 resamples', notes }
}

function study(n: number, traces: number): { statistics: ClusterStatistics; kappa: number; milliseconds: number } {
  const random = seededRandom(3)
  const a = Uint8Array.from({ length: n }, () => random() % K)
  const b = a.map((code) => (random() % 3 === 0 ? random() % K : code))
  const traceOfItem = Int32Array.from({ length: n }, (_, item) => Math.floor((item * traces) / n))
  const start = performance.now()
  const tables = clusterLabels(a, b, traceOfItem, traces, K)
  const statistics = kappaStatistics(tables)
  const milliseconds = performance.now() - start
  const kappa = cohenKappa(tables.total)
  if (kappa.kind === 'undefined') throw new Error('Kappa is defined here.')
  return { statistics, kappa: kappa.value, milliseconds }
}

function resample(statistics: ClusterStatistics) {
  const [figure] = clusterBootstrap(statistics, evaluateKappa(K), 1, { replicates: RESAMPLES, random: seededRandom(7) }) ?? []
  if (figure === undefined || figure === null) throw new Error('The bootstrap is defined here.')
  return figure
}

function bareWork({ clusters, width, sums }: ClusterStatistics): number {
  const random = seededRandom(7)
  const times = new Uint32Array(clusters)
  const total = new Float64Array(width)
  for (let replicate = 0; replicate < RESAMPLES; replicate++) {
    times.fill(0)
    for (let draw = 0; draw < clusters; draw++) {
      const cluster = below(random, clusters)
      times[cluster] = (times[cluster] as number) + 1
    }
    total.fill(0)
    for (let cluster = 0; cluster < clusters; cluster++) {
      const weight = times[cluster] as number
      if (weight === 0) continue
      for (let i = 0; i < width; i++) total[i] = (total[i] as number) + weight * (sums[cluster * width + i] as number)
    }
  }
  return total[0] ?? 0
}

function medianMs(work: () => unknown, runs: number): number {
  const times = Array.from({ length: runs }, () => {
    const start = performance.now()
    work()
    return performance.now() - start
  })
  return times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN
}
