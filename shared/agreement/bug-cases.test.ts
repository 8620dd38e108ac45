import { describe, expect, it } from 'vitest'
import { expectFigure, readVectorFile, vectorsOfKind } from '../../test/vectors/vectors.ts'
import { bennettS } from './bennett-s.ts'
import { brennanPrediger, percentAgreementOfRatings } from './brennan-prediger.ts'
import { clusterBootstrap } from './cluster-bootstrap.ts'
import type { PointCoefficient } from './coefficient.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { coincidenceMatrix } from './coincidence-matrix.ts'
import { tableFromPairs, tableFromRows } from './contingency-table.ts'
import { fleissKappa } from './fleiss-kappa.ts'
import { gwetAc } from './gwet-ac.ts'
import { gwetAcOfRatings } from './gwet-ac-ratings.ts'
import { countCategories, itemCounts } from './item-counts.ts'
import { intervalDistance, krippendorffAlpha, ordinalDistance } from './krippendorff-alpha.ts'
import { jaccardDistance, labelSet, labelSetAlpha, masiDistance, setRatings } from './label-sets.ts'
import type { Linearised } from './linearised.ts'
import { normalQuantile } from './normal.ts'
import { percentAgreement } from './percent-agreement.ts'
import { seededRandom } from './random.ts'
import { encodeLabels, MISSING, pairTable, type RatingMatrix, ratingMatrix } from './rating-matrix.ts'
import { ratingProfile } from './rating-profile.ts'
import { specificAgreement } from './specific-agreement.ts'
import { waldInterval } from './wald-interval.ts'

type Label = string | number
interface BugCase {
  readonly id: string
  readonly tool: string
  readonly what: string
  readonly input: Readonly<Record<string, unknown>>
  readonly right: Readonly<Record<string, unknown>>
}

const { cases } = readVectorFile('agreement-bug-cases.json') as { cases: BugCase[] }
const byId = (id: string) => {
  const found = cases.find((bug) => bug.id === id)
  if (found === undefined) throw new Error(`The file holds ${id}.`)
  return found
}
const value = (coefficient: PointCoefficient) => (coefficient.kind === 'value' ? coefficient.value : null)
const pointOf = (figure: Linearised) => value(figure.coefficient)
const WORDS: Record<string, string> = { 'single-category': 'single_class', 'no-pairable-items': 'no_pairable_values' }
const reason = (coefficient: PointCoefficient) => (coefficient.kind === 'value' ? null : WORDS[coefficient.reason])

/** Figures of cases given as two lists of labels. */
function ofLists({ input }: BugCase): Record<string, () => unknown> {
  const a = input['a'] as Label[]
  const b = input['b'] as Label[]
  const labels = (input['labels'] as Label[] | undefined) ?? [...new Set([...a, ...b])]
  const pairs = a.map((label, i) => [labels.indexOf(label), labels.indexOf(b[i] ?? label)] as const)
  const table = tableFromPairs(pairs, labels.length)
  return {
    cohen_kappa: () => value(cohenKappa(table)),
    po: () => value(percentAgreement(table)),
    gwet_ac1: () => value(gwetAc(table)),
    bennett_s: () => value(bennettS(table)),
    reason: () => reason(cohenKappa(table)),
  }
}

/** Figures of cases given as items x raters; every label that is not null is a label. */
function ofRatings({ input, right }: BugCase): Record<string, () => unknown> {
  const rows = input['ratings'] as (Label | null)[][]
  const seen = [...new Set(rows.flat().filter((label) => label !== null))].sort()
  const categories = (input['categories'] as Label[] | undefined) ?? seen
  const matrix = encodeLabels(rows, categories)
  const profile = ratingProfile(countCategories(matrix))
  const coincidences = coincidenceMatrix(matrix)
  const alpha = krippendorffAlpha(coincidences)
  return {
    cohen_kappa: () => value(cohenKappa(pairTable(matrix, 0, 1))),
    alpha_nominal: () => value(alpha),
    alpha_ordinal: () => value(krippendorffAlpha(coincidences, ordinalDistance(coincidences.totals))),
    pa: () => pointOf(percentAgreementOfRatings(profile)),
    // AC1 of #11 is over the two categories that were used.
    gwet_ac1: () => pointOf(gwetAcOfRatings(profile)),
    bennett_s: () => value(bennettS(pairTable(matrix, 0, 1))),
    fleiss_kappa: () => pointOf(fleissKappa(profile)),
    fleiss_kappa_gwet: () => pointOf(fleissKappa(profile)),
    brennan_prediger: () => pointOf(brennanPrediger(profile)),
    reason: () => ('alpha_nominal' in right ? reason(alpha) : undefined),
  }
}

