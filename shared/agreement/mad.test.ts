import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { expectFigure } from '../../test/vectors/vectors.ts'
import type { PointCoefficient } from './coefficient.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { coincidenceMatrix } from './coincidence-matrix.ts'
import { fleissKappa } from './fleiss-kappa.ts'
import { gwetAcOfRatings } from './gwet-ac-ratings.ts'
import { countCategories } from './item-counts.ts'
import { krippendorffAlpha } from './krippendorff-alpha.ts'
import { lightKappa } from './light-kappa.ts'
import { pairTable, raterPairs, ratingMatrix } from './rating-matrix.ts'
import { ratingProfile } from './rating-profile.ts'

type Vote = boolean | null
interface MadRecord {
  readonly round: string
  readonly trace_id: number
  readonly annotations: readonly { readonly annotator_1: Vote; readonly annotator_2: Vote; readonly annotator_3: Vote }[]
}

const folder = process.env['TOUCHSTONE_FIXTURES']
const read = (name: string): unknown => JSON.parse(readFileSync(join(folder ?? '', 'mad', name), 'utf8'))
const isThere = folder !== undefined && existsSync(join(folder, 'mad'))
const value = (coefficient: PointCoefficient) => (coefficient.kind === 'value' ? coefficient.value : null)

describe.skipIf(!isThere)("MAST's own human labels (field files are looked for in TOUCHSTONE_FIXTURES)", () => {
  it('give a mean pairwise kappa of 0.8979 with missing votes left out, and 1, 1, 0.8127, 0.637 by round', () => {
    const { records } = read('mad_human_labels_19x3.json') as { records: MadRecord[] }
    const expected = read('agreement_expected.json') as Record<string, Record<string, unknown>>
    const matrixOf = (chosen: readonly MadRecord[]) =>
      ratingMatrix(
        chosen.flatMap(({ annotations }) =>
          annotations.map((cell) =>
            [cell.annotator_1, cell.annotator_2, cell.annotator_3].map((vote) => (vote === null ? null : vote ? 0 : 1)),
          ),
        ),
        2,
      )
    const matrix = matrixOf(records)
    const all = expected['all_19_missing_dropped'] ?? {}
    raterPairs(3).forEach(([a, b]) => {
      const kappa = cohenKappa(pairTable(matrix, a, b))
      const figures = all[`cohen_${a + 1}_${b + 1}`] as { n: number; kappa: number; po: number; pe: number }
      expect(kappa.n).toBe(figures.n)
      expectFigure('kappa', value(kappa), figures.kappa)
      expectFigure('po', kappa.observed, figures.po)
      expectFigure('pe', kappa.expected, figures.pe)
    })
    const light = (chosen: readonly MadRecord[]) => {
      const own = matrixOf(chosen)
      return value(lightKappa(raterPairs(3).map(([a, b]) => pairTable(own, a, b))))
    }
    expectFigure('mean pairwise', light(records), 0.8978512529834148)
    const rounds = [...new Set(records.map(({ round }) => round))].map((round) => light(records.filter((record) => record.round === round)))
    expect(rounds.map((kappa) => Number(kappa?.toFixed(4)))).toEqual([1, 1, 0.8127, 0.637])
    expectFigure(
      'alpha',
      value(krippendorffAlpha(coincidenceMatrix(matrix))),
      (all['krippendorff_alpha_nominal'] as { alpha: number }).alpha,
    )
    const complete = ratingMatrix(
      Array.from({ length: matrix.items }, (_, item) => Array.from(matrix.codes.subarray(item * 3, item * 3 + 3))).filter((row) =>
        row.every((code) => code < 2),
      ),
      2,
    )
    const profile = ratingProfile(countCategories(complete))
    expectFigure('fleiss', value(fleissKappa(profile).coefficient), (all['fleiss_complete_cases'] as { kappa: number }).kappa)
    expectFigure('ac1', value(gwetAcOfRatings(profile).coefficient), (all['gwet_ac1_complete_cases'] as { ac1: number }).ac1)
  })
})
