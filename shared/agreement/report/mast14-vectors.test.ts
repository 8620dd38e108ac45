import { describe, expect, it } from 'vitest'
import { expectFigure, readVectorFile, type Vector, vectorsOfKind } from '../../../test/vectors/vectors.ts'
import { clusterVariance } from '../cluster-robust.ts'
import { gofInterval, gofIntervalByCluster } from '../gof-interval.ts'
import { setSimilarity } from '../label-sets.ts'
import { ratingMatrix } from '../rating-matrix.ts'
import { type AgreementReport, agreementReport, type PairReport } from './agreement-report.ts'
import { type CoefficientJson, isFigure } from './coefficient-json.ts'
import { pairOf } from './pair-coefficients.ts'
import { blockOfMatrix, type RatingData } from './rating-data.ts'
import { labelSetsOf } from './set-statistics.ts'

/** Labels of a multilabel vector: items x raters x modes, 1 = present, null = not labelled. */
function labelsOf(vector: Vector): { labels: (number[] | null)[][]; traceOfItem: number[] } {
  const file = vector.input['ratings_file']
  if (typeof file !== 'string') {
    return { labels: vector.input['ratings'] as (number[] | null)[][], traceOfItem: vector.input['trace_of_item'] as number[] }
  }
  const { ratings, per_trace: perTrace } = readVectorFile(file) as { ratings: (string | null)[][]; per_trace: number }
  const labels = ratings.map((row) => row.map((digits) => (digits === null ? null : Array.from(digits, Number))))
  return { labels, traceOfItem: ratings.map((_, item) => Math.floor(item / perTrace)) }
}

function dataOf(vector: Vector, raters?: number[]): RatingData {
  const modes = vector.input['modes'] as string[]
  const { labels, traceOfItem } = labelsOf(vector)
  const rows = labels.map((row) => (raters === undefined ? row : raters.map((rater) => row[rater] ?? null)))
  return {
    items: rows.map((_, item) => `s${item}`),
    raters: (rows[0] ?? []).map((_, rater) => `r${rater}`),
    categories: ['1', '0'],
    isOrdered: true,
    numbers: [1, 0],
    modes,
    matrices: modes.map((_, mode) =>
      ratingMatrix(
        rows.map((row) => row.map((vectorOf) => vectorOf && 1 - (vectorOf[mode] ?? 0))),
        2,
      ),
    ),
    clusters: { count: Math.max(...traceOfItem) + 1, ofItem: Int32Array.from(traceOfItem) },
  }
}

const pointOf = (json: unknown) => (isFigure(json as CoefficientJson) ? (json as { value: number }).value : null)
const seOf = (json: unknown) => (json as { se?: number }).se

function pairFigures(data: RatingData, mode: number, pair: PairReport): Record<string, unknown> {
  const matrix = data.matrices[mode]
  if (matrix === undefined) throw new Error('A matrix per mode.')
  const { table, clustered } = pairOf(blockOfMatrix(data, matrix), 0, 1)
  const variance = clustered === null ? null : clusterVariance(clustered)
  return {
    gof_ci95: gofInterval(table),
    gof_cluster_factor: clustered === null ? null : gofIntervalByCluster(clustered)?.factor,
    gof_cluster_ci95: (pair['cohen_kappa'] as { ci95?: unknown }).ci95 ?? null,
    kappa: pointOf(pair['cohen_kappa']),
    se_iid: seOf(pair['cohen_kappa']),
    se_cluster: variance?.se,
    se_cluster_g: variance?.seForIntervals,
    n: pair.n,
    clusters: variance?.clusters,
    deff: variance?.designEffect,
    table: pair.table,
    po: pointOf(pair['percent_agreement']),
    pabak: pointOf(pair['pabak']),
    prevalence_index: pointOf(pair['prevalence_index']),
    bias_index: pointOf(pair['bias_index']),
    specific_agreement: (pair['specific_agreement'] as { value: unknown }).value,
    cohen_kappa_max: pointOf(pair['cohen_kappa_max']),
    scott_pi: pointOf(pair['scott_pi']),
    scott_pi_gof_ci95: gofInterval(table),
  }
}

