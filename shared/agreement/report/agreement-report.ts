import type { BootstrapPlan } from '../cluster-bootstrap.ts'
import type { Interval } from '../coefficient.ts'
import type { ContingencyTable } from '../contingency-table.ts'
import { jaccardDistance, labelSetAlpha, masiDistance } from '../label-sets.ts'
import { seededRandom } from '../random.ts'
import { MISSING, type RatingMatrix, raterPairs } from '../rating-matrix.ts'
import { bootstrapReport, type Part, type ReportBootstrap } from './bootstrap-report.ts'
import { type CoefficientJson, type Coefficients, type IntervalMethod, isFigure } from './coefficient-json.ts'
import { overallCoefficients, pooledOf, positives, withBootstrap } from './overall-coefficients.ts'
import { pairCoefficients, pairOf } from './pair-coefficients.ts'
import { type Block, blockOfCells, blockOfMatrix, completeness, type RatingData } from './rating-data.ts'
import { labelSetsOf } from './set-statistics.ts'

/** Two raters: their table and coefficients. */
export type PairReport = {
  readonly raters: readonly [string, string]
  readonly n: number
  readonly table: readonly (readonly number[])[]
} & Readonly<Record<string, unknown>>

/** One mode of the codebook. */
export interface ModeReport {
  /** Present labels of each rater. */
  readonly positives: Readonly<Record<string, number>>
  readonly overall: Coefficients
  readonly pairs: readonly PairReport[]
}

/** Unweighted mean over the modes in which the coefficient is defined: always with "modes of". */
export interface MacroFigure {
  readonly value: number | null
  readonly modes: number
  readonly of: number
  readonly ci95?: Interval
  readonly ciMethod?: IntervalMethod
}

/** The document `touchstone.agreement/1`. */
export interface AgreementReport {
  readonly schema: 'touchstone.agreement/1'
  readonly items: number
  /** Items with at least two labels (in some mode). */
  readonly itemsUsed: number
  /** Items that lack the label of at least one rater (in some mode). */
  readonly itemsIncomplete: number
  readonly raters: readonly string[]
  readonly categories: readonly string[]
  /** Labels that are not there: (item, rater) cells, per mode, without one. */
  readonly missing: number
  readonly clusters: number | null
  readonly overall: Coefficients
  readonly pairs: readonly PairReport[]
  readonly modes?: Readonly<Record<string, ModeReport>>
  readonly macro?: Readonly<Record<string, MacroFigure>>
  readonly micro?: Coefficients
}

/** The bootstrap that was asked for. */
export interface BootstrapRequest {
  readonly replicates: number
  readonly seed: number
  readonly isCancelled?: () => boolean
}

/**
 * Everything about the agreement of a study: overall, every pair of raters, and with modes every mode, the macro means and the pooled cells
 * ("micro"; dominated by the many absents, so never the only figure). Pure: the same data and seed give the same report.
 */
export function agreementReport(data: RatingData, request: BootstrapRequest | null = null): AgreementReport {
  const bootstrap = request === null ? null : bootstrapReport(data, planOf(request), request.seed)
  const cells = blockOfCells(data)
  const { used, incomplete, missing } = completeness(data)
  const perMode =
    data.modes === null ? null : data.modes.map((name, mode) => ({ name, ...modeParts(data, data.matrices[mode], mode, bootstrap) }))
  const whole = parts(cells, data, 'overall', bootstrap)
  const overall = { ...whole.overall, ...overModes(data, perMode?.flatMap((mode) => mode.tables) ?? null, bootstrap) }
  const pairs = whole.pairs.map((pair, index) => ({
    ...pair,
    ...(perMode === null ? {} : { pooled_kappa_modes: withBootstrap(pooledOf(tablesOfPair(perMode, index)), null, []) }),
  }))
  return {
    schema: 'touchstone.agreement/1',
    items: data.items.length,
    itemsUsed: used,
    itemsIncomplete: incomplete,
    raters: data.raters,
    categories: data.categories,
    missing,
    clusters: data.clusters?.count ?? null,
    overall,
    pairs,
    ...(perMode === null
      ? {}
      : {
          modes: Object.fromEntries(
            perMode.map(({ name, positives: present, overall: own, pairs: of }) => [name, { positives: present, overall: own, pairs: of }]),
          ),
          macro: macroFigures(perMode, bootstrap),
          micro: overall,
        }),
  }
}

function planOf({ replicates, seed, isCancelled }: BootstrapRequest): BootstrapPlan {
  return { replicates, random: seededRandom(seed), ...(isCancelled === undefined ? {} : { isCancelled }) }
}

