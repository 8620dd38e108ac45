import { describe, expect, it } from 'vitest'
import { expectFigure, isClose, type Vector, vectorsOfKind } from '../../test/vectors/vectors.ts'
import { brennanPrediger, percentAgreementOfRatings } from './brennan-prediger.ts'
import type { PointCoefficient } from './coefficient.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { coincidenceMatrix } from './coincidence-matrix.ts'
import { congerKappa } from './conger-kappa.ts'
import { categoryKappa, fleissKappa, fleissNullSe } from './fleiss-kappa.ts'
import { gwetAcOfRatings } from './gwet-ac-ratings.ts'
import { countCategories, type ItemCounts, itemCounts } from './item-counts.ts'
import {
  alphaStandardError,
  intervalDistance,
  krippendorffAlpha,
  nominalDistance,
  ordinalDistance,
  ratioDistance,
} from './krippendorff-alpha.ts'
import { jaccardDistance, labelSetAlpha, masiDistance, type SetDistance, type SetRatings, setRatings, setSimilarity } from './label-sets.ts'
import { lightKappa } from './light-kappa.ts'
import type { Linearised } from './linearised.ts'
import { pooledKappa } from './pooled-kappa.ts'
import { encodeLabels, pairTable, type RatingMatrix, raterPairs } from './rating-matrix.ts'
import { ratingProfile } from './rating-profile.ts'

const AGREEMENT = 'agreement-vectors.json'
const named = (kind: string) => vectorsOfKind(AGREEMENT, kind).map((vector) => [vector.id, vector] as const)
const value = (coefficient: PointCoefficient) => (coefficient.kind === 'value' ? coefficient.value : null)
const pointOf = (figure: Linearised) => value(figure.coefficient)
const seOf = ({ coefficient }: Linearised) => (coefficient.kind === 'value' ? coefficient.se : null)
type Figures = Record<string, () => unknown>

function check(vector: Vector, figures: Figures, skip: (name: string) => boolean = () => false): void {
  for (const [name, expected] of Object.entries(vector.expected)) {
    if (skip(name)) continue
    const figure = figures[name]
    expect(figure, `a figure named ${name}`).toBeDefined()
    expectFigure(name, figure?.(), expected)
  }
}

function alphaFigures(matrix: RatingMatrix, categories: readonly unknown[]): Figures {
  const coincidences = coincidenceMatrix(matrix)
  const distances = {
    nominal: () => nominalDistance,
    ordinal: () => ordinalDistance(coincidences.totals),
    interval: () => intervalDistance(categories.map(Number)),
    ratio: () => ratioDistance(categories.map(Number)),
  }
  const figures: Figures = { n_pairable: () => coincidences.n, n_units: () => coincidences.units }
  for (const [name, distance] of Object.entries(distances)) {
    const alpha = () => krippendorffAlpha(coincidences, distance())
    figures[`alpha_${name}`] = () => value(alpha())
    figures[`alpha_${name}_Do`] = () => alpha().observed
    figures[`alpha_${name}_De`] = () => alpha().expected
  }
  return figures
}

function ratingFigures(matrix: RatingMatrix, categories: readonly unknown[]): Figures {
  const counts = countCategories(matrix)
  const profile = ratingProfile(counts)
  const conger = () => congerKappa(matrix, profile)
  const pairs = raterPairs(matrix.raters).map(([a, b]) => ({ pair: [a, b], table: pairTable(matrix, a, b) }))
  const tables = pairs.map(({ table }) => table)
  const withItems = tables.filter((table) => table.n > 0)
  return {
    ...alphaFigures(matrix, categories),
    n_items: () => profile.items,
    n_items_2plus: () => profile.pairable,
    pa: () => pointOf(percentAgreementOfRatings(profile)),
    pa_se: () => seOf(percentAgreementOfRatings(profile)),
    fleiss_kappa: () => pointOf(fleissKappa(profile)),
    fleiss_kappa_se: () => seOf(fleissKappa(profile)),
    fleiss_kappa_se0: () => fleissNullSe(profile)?.overall,
    pe_fleiss: () => fleissKappa(profile).coefficient.expected,
    category_kappa: () => categoryKappa(counts),
    gwet_ac1: () => pointOf(gwetAcOfRatings(profile)),
    gwet_ac1_se: () => seOf(gwetAcOfRatings(profile)),
    pe_gwet: () => gwetAcOfRatings(profile).coefficient.expected,
    brennan_prediger: () => pointOf(brennanPrediger(profile)),
    brennan_prediger_se: () => seOf(brennanPrediger(profile)),
    pe_conger: () => conger().coefficient.expected,
    conger_kappa: () => pointOf(conger()),
    conger_kappa_se: () => seOf(conger()),
    krippendorff_alpha_se: () => alphaStandardError(counts),
    light_kappa: () => value(lightKappa(tables)),
    n_pairs_defined: () => lightKappa(tables).pairsDefined,
    pooled_kappa: () => value(pooledKappa(tables)),
    mean_pairwise_po: () => withItems.reduce((total, table) => total + (cohenKappa(table).observed ?? 0), 0) / withItems.length,
    multi_pa: () => pointOf(percentAgreementOfRatings(profile)),
    multi_fleiss_kappa: () => pointOf(fleissKappa(profile)),
    multi_gwet_ac1: () => pointOf(gwetAcOfRatings(profile)),
    multi_brennan_prediger: () => pointOf(brennanPrediger(profile)),
    multi_conger_kappa: () => pointOf(conger()),
  }
}