function checkModes(vector: Vector, data: RatingData, report: AgreementReport): void {
  const expected = vector.expected['modes'] as Record<string, Record<string, unknown>>
  Object.entries(expected).forEach(([name, figures], mode) => {
    const overall = report.modes?.[name]?.overall ?? {}
    const [first] = report.modes?.[name]?.pairs ?? []
    const positives = Object.values(report.modes?.[name]?.positives ?? {}).reduce((all, count) => all + count, 0)
    const labels = data.matrices[mode]?.codes.filter((code) => code < 2).length ?? 0
    const ours: Record<string, unknown> = {
      pa: pointOf(overall['percent_agreement']),
      alpha: pointOf(overall['alpha_nominal']),
      fleiss_kappa: pointOf(overall['fleiss_kappa']),
      gwet_ac1: pointOf(overall['gwet_ac1']),
      gwet_ac1_se: seOf(overall['gwet_ac1']),
      conger_kappa: pointOf(overall['conger_kappa']),
      alpha_se_gwet: seOf(overall['alpha_nominal']),
      light_kappa: pointOf(overall['light_kappa']),
      n_pairs_defined: 3,
      pooled_kappa: pointOf(overall['pooled_kappa']),
      prevalence: positives / labels,
    }
    for (const [figure, value] of Object.entries(figures)) {
      if (figure === 'raters_0_1') continue
      expectFigure(`${name} ${figure}`, ours[figure], value)
    }
    const pair = first === undefined ? {} : pairFigures(data, mode, first)
    for (const [figure, value] of Object.entries(figures['raters_0_1'] as object))
      expectFigure(`${name} pair ${figure}`, pair[figure], value)
  })
}

// 210,000 labels, twice, on a machine that may be busy.
describe('fourteen modes of the vectors', { timeout: 60_000 }, () => {
  it.each(vectorsOfKind('agreement-vectors.json', 'multilabel').map((vector) => [vector.id, vector] as const))(
    'reproduces %s',
    (_, vector) => {
      const data = dataOf(vector)
      const report = agreementReport(data)
      checkModes(vector, data, report)
      const two = agreementReport(dataOf(vector, [0, 1]))
      const sets = labelSetsOf(data)
      const similarity = sets === null ? null : setSimilarity(sets)
      const ours: Record<string, unknown> = {
        macro_cohen_kappa_0_1: two.macro?.['cohen_kappa']?.value,
        macro_modes_defined: two.macro?.['cohen_kappa']?.modes,
        macro_alpha: report.macro?.['alpha_nominal']?.value,
        micro_table_0_1: report.pairs[0]?.table,
        micro_cohen_kappa_0_1: pointOf(report.pairs[0]?.['cohen_kappa']),
        pooled_cohen_kappa_0_1_de_vries: pointOf(report.pairs[0]?.['pooled_kappa_modes']),
        micro_alpha: pointOf(report.micro?.['alpha_nominal']),
        micro_fleiss_kappa: pointOf(report.micro?.['fleiss_kappa']),
        alpha_jaccard_sets: pointOf(report.overall['alpha_jaccard']),
        alpha_masi_sets: pointOf(report.overall['alpha_masi']),
        exact_match: similarity?.exactMatch,
        mean_jaccard_similarity: similarity?.meanJaccard,
      }
      for (const [name, value] of Object.entries(vector.expected)) if (name !== 'modes') expectFigure(name, ours[name], value)
      expectFigure(
        'overall pooled over modes of two raters',
        pointOf(two.overall['pooled_kappa_modes']),
        vector.expected['pooled_cohen_kappa_0_1_de_vries'],
      )
    },
  )

  it('bootstraps the same figures that it computes', () => {
    const [vector] = vectorsOfKind('agreement-vectors.json', 'multilabel')
    if (vector === undefined) throw new Error('The vectors hold a multilabel set.')
    const report = agreementReport(dataOf(vector), { replicates: 200, seed: 7 })
    for (const name of ['fleiss_kappa', 'alpha_nominal', 'light_kappa', 'pooled_kappa_modes', 'alpha_jaccard', 'alpha_masi']) {
      const figure = report.overall[name] as unknown as { value: number; ci95: [number, number]; ciMethod: string }
      expect(figure.ciMethod).toBe('bootstrap')
      expect(figure.ci95[0], name).toBeLessThan(figure.value)
      expect(figure.ci95[1], name).toBeGreaterThan(figure.value)
    }
    expect(report.macro?.['alpha_nominal']?.ciMethod).toBe('bootstrap')
    expect(agreementReport(dataOf(vector), { replicates: 200, seed: 7 })).toEqual(report)
  })
})
