import { bennettS } from '../bennett-s.ts'
import { type CellInfluence, clusterSeOfInfluence } from '../cell-influence.ts'
import { clusterVariance } from '../cluster-robust.ts'
import { type ClusteredTables, clusterLabels } from '../clustered-tables.ts'
import type { Coefficient } from '../coefficient.ts'
import { cohenCategoryKappa } from '../cohen-category-kappa.ts'
import { cohenKappa } from '../cohen-kappa.ts'
import { cohenKappaMax } from '../cohen-kappa-max.ts'
import type { ContingencyTable } from '../contingency-table.ts'
import { gofInterval, gofIntervalByCluster } from '../gof-interval.ts'
import { gwetAc, gwetInfluence } from '../gwet-ac.ts'
import { alphaOfTable } from '../krippendorff-alpha.ts'
import { type Note, pairNotes, spoken, traceNote } from '../notes.ts'
import { pabak } from '../pabak.ts'
import { percentAgreement, percentInfluence } from '../percent-agreement.ts'
import { prevalenceBias } from '../prevalence-bias.ts'
import { codesOfRater, pairTable } from '../rating-matrix.ts'
import { scottInfluence, scottPi } from '../scott-pi.ts'
import { specificAgreement } from '../specific-agreement.ts'
import { studentInterval } from '../wald-interval.ts'
import { type Coefficients, figureJson, type HeadlineInterval, perCategoryJson } from './coefficient-json.ts'
import type { Block } from './rating-data.ts'

/** Two raters on one block: their table, and the same by cluster when clusters are used. */
export interface Pair {
  readonly table: ContingencyTable
  readonly clustered: ClusteredTables | null
}

/** The pair of raters a and b. */
export function pairOf({ matrix, clusterOfRow, clusters }: Block, a: number, b: number): Pair {
  const clustered =
    clusterOfRow === null || clusters === null
      ? null
      : clusterLabels(codesOfRater(matrix, a), codesOfRater(matrix, b), clusterOfRow, clusters, matrix.k)
  return { table: clustered?.total ?? pairTable(matrix, a, b), clustered }
}

/**
 * All coefficients of two raters by their names in `touchstone.agreement/1`. A binary kappa has the goodness-of-fit interval, by trace when
 * clusters are used; with more categories Student's t, cluster-robust when clusters are used.
 */
export function pairCoefficients(pair: Pair, raters: readonly [string, string], isOrdered: boolean): Coefficients {
  const { table } = pair
  const { k, n } = table
  const isBinary = k === 2
  const kappa = cohenKappa(table)
  const binaryInterval = isBinary ? gofHeadline(pair) : null
  const notes = [...pairNotes(table, raters), ...intervalNotes(pair, binaryInterval)]
  const pi = scottPi(table)
  const bias = isBinary ? prevalenceBias(table) : null
  const ac1 = gwetAc(table)
  const s = bennettS(table)
  return {
    percent_agreement: figureJson(percentAgreement(table), { isRaw: true }),
    cohen_kappa: figureJson(kappa, { headline: isBinary ? binaryInterval : kappaHeadline(pair, 'nominal'), notes }),
    ...(k > 2 && isOrdered ? weighted(pair, notes) : {}),
    cohen_kappa_max: figureJson(cohenKappaMax(table)),
    scott_pi: figureJson(pi, { headline: isBinary ? binaryInterval : studentHeadline(pair, pi, () => scottInfluence(table)), notes }),
    bennett_s: figureJson(s, { headline: studentHeadline(pair, s, () => percentInfluence(table).map((x) => (x * k) / (k - 1))) }),
    ...(isBinary
      ? { pabak: figureJson(pabak(table), { headline: studentHeadline(pair, s, () => percentInfluence(table).map((x) => 2 * x)) }) }
      : {}),
    gwet_ac1: figureJson(ac1, { headline: studentHeadline(pair, ac1, () => gwetInfluence(table)) }),
    alpha_nominal: figureJson(alphaOfTable(table), { notes }),
    specific_agreement: perCategoryJson(specificAgreement(table), n, 'no-pairable-items'),
    cohen_category_kappa: perCategoryJson(cohenCategoryKappa(table), n, 'no-pairable-items'),
    ...(isBinary
      ? {
          prevalence_index: bias === null ? { undefined: 'no-pairable-items', n } : { value: bias.prevalenceIndex, n, notes: [] },
          bias_index: bias === null ? { undefined: 'no-pairable-items', n } : { value: bias.biasIndex, n, notes: [] },
        }
      : {}),
  }
}

function weighted(pair: Pair, notes: readonly Note[]): Coefficients {
  return {
    weighted_kappa_linear: figureJson(cohenKappa(pair.table, 'linear'), { headline: kappaHeadline(pair, 'linear'), notes }),
    weighted_kappa_quadratic: figureJson(cohenKappa(pair.table, 'quadratic'), { headline: kappaHeadline(pair, 'quadratic'), notes }),
  }
}

function gofHeadline({ table, clustered }: Pair): HeadlineInterval | null {
  if (clustered === null) {
    const interval = gofInterval(table)
    return interval === null ? null : { interval, method: 'gof' }
  }
  const byCluster = gofIntervalByCluster(clustered)
  return byCluster === null ? null : { interval: byCluster.interval, method: 'gof-cluster' }
}

function kappaHeadline({ table, clustered }: Pair, weights: 'nominal' | 'linear' | 'quadratic'): HeadlineInterval | null {
  const kappa = cohenKappa(table, weights)
  if (kappa.kind === 'undefined') return null
  if (clustered === null) return student(kappa.value, kappa.se, table.n)
  const variance = clusterVariance(clustered, weights)
  return student(kappa.value, variance?.seForIntervals ?? null, clustered.clusters)
}

function studentHeadline({ clustered, table }: Pair, coefficient: Coefficient, influence: () => CellInfluence): HeadlineInterval | null {
  if (coefficient.kind === 'undefined') return null
  if (clustered === null) return student(coefficient.value, coefficient.se, table.n)
  return student(coefficient.value, clusterSeOfInfluence(clustered, influence()), clustered.clusters)
}

/** Null where the interval would have no width: that says that nothing varied in the sample, not that nothing can. */
function student(value: number, se: number | null, units: number): HeadlineInterval | null {
  if (se === null || units < 2 || se < 1e-12) return null
  return { interval: studentInterval(value, se, units - 1), method: 't' }
}

function intervalNotes({ table, clustered }: Pair, headline: HeadlineInterval | null): Note[] {
  const notes: Note[] = []
  const bias = table.k === 2 ? prevalenceBias(table) : null
  const pi = scottPi(table)
  if (headline !== null && bias !== null && Math.abs(bias.biasIndex) > 0.1 && pi.kind === 'value') {
    notes.push({
      code: 'centred-on-pi',
      message: `The interval is centred on Scott's pi (${spoken(pi.value)}), since the raters' margins differ.`,
    })
  }
  if (clustered === null || table.n === 0) return notes
  const traces = traceNote(clustered.clusters)
  if (traces !== null) notes.push(traces)
  const effect = clusterVariance(clustered)?.designEffect
  if (effect !== undefined && effect !== null && effect > 1) {
    const worth = Math.round(table.n / effect)
    notes.push({
      code: 'design-effect',
      message: `Items of a trace resemble each other (design effect ${spoken(effect)}): ${table.n} are worth ${worth}.`,
    })
  }
  return notes
}