describe('rating matrices of the vectors', () => {
  it.each(named('ratings'))('reproduces %s', (_, vector) => {
    const categories = vector.input['categories'] as unknown[]
    const matrix = encodeLabels(vector.input['ratings'] as (unknown | null)[][], categories)
    check(vector, ratingFigures(matrix, categories), (name) => name === 'pairs')
    for (const expected of (vector.expected['pairs'] ?? []) as { pair: [number, number]; n: number }[]) {
      const kappa = cohenKappa(pairTable(matrix, ...expected.pair))
      const actual = {
        n: kappa.n,
        po: kappa.observed,
        pe: kappa.expected,
        kappa: value(kappa),
        se: kappa.kind === 'value' ? kappa.se : null,
      }
      for (const [name, figure] of Object.entries(actual)) {
        if (name in expected) expectFigure(`${expected.pair} ${name}`, figure, expected[name as keyof typeof expected])
      }
    }
  })
})

describe('degenerate inputs of any number of raters', () => {
  it.each(named('degenerate'))('reproduces %s', (_, vector) => {
    const categories = vector.input['categories'] as unknown[]
    const matrix = encodeLabels(vector.input['ratings'] as (unknown | null)[][], categories)
    const alpha = krippendorffAlpha(coincidenceMatrix(matrix))
    const words = { 'no-pairable-items': 'no_pairable_values', 'no-expected-disagreement': 'no_expected_disagreement' } as Record<
      string,
      string
    >
    const figures = {
      ...ratingFigures(matrix, categories),
      alpha_reason: () => (alpha.kind === 'value' ? null : words[alpha.reason]),
    }
    check(vector, figures, (name) => !/^(alpha_|multi_|light_|n_pair)/.test(name))
  })
})

describe('category counts of the vectors', () => {
  it.each(named('counts'))('reproduces %s', (_, vector) => {
    const counts: ItemCounts = itemCounts(vector.input['counts'] as number[][])
    const profile = ratingProfile(counts)
    const m = profile.labels[0] ?? 0
    const fleiss = fleissKappa(profile)
    const alpha = () => {
      // Complete data: alpha from Fleiss' kappa, 1 - (1 - kappa)(n - 1)/n over all n labels.
      const n = profile.items * m
      return 1 - ((1 - (pointOf(fleiss) ?? Number.NaN)) * (n - 1)) / n
    }
    check(vector, {
      po: () => fleiss.coefficient.observed,
      pe: () => fleiss.coefficient.expected,
      fleiss_kappa: () => pointOf(fleiss),
      randolph_kappa: () => pointOf(brennanPrediger(profile)),
      fleiss_kappa_se0: () => fleissNullSe(profile)?.overall,
      fleiss_kappa_z0: () => (pointOf(fleiss) ?? 0) / (fleissNullSe(profile)?.overall ?? 0),
      category_kappa: () => categoryKappa(counts),
      category_kappa_se0: () => fleissNullSe(profile)?.perCategory,
      krippendorff_alpha_nominal: alpha,
      gwet_ac1: () => pointOf(gwetAcOfRatings(profile)),
      gwet_ac1_se: () => seOf(gwetAcOfRatings(profile)),
      fleiss_kappa_se_gwet: () => seOf(fleiss),
      brennan_prediger: () => pointOf(brennanPrediger(profile)),
      brennan_prediger_se: () => seOf(brennanPrediger(profile)),
      krippendorff_alpha_se_gwet: () => alphaStandardError(counts),
    })
  })
})

describe('label sets of the vectors', () => {
  it.each(named('labelsets'))('reproduces %s', (_, vector) => {
    const rows = vector.input['ratings'] as ((string | number)[] | null)[][]
    const labels = [...new Set(rows.flatMap((row) => row.flatMap((set) => set ?? [])))]
    const sets = setRatings(
      rows.map((row) => row.map((set) => set?.map((label) => labels.indexOf(label)) ?? null)),
      labels.length,
    )
    check(vector, setFigures(sets))
  })
})

/** MASI with the rounded thirds of nltk before July 2026; the vectors hold it for comparison. */
const masiOfNltk: SetDistance = (a, b) => {
  const jaccard = jaccardDistance(a, b)
  if (jaccard === 0 || jaccard === 1) return jaccard
  const monotonicity = (1 - masiDistance(a, b)) / (1 - jaccard)
  return 1 - (1 - jaccard) * (monotonicity > 0.5 ? 0.67 : 0.33)
}

function setFigures(sets: SetRatings): Figures {
  const alphas = {
    alpha_jaccard: () => labelSetAlpha(sets, jaccardDistance),
    alpha_masi: () => labelSetAlpha(sets, masiDistance),
    alpha_masi_nltk_067: () => labelSetAlpha(sets, masiOfNltk),
    alpha_nominal_set: () => krippendorffAlpha(coincidenceMatrix(sets.ratings)),
  }
  const figures: Figures = {
    exact_match: () => setSimilarity(sets)?.exactMatch,
    mean_jaccard_similarity: () => setSimilarity(sets)?.meanJaccard,
    n_pairs: () => setSimilarity(sets)?.pairs,
  }
  for (const [name, alpha] of Object.entries(alphas)) {
    figures[name] = () => value(alpha())
    figures[`${name}_Do`] = () => alpha().observed
    figures[`${name}_De`] = () => alpha().expected
  }
  return figures
}

it('compares figures within a relative 1e-10 or an absolute 1e-12 and no wider', () => {
  expect(isClose(1 + 2e-10, 1)).toBe(false)
  expect(isClose(2e-12, 0)).toBe(false)
  expect(isClose(null, 0)).toBe(false)
  expect(isClose(Number.NaN, 0)).toBe(false)
})
