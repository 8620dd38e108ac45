import { describe, expect, it } from 'vitest'
import { expectFigure, type Vector, vectorsOfKind } from '../../test/vectors/vectors.ts'
import { bennettS } from './bennett-s.ts'
import { jaccardPositive, matthewsCorrelation } from './binary-association.ts'
import type { Coefficient, PointCoefficient } from './coefficient.ts'
import { cohenCategoryKappa } from './cohen-category-kappa.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { cohenKappaMax } from './cohen-kappa-max.ts'
import { type ContingencyTable, tableFromPairs, tableFromRows } from './contingency-table.ts'
import { gofInterval } from './gof-interval.ts'
import { gwetAc } from './gwet-ac.ts'
import { alphaOfTable } from './krippendorff-alpha.ts'
import { mcnemar } from './mcnemar.ts'
import { pabak } from './pabak.ts'
import { percentAgreement } from './percent-agreement.ts'
import { prevalenceBias } from './prevalence-bias.ts'
import { blochKraemerSe, commonShares, scottPi } from './scott-pi.ts'
import { specificAgreement } from './specific-agreement.ts'
import { waldInterval } from './wald-interval.ts'

const value = (coefficient: PointCoefficient) => (coefficient.kind === 'value' ? coefficient.value : null)
const se = (coefficient: Coefficient) => (coefficient.kind === 'value' ? coefficient.se : null)
const ci = (coefficient: Coefficient) => (coefficient.kind === 'value' ? waldInterval(coefficient.value, coefficient.se) : null)

/** Every two-rater figure a vector may name, computed only when it is named. */
function figures(table: ContingencyTable, weights: number[][] | undefined): Record<string, () => unknown> {
  const kappa = cohenKappa(table)
  const z0 = () => (kappa.kind === 'value' && kappa.seNull > 1e-12 ? kappa.value / kappa.seNull : null)
  const seNull = (k: typeof kappa) => (k.kind === 'value' ? k.seNull : null)
  const linear = () => cohenKappa(table, 'linear')
  const quadratic = () => cohenKappa(table, 'quadratic')
  const custom = () => cohenKappa(table, Float64Array.from((weights ?? []).flat()))
  return {
    n: () => table.n,
    po: () => value(percentAgreement(table)),
    pe_cohen: () => kappa.expected,
    cohen_kappa: () => value(kappa),
    cohen_kappa_se: () => se(kappa),
    cohen_kappa_se0: () => seNull(kappa),
    cohen_kappa_z0: z0,
    cohen_kappa_ci95: () => ci(kappa),
    weighted_kappa_linear: () => value(linear()),
    weighted_kappa_linear_se: () => se(linear()),
    weighted_kappa_linear_se0: () => seNull(linear()),
    weighted_kappa_linear_ci95: () => ci(linear()),
    weighted_kappa_quadratic: () => value(quadratic()),
    weighted_kappa_quadratic_se: () => se(quadratic()),
    weighted_kappa_quadratic_se0: () => seNull(quadratic()),
    weighted_kappa_quadratic_ci95: () => ci(quadratic()),
    custom_weighted_kappa: () => value(custom()),
    custom_weighted_kappa_se: () => se(custom()),
    custom_weighted_kappa_se0: () => seNull(custom()),
    pe_scott: () => scottPi(table).expected,
    scott_pi: () => value(scottPi(table)),
    bennett_s: () => value(bennettS(table)),
    bennett_s_se: () => se(bennettS(table)),
    pe_gwet: () => gwetAc(table).expected,
    gwet_ac1: () => value(gwetAc(table)),
    gwet_ac1_se_n: () => se(gwetAc(table)),
    krippendorff_alpha: () => value(alphaOfTable(table)),
    cohen_kappa_max: () => value(cohenKappaMax(table)),
    specific_agreement: () => specificAgreement(table),
    category_kappa: () => cohenCategoryKappa(table),
    prevalence_index: () => prevalenceBias(table)?.prevalenceIndex,
    bias_index: () => prevalenceBias(table)?.biasIndex,
    pabak: () => value(pabak(table)),
    scott_pi_gof_ci95: () => gofInterval(table),
    scott_pi_bloch_kraemer_se: () => blochKraemerSe(value(scottPi(table)) ?? 0, commonShares(table)[0] ?? 0, table.n),
    mcc_phi: () => matthewsCorrelation(table),
    jaccard_positive: () => jaccardPositive(table),
    mcnemar_chi2: () => mcnemar(table).chi2,
    mcnemar_exact_p: () => mcnemar(table).exactP,
  }
}

/** Figures of kind `degenerate` that belong to rating matrices and are compared in ratings-vectors.test.ts. */
const OF_RATINGS = /^(alpha_|multi_|light_|n_pair)/

function check(vector: Vector, table: ContingencyTable): void {
  const known = figures(table, vector.input['disagreement_weights'] as number[][] | undefined)
  for (const [name, expected] of Object.entries(vector.expected)) {
    if (vector.kind === 'degenerate' && OF_RATINGS.test(name)) continue
    const figure = known[name]
    expect(figure, `a figure named ${name}`).toBeDefined()
    expectFigure(name, figure?.(), expected)
  }
}

describe('two-rater tables of the vectors', () => {
  it.each(vectorsOfKind('agreement-vectors.json', 'table').map((vector) => [vector.id, vector] as const))('reproduces %s', (_, vector) => {
    check(vector, tableFromRows(vector.input['table'] as number[][]))
  })
})

describe('degenerate inputs of two raters', () => {
  const vectors = vectorsOfKind('agreement-vectors.json', 'degenerate').filter(({ expected }) => 'n' in expected)
  it.each(vectors.map((vector) => [vector.id, vector] as const))('reproduces %s', (_, vector) => {
    const categories = vector.input['categories'] as unknown[]
    const ratings = vector.input['ratings'] as unknown[][]
    const complete = ratings.filter((row) => row.every((label) => label !== null))
    const pairs = complete.map(([a, b]) => [categories.indexOf(a), categories.indexOf(b)] as const)
    check(vector, tableFromPairs(pairs, categories.length))
  })
})