interface Parts {
  readonly overall: Coefficients
  readonly pairs: readonly PairReport[]
  readonly tables: readonly ContingencyTable[]
}

function parts(block: Block, data: RatingData, part: Part, bootstrap: ReportBootstrap | null): Parts {
  const isUnlabelled = block.matrix.codes.every((code) => code === MISSING)
  const named = (coefficients: Coefficients) => (isUnlabelled ? reasonNothingLabelled(coefficients) : coefficients)
  const pairs = raterPairs(data.raters.length).map(([a, b]) => {
    const raters = [data.raters[a] ?? '', data.raters[b] ?? ''] as const
    const pair = pairOf(block, a, b)
    const { k, n, counts } = pair.table
    const table = Array.from({ length: k }, (_, i) => Array.from(counts.subarray(i * k, (i + 1) * k)))
    return { contingency: pair.table, report: { raters, n, table, ...named(pairCoefficients(pair, raters, data.isOrdered)) } }
  })
  const tables = pairs.map(({ contingency }) => contingency)
  const overall = named(overallCoefficients(block, data, tables, (name) => bootstrap?.of(part, name) ?? null))
  return { overall, pairs: pairs.map(({ report }) => report), tables }
}

/** Where nothing has been labelled at all that is the reason; alpha keeps its own, which is about values that can be paired. */
function reasonNothingLabelled(coefficients: Coefficients): Coefficients {
  return Object.fromEntries(
    Object.entries(coefficients).map(([name, json]) => {
      const isMeant = 'undefined' in json && !name.startsWith('alpha_')
      return [name, isMeant ? { ...json, undefined: 'no-items' as const } : json]
    }),
  )
}

function modeParts(
  data: RatingData,
  matrix: RatingMatrix | undefined,
  mode: number,
  bootstrap: ReportBootstrap | null,
): ModeReport & Parts {
  if (matrix === undefined) throw new RangeError('Every mode needs its matrix.')
  const block = blockOfMatrix(data, matrix)
  return { positives: positives(block, data.raters), ...parts(block, data, mode, bootstrap) }
}

/** The coefficients that exist only over modes: pooled kappa over all modes and pairs, and alpha over label sets. */
function overModes(data: RatingData, tables: readonly ContingencyTable[] | null, bootstrap: ReportBootstrap | null): Coefficients {
  const sets = labelSetsOf(data)
  if (tables === null || sets === null) return {}
  const of = (name: string) => bootstrap?.of('overall', name) ?? null
  return {
    pooled_kappa_modes: withBootstrap(pooledOf(tables), of('pooled_kappa_modes'), []),
    alpha_jaccard: withBootstrap(labelSetAlpha(sets, jaccardDistance), of('alpha_jaccard'), []),
    alpha_masi: withBootstrap(labelSetAlpha(sets, masiDistance), of('alpha_masi'), []),
  }
}

function tablesOfPair(modes: readonly Parts[], pair: number): ContingencyTable[] {
  return modes.flatMap(({ tables }) => {
    const table = tables[pair]
    return table === undefined ? [] : [table]
  })
}

/** Macro means of all single figures; with exactly two raters also of the figures of their pair (`cohen_kappa` and so on). */
function macroFigures(modes: readonly (ModeReport & Parts)[], bootstrap: ReportBootstrap | null): Record<string, MacroFigure> {
  const perMode = modes.map(({ overall, pairs }) => {
    const [only, ...others] = pairs
    return others.length === 0 && only !== undefined ? { ...coefficientsOf(only), ...overall } : overall
  })
  const names = [...new Set(perMode.flatMap((coefficients) => Object.keys(coefficients)))]
  const figures: [string, MacroFigure][] = []
  for (const name of names) {
    const all = perMode.map((coefficients) => coefficients[name])
    if (all.some((json) => json !== undefined && 'value' in json && typeof json.value !== 'number')) continue
    const defined = all.filter(isFigure)
    const value = defined.length === 0 ? null : defined.reduce((sum, { value: own }) => sum + own, 0) / defined.length
    const headline = bootstrap?.of('macro', name)?.headline ?? null
    const interval = headline === null ? {} : { ci95: headline.interval, ciMethod: headline.method }
    figures.push([name, { value, modes: defined.length, of: modes.length, ...interval }])
  }
  return Object.fromEntries(figures)
}

const NOT_COEFFICIENTS = ['raters', 'n', 'table']

/** The coefficients of a pair, without its raters, n and table. */
export function coefficientsOf(pair: PairReport): Coefficients {
  return Object.fromEntries(Object.entries(pair).filter(([name]) => !NOT_COEFFICIENTS.includes(name))) as Record<string, CoefficientJson>
}