function check(bug: BugCase, figures: Record<string, () => unknown>): void {
  for (const [name, expected] of Object.entries(bug.right)) {
    const figure = figures[name]
    expect(figure, `a figure named ${name}`).toBeDefined()
    expectFigure(name, figure?.(), expected)
  }
}

const titled = (filter: (bug: BugCase) => boolean) => cases.filter(filter).map((bug) => [bug.id, bug.what, bug] as const)

describe('bugs of other programs, as two lists', () => {
  it.each(titled(({ input }) => 'a' in input))('%s: %s', (_, __, bug) => check(bug, ofLists(bug)))
})

describe('bugs of other programs, as rating matrices', () => {
  it.each(titled(({ input }) => 'ratings' in input))('%s: %s', (_, __, bug) => check(bug, ofRatings(bug)))
})

describe('bugs of other programs, as raters in rows', () => {
  it.each(titled(({ input }) => 'raters_as_rows' in input))('%s: %s', (_, __, bug) => {
    const raters = bug.input['raters_as_rows'] as (number | null)[][]
    const items = Math.max(...raters.map((row) => row.length))
    const rows = Array.from({ length: items }, (_item, item) => raters.map((row) => row[item] ?? null))
    check(bug, ofRatings({ ...bug, input: { ratings: rows } }))
  })

  it('npm-krippendorff-length: a row that is shorter than the first is refused, not cut', () => {
    expect(() =>
      ratingMatrix(
        [
          [0, 1, 1],
          [0, 1],
        ],
        2,
      ),
    ).toThrow(RangeError)
  })
})

describe('bugs of other programs with label sets', () => {
  const sets = (bug: BugCase) => {
    const given = bug.input['sets'] as number[][]
    return given.map((set) => labelSet(set, 5)) as [Uint32Array, Uint32Array]
  }

  it.each(titled(({ input }) => 'sets' in input))('%s: %s', (_, __, bug) => {
    check(bug, { masi_distance: () => masiDistance(...sets(bug)), jaccard_distance: () => jaccardDistance(...sets(bug)) })
  })

  it.each(titled(({ input }) => 'label_sets' in input))('%s: %s', (_, __, bug) => {
    const rows = bug.input['label_sets'] as Label[][][]
    const labels = [...new Set(rows.flat(2))]
    const ratings = setRatings(
      rows.map((row) => row.map((set) => set.map((label) => labels.indexOf(label)))),
      labels.length,
    )
    check(bug, { alpha_masi: () => value(labelSetAlpha(ratings, masiDistance)) })
  })
})

