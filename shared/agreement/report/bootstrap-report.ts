import { at } from '../at.ts'
import { type BootstrapFigure, type BootstrapPlan, clusterBootstrap } from '../cluster-bootstrap.ts'
import type { Note } from '../notes.ts'
import type { HeadlineInterval } from './coefficient-json.ts'
import {
  addItem,
  evaluateStatistics,
  figureNames,
  pairDisagreements,
  type StatisticsLayout,
  statisticsLayout,
} from './overall-statistics.ts'
import type { RatingData } from './rating-data.ts'
import { type SetDistances, setDistances } from './set-statistics.ts'

/** Which part of a report a figure belongs to: the whole, the macro mean, or one mode by its index. */
export type Part = 'overall' | 'macro' | number

/** The bootstrap of a whole report: the same resamples for all figures, so that macro means are means of one resample. */
export interface ReportBootstrap {
  readonly of: (part: Part, name: string) => { readonly headline: HeadlineInterval | null; readonly note: Note } | null
}

/** More statistics than this (numbers) are not built: about 400 MB. */
const MOST_NUMBERS = 50_000_000

/**
 * Resamples clusters (traces), or items without clusters, and evaluates every overall, per-mode and macro figure on the sums. The interval is
 * BCa, or the percentile interval where BCa does not exist; its note says which, and how many resamples were undefined and dropped.
 * Null when cancelled, or when the statistics would not fit into memory.
 */
export function bootstrapReport(data: RatingData, plan: BootstrapPlan, seed: number): ReportBootstrap | null {
  const layout = statisticsLayout(data.categories.length, data.raters.length)
  const sets = setDistances(data)
  const modes = data.matrices.length
  const width = modes * layout.width + (sets?.width ?? 0)
  const units = data.clusters?.count ?? data.items.length
  if (width * units > MOST_NUMBERS) return null
  const sums = new Float64Array(units * width)
  for (let item = 0; item < data.items.length; item++) {
    const unit = data.clusters === null ? item : at(data.clusters.ofItem, item)
    const row = sums.subarray(unit * width, (unit + 1) * width)
    data.matrices.forEach((matrix, mode) => {
      addItem(layout, matrix, item, row.subarray(mode * layout.width, (mode + 1) * layout.width))
    })
    sets?.addItem(item, row.subarray(modes * layout.width))
  }
  const names = figureNames(data)
  const figures = names.length * (modes + 2) + 3
  const evaluate = (row: Float64Array, out: Float64Array) => out.set(evaluateAll(layout, data, sets, row))
  const result = clusterBootstrap({ clusters: units, width, sums }, evaluate, figures, plan)
  if (result === null) return null
  const unitName = data.clusters === null ? 'items' : 'traces'
  const describe = (figure: BootstrapFigure | null) =>
    headlineOf(figure, `${plan.replicates} resamples of ${units} ${unitName}, seed ${seed}`)
  return {
    of(part, name) {
      if (part === 'overall' && EXTRA.includes(name)) return describe(result[names.length * (modes + 2) + EXTRA.indexOf(name)] ?? null)
      const index = names.indexOf(name)
      if (index < 0) return null
      const start = part === 'overall' ? modes : part === 'macro' ? modes + 1 : part
      return describe(result[start * names.length + index] ?? null)
    },
  }
}

const EXTRA = ['pooled_kappa_modes', 'alpha_jaccard', 'alpha_masi']

/** Figures of every mode, then overall, then macro, then those of `EXTRA`. */
function evaluateAll(layout: StatisticsLayout, data: RatingData, sets: SetDistances | null, row: Float64Array): number[] {
  const modes = data.matrices.length
  const rows = data.matrices.map((_, mode) => row.subarray(mode * layout.width, (mode + 1) * layout.width))
  const perMode = rows.map((own) => evaluateStatistics(layout, data, own))
  const total = new Float64Array(layout.width)
  for (const own of rows) for (let i = 0; i < layout.width; i++) total[i] = at(total, i) + at(own, i)
  const overall = evaluateStatistics(layout, data, total)
  const macro = overall.map((_, figure) => {
    const defined = perMode.map((values) => values[figure] ?? Number.NaN).filter((value) => !Number.isNaN(value))
    return defined.length === 0 ? Number.NaN : defined.reduce((sum, value) => sum + value, 0) / defined.length
  })
  const tables = rows.flatMap((own) => pairDisagreements(layout, own))
  const expected = tables.reduce((sum, table) => sum + table.expected, 0)
  const pooled = expected === 0 ? Number.NaN : 1 - tables.reduce((sum, table) => sum + table.observed, 0) / expected
  const setAlphas = sets?.evaluate(row.subarray(modes * layout.width)) ?? [Number.NaN, Number.NaN]
  return [...perMode.flat(), ...overall, ...macro, pooled, ...setAlphas]
}

function headlineOf(figure: BootstrapFigure | null, resamples: string): { headline: HeadlineInterval | null; note: Note } | null {
  if (figure === null) return null
  const { bca, percentile, undefinedReplicates } = figure
  const dropped = undefinedReplicates === 0 ? '' : `; ${undefinedReplicates} of them undefined and dropped`
  const [lower, upper] = bca?.interval ?? percentile
  const note: Note = { code: 'bootstrap', message: `${bca === null ? 'Percentile' : 'BCa'} bootstrap, ${resamples}${dropped}.` }
  // Resamples that all agree say nothing about the spread: no interval of width 0.
  return { headline: upper - lower < 1e-12 ? null : { interval: [lower, upper], method: 'bootstrap' }, note }
}
