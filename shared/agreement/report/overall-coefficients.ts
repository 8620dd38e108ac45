import { at } from '../at.ts'
import { brennanPrediger, percentAgreementOfRatings } from '../brennan-prediger.ts'
import type { Coefficient, PointCoefficient } from '../coefficient.ts'
import { type CoincidenceMatrix, coincidenceMatrix } from '../coincidence-matrix.ts'
import { congerKappa } from '../conger-kappa.ts'
import type { ContingencyTable } from '../contingency-table.ts'
import { categoryKappa, fleissKappa } from '../fleiss-kappa.ts'
import { gwetAcOfRatings } from '../gwet-ac-ratings.ts'
import { countCategories } from '../item-counts.ts'
import {
  alphaStandardError,
  type Distance,
  intervalDistance,
  krippendorffAlpha,
  nominalDistance,
  ordinalDistance,
  ratioDistance,
} from '../krippendorff-alpha.ts'
import { lightKappa } from '../light-kappa.ts'
import { type Linearised, linearisedClusterSe } from '../linearised.ts'
import type { Note } from '../notes.ts'
import { pooledKappa } from '../pooled-kappa.ts'
import { type RatingProfile, ratingProfile } from '../rating-profile.ts'
import { studentInterval } from '../wald-interval.ts'
import { type Coefficients, figureJson, type HeadlineInterval, perCategoryJson } from './coefficient-json.ts'
import { overallNotes } from './overall-notes.ts'
import type { Block, RatingData } from './rating-data.ts'

/** What the bootstrap found for a figure; null when it was not asked for. */
export type BootstrapOf = (name: string) => { readonly headline: HeadlineInterval | null; readonly note: Note } | null

/**
 * All coefficients over any number of raters by their names in `touchstone.agreement/1`. The headline interval is the bootstrap's where there
 * is one; else Student's t on the linearised SE for Gwet's family (by trace when clusters are used), and none for alpha, Light and pooled.
 */
export function overallCoefficients(
  block: Block,
  data: RatingData,
  tables: readonly ContingencyTable[],
  bootstrapOf: BootstrapOf,
): Coefficients {
  const counts = countCategories(block.matrix)
  const profile = ratingProfile(counts)
  const coincidences = coincidenceMatrix(block.matrix)
  const notes = overallNotes(profile, coincidences, block.clusters)
  const gwetFamily = (name: string, figure: Linearised, own: readonly Note[] = []) => {
    const bootstrap = bootstrapOf(name)
    const headline = bootstrap?.headline ?? studentHeadline(block, profile, figure)
    return figureJson(figure.coefficient, { headline, notes: [...own, ...(bootstrap === null ? [] : [bootstrap.note])] })
  }
  const light = lightKappa(tables)
  const lightNotes = light.pairsDefined < light.pairs && light.pairsDefined > 0 ? [...notes, pairsNote(light)] : notes
  const percent = bootstrapOf('percent_agreement')
  return {
    percent_agreement: figureJson(percentAgreementOfRatings(profile).coefficient, {
      isRaw: true,
      headline: percent?.headline ?? null,
      notes: percent === null ? [] : [percent.note],
    }),
    gwet_ac1: gwetFamily('gwet_ac1', gwetAcOfRatings(profile)),
    fleiss_kappa: gwetFamily('fleiss_kappa', fleissKappa(profile), notes),
    conger_kappa: gwetFamily('conger_kappa', congerKappa(block.matrix, profile), notes),
    brennan_prediger: gwetFamily('brennan_prediger', brennanPrediger(profile)),
    light_kappa: withBootstrap(light, bootstrapOf('light_kappa'), lightNotes),
    pooled_kappa: withBootstrap(pooledOf(tables), bootstrapOf('pooled_kappa'), notes),
    ...alphas(coincidences, data, alphaStandardError(counts), bootstrapOf, notes),
    category_kappa: perCategoryJson(categoryKappa(counts), profile.pairable, profile.items === 0 ? 'no-items' : 'no-pairable-items'),
  }
}

/** A coefficient without its own interval, with the bootstrap's when there is one. */
export function withBootstrap(
  coefficient: Coefficient | PointCoefficient,
  bootstrap: ReturnType<BootstrapOf>,
  notes: readonly Note[],
): Coefficients[string] {
  if (bootstrap === null) return figureJson(coefficient, { notes })
  return figureJson(coefficient, { headline: bootstrap.headline, notes: [...notes, bootstrap.note] })
}

/** The distances that apply to the categories: ordinal needs an order, interval numbers, ratio numbers none of which is negative. */
export function alphaDistances({ isOrdered, numbers }: RatingData): Record<string, (totals: ArrayLike<number>) => Distance> {
  return {
    alpha_nominal: () => nominalDistance,
    ...(isOrdered ? { alpha_ordinal: ordinalDistance } : {}),
    ...(numbers === null ? {} : { alpha_interval: () => intervalDistance(numbers) }),
    ...(numbers?.every((number) => number >= 0) === true ? { alpha_ratio: () => ratioDistance(numbers) } : {}),
  }
}

function alphas(
  coincidences: CoincidenceMatrix,
  data: RatingData,
  nominalSe: number | null,
  bootstrapOf: BootstrapOf,
  notes: readonly Note[],
): Coefficients {
  return Object.fromEntries(
    Object.entries(alphaDistances(data)).map(([name, distance]) => {
      const alpha = krippendorffAlpha(coincidences, distance(coincidences.totals))
      const withSe: Coefficient | PointCoefficient =
        name === 'alpha_nominal' && alpha.kind === 'value' && nominalSe !== null ? { ...alpha, se: nominalSe } : alpha
      return [name, withBootstrap(withSe, bootstrapOf(name), notes)]
    }),
  )
}

/** Pooled kappa needs two raters; with one the reason says so. */
export function pooledOf(tables: readonly ContingencyTable[]): PointCoefficient {
  if (tables.length > 0) return pooledKappa(tables)
  return { kind: 'undefined', reason: 'single-rater', n: 0, observed: null, expected: null }
}

function studentHeadline(block: Block, profile: RatingProfile, { coefficient, influence }: Linearised): HeadlineInterval | null {
  if (coefficient.kind === 'undefined' || influence === null) return null
  const { clusterOfRow } = block
  const byCluster = clusterOfRow === null ? null : linearisedClusterSe(profile, influence, clusterOfRow)
  const se = clusterOfRow === null ? coefficient.se : (byCluster?.se ?? 0)
  const units = clusterOfRow === null ? profile.items : (byCluster?.clusters ?? 0)
  // Without any spread in the sample an interval of no width would promise too much.
  if (units < 2 || se < 1e-12) return null
  return { interval: studentInterval(coefficient.value, se, units - 1), method: 't' }
}

function pairsNote({ pairs, pairsDefined }: { pairs: number; pairsDefined: number }): Note {
  return { code: 'pairs-undefined', message: `Mean of the ${pairsDefined} of ${pairs} pairs of raters in which kappa is defined.` }
}

/** How many labels each rater gave in category 0. */
export function positives(block: Block, raters: readonly string[]): Record<string, number> {
  const { matrix } = block
  const counts = new Float64Array(matrix.raters)
  matrix.codes.forEach((code, cell) => {
    if (code === 0) counts[cell % matrix.raters] = at(counts, cell % matrix.raters) + 1
  })
  return Object.fromEntries(raters.map((rater, index) => [rater, at(counts, index)]))
}