describe('bugs of other programs, one by one', () => {
  it('statsmodels-4387: two subjects, seven raters, one used category', () => {
    const bug = byId('statsmodels-4387')
    const profile = ratingProfile(itemCounts(bug.input['counts'] as number[][]))
    check(bug, { fleiss_kappa: () => pointOf(fleissKappa(profile)), randolph_kappa: () => pointOf(brennanPrediger(profile)) })
  })

  it('statsmodels-7657: counts and raw ratings are different inputs with different names', () => {
    const bug = byId('statsmodels-7657')
    const given = bug.input['counts'] as number[][]
    check(bug, {
      fleiss_kappa_of_counts: () => pointOf(fleissKappa(ratingProfile(itemCounts(given)))),
      reading_as_raw_ratings: () => pointOf(fleissKappa(ratingProfile(countCategories(ratingMatrix(given, 2))))),
    })
  })

  it('dkpro-52: squared differences do not overflow', () => {
    const bug = byId('dkpro-52')
    const distance = intervalDistance(bug.input['values'] as number[])
    check(bug, { interval_distance: () => distance(0, 1) })
    expect(
      value(
        percentAgreement(
          tableFromRows([
            [3e9, 0],
            [0, 3e9],
          ]),
        ),
      ),
    ).toBe(1)
  })

  it('dkpro-35: the reason says that no disagreement is expected', () => {
    expect(
      krippendorffAlpha(
        coincidenceMatrix(
          encodeLabels(
            [
              ['A', 'A'],
              ['A', 'A'],
            ],
            ['A', 'B'],
          ),
        ),
      ),
    ).toMatchObject({
      reason: 'no-expected-disagreement',
    })
  })

  it('dkpro-50: labels are compared as values, ["a,b"] is not ["a", "b"]', () => {
    const ratings = setRatings(
      [
        [[0, 1], [2]],
        [[2], [2]],
      ],
      3,
    )
    expect(ratings.sets).toHaveLength(2)
  })

  it('jasp-2307: blank strings as a category make 0.873 of -0.031', () => {
    const bug = byId('jasp-2307')
    check(bug, { cohen_kappa: () => value(cohenKappa(tableFromRows(bug.input['table_valid'] as number[][]))) })
    expectFigure('with blanks', value(cohenKappa(tableFromRows(bug.input['table_with_blank'] as number[][]))), 0.8727534148094895)
  })

  it('jasp-4509, epir-null-se-ci: intervals come from the non-null SE', () => {
    const bug = byId('epir-null-se-ci')
    const kappa = cohenKappa(tableFromRows(bug.input['table'] as number[][]))
    if (kappa.kind === 'undefined') throw new Error('Kappa is defined here.')
    check(bug, { cohen_kappa_ci95: () => waldInterval(kappa.value, kappa.se), se: () => kappa.se, se0: () => kappa.seNull })
    const [vector] = vectorsOfKind('agreement-vectors.json', 'counts')
    const fleiss = fleissKappa(ratingProfile(itemCounts(vector?.input['counts'] as number[][]))).coefficient
    expectFigure('se', fleiss.kind === 'value' ? fleiss.se : null, vector?.expected['fleiss_kappa_se_gwet'])
  })

  it('psych-weighted-se: the SE of weighted kappa is that of SAS', () => {
    const bug = byId('psych-weighted-se')
    const kappa = cohenKappa(tableFromRows(bug.input['table'] as number[][]), 'linear')
    check(bug, { weighted_kappa_linear_se: () => (kappa.kind === 'value' ? kappa.se : null) })
  })

  it('kripp-boot-1: the bootstrap interval of alpha halves when there are four times as many units', () => {
    const width = (n: number) => {
      const random = seededRandom(5)
      const units = Array.from({ length: n }, () => {
        const label = random() % 2
        return [label, random() % 5 === 0 ? 1 - label : label]
      })
      const sums = Float64Array.from(units.flatMap(([a = 0, b = 0]) => [a === b ? 0 : 2, 2 - a - b, a + b]))
      const evaluate = (sum: Float64Array, out: Float64Array) => {
        const [differing = 0, zeros = 0, ones = 0] = sum
        out[0] = 1 - ((zeros + ones - 1) * differing) / (2 * zeros * ones)
      }
      const [figure] = clusterBootstrap({ clusters: n, width: 3, sums }, evaluate, 1, { replicates: 1000, random: seededRandom(9) }) ?? []
      const [lower, upper] = figure?.percentile ?? [0, 0]
      return upper - lower
    }
    expect(width(1600) / width(400)).toBeGreaterThan(0.4)
    expect(width(1600) / width(400)).toBeLessThan(0.6)
  })

  it('inspect-4035: alpha of 1e6 ratings needs one pass and a 4 x 4 matrix; how long that takes is for the bench', () => {
    const random = seededRandom(3)
    const codes = Uint16Array.from({ length: 1e6 }, () => (random() % 10 === 0 ? MISSING : random() % 4))
    const matrix: RatingMatrix = { items: 1e5, raters: 10, k: 4, codes }
    const alpha = krippendorffAlpha(coincidenceMatrix(matrix))
    // Labels drawn at random agree no more than by chance.
    expect(alpha.kind).toBe('value')
    expect(Math.abs(alpha.kind === 'value' ? alpha.value : 1)).toBeLessThan(0.005)
  })

  it('simple-statistics-probit: the normal quantile is exact', () => {
    check(byId('simple-statistics-probit'), { z: () => normalQuantile(0.975) })
  })

  it('utiml-17: a mode nobody used has no F1 (positive agreement), not 0', () => {
    const bug = byId('utiml-17')
    const { tp, fp, fn, tn } = bug.input as { tp: number; fp: number; fn: number; tn: number }
    check(bug, {
      f1: () =>
        specificAgreement(
          tableFromRows([
            [tp, fp],
            [fn, tn],
          ]),
        )[0],
    })
  })

  it('covers all 44 cases: here, and three where judge predictions and aggregation are tested', () => {
    const elsewhere = ['crowdkit-ds-stop', 'judgy-unlabelled', 'ppi-alternative']
    const here = cases.filter(({ id, input }) => !elsewhere.includes(id) && Object.keys(input).length > 0)
    expect(here).toHaveLength(cases.length - elsewhere.length)
    expect(cases).toHaveLength(44)
  })
})
