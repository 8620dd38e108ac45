import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bennettS } from './bennett-s.ts'
import { brennanPrediger } from './brennan-prediger.ts'
import { clusterSeOfInfluence } from './cell-influence.ts'
import { clusterVariance } from './cluster-robust.ts'
import { clusterLabels } from './clustered-tables.ts'
import type { PointCoefficient } from './coefficient.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { coincidenceMatrix } from './coincidence-matrix.ts'
import { congerKappa } from './conger-kappa.ts'
import { binaryTable, type ContingencyTable, contingencyTable, disagreements, tableFromPairs, transposed } from './contingency-table.ts'
import { fleissKappa } from './fleiss-kappa.ts'
import { gofInterval } from './gof-interval.ts'
import { gwetAc } from './gwet-ac.ts'
import { gwetAcOfRatings } from './gwet-ac-ratings.ts'
import { countCategories } from './item-counts.ts'
import { alphaOfTable, intervalDistance, krippendorffAlpha, ordinalDistance } from './krippendorff-alpha.ts'
import { lightKappa } from './light-kappa.ts'
import { linearisedClusterSe } from './linearised.ts'
import { pabak } from './pabak.ts'
import { percentAgreement, percentInfluence } from './percent-agreement.ts'
import { pooledKappa } from './pooled-kappa.ts'
import { prevalenceBias } from './prevalence-bias.ts'
import { seededRandom } from './random.ts'
import { pairTable, type RatingMatrix, raterPairs, ratingMatrix } from './rating-matrix.ts'
import { ratingProfile } from './rating-profile.ts'
import { scottPi } from './scott-pi.ts'
import { waldInterval } from './wald-interval.ts'

const K = 3
const code = fc.integer({ min: 0, max: K - 1 })
const pairs = fc.array(fc.tuple(code, code), { minLength: 1, maxLength: 60 })
const label = fc.option(code, { nil: null, freq: 4 })
const rows = fc
  .integer({ min: 2, max: 4 })
  .chain((raters) => fc.array(fc.array(label, { minLength: raters, maxLength: raters }), { minLength: 1, maxLength: 30 }))
const counts = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40), fc.nat(40)).filter(([a, b, c, d]) => a + b + c + d > 0)

/** A value, or its reason as text, so that undefined coefficients are compared too. */
const shown = (coefficient: PointCoefficient) => (coefficient.kind === 'value' ? coefficient.value : coefficient.reason)
const same = (a: number | string, b: number | string) => (typeof a === 'string' || typeof b === 'string' ? a === b : Math.abs(a - b) < 1e-9)

const ofTwo: Record<string, (table: ContingencyTable) => PointCoefficient> = {
  percentAgreement,
  cohenKappa,
  quadraticKappa: (table) => cohenKappa(table, 'quadratic'),
  scottPi,
  bennettS,
  gwetAc,
  alphaOfTable,
}

const ofMany: Record<string, (matrix: RatingMatrix) => PointCoefficient> = {
  fleiss: (matrix) => fleissKappa(ratingProfile(countCategories(matrix))).coefficient,
  gwet: (matrix) => gwetAcOfRatings(ratingProfile(countCategories(matrix))).coefficient,
  conger: (matrix) => congerKappa(matrix).coefficient,
  alpha: (matrix) => krippendorffAlpha(coincidenceMatrix(matrix)),
  light: (matrix) => lightKappa(raterPairs(matrix.raters).map(([a, b]) => pairTable(matrix, a, b))),
  pooled: (matrix) => pooledKappa(raterPairs(matrix.raters).map(([a, b]) => pairTable(matrix, a, b))),
}

describe.each(Object.entries(ofTwo))('laws of two raters: %s', (name, coefficient) => {
  it('does not depend on which rater comes first, nor on the order of the items', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const table = tableFromPairs(list, K)
        expect(same(shown(coefficient(table)), shown(coefficient(transposed(table))))).toBe(true)
        expect(shown(coefficient(tableFromPairs([...list].reverse(), K)))).toEqual(shown(coefficient(table)))
      }),
    )
  })

  it('does not change when categories are renamed (reversed, for weighted kappa)', () => {
    const renamed = name === 'quadraticKappa' ? [2, 1, 0] : [1, 2, 0]
    fc.assert(
      fc.property(pairs, (list) => {
        const other = list.map(([a, b]) => [renamed[a] ?? 0, renamed[b] ?? 0] as const)
        expect(same(shown(coefficient(tableFromPairs(list, K))), shown(coefficient(tableFromPairs(other, K))))).toBe(true)
      }),
    )
  })

  it('is 1 only for full agreement, never above, and never NaN', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const table = tableFromPairs(list, K)
        const result = coefficient(table)
        if (result.kind === 'undefined') return
        expect(Number.isFinite(result.value)).toBe(true)
        expect(result.value).toBeLessThanOrEqual(1)
        expect(result.value === 1).toBe(disagreements(table) === 0)
      }),
    )
  })

  if (name !== 'alphaOfTable') {
    it('does not change when every item is counted several times', () => {
      fc.assert(
        fc.property(pairs, fc.integer({ min: 2, max: 50 }), (list, times) => {
          const table = tableFromPairs(list, K)
          const copies = contingencyTable(
            K,
            table.counts.map((count) => count * times),
          )
          expect(same(shown(coefficient(copies)), shown(coefficient(table)))).toBe(true)
        }),
      )
    })
  }
})

describe.each(Object.entries(ofMany))('laws of any number of raters: %s', (name, coefficient) => {
  it('does not depend on the order of items and raters', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const turned = [...list].reverse().map((row) => [...row].reverse())
        expect(same(shown(coefficient(ratingMatrix(list, K))), shown(coefficient(ratingMatrix(turned, K))))).toBe(true)
      }),
    )
  })

  it('does not change when an item without labels is added', () => {
    fc.assert(
      fc.property(rows, (list) => {
        const more = [...list, (list[0] ?? []).map(() => null)]
        expect(same(shown(coefficient(ratingMatrix(list, K))), shown(coefficient(ratingMatrix(more, K))))).toBe(true)
      }),
    )
  })

  if (name !== 'alpha') {
    it('does not change when all items are repeated', () => {
      fc.assert(
        fc.property(rows, (list) => {
          expect(same(shown(coefficient(ratingMatrix(list, K))), shown(coefficient(ratingMatrix([...list, ...list], K))))).toBe(true)
        }),
      )
    })
  }
})

describe('how coefficients relate', () => {
  it('Byrt: kappa = (PABAK - PI^2 + BI^2)/(1 - PI^2 + BI^2)', () => {
    fc.assert(
      fc.property(counts, ([a, b, c, d]) => {
        const table = binaryTable(a, b, c, d)
        const kappa = cohenKappa(table)
        const adjusted = pabak(table)
        const index = prevalenceBias(table)
        if (kappa.kind === 'undefined' || adjusted.kind === 'undefined' || index === null) return
        const shift = index.biasIndex ** 2 - index.prevalenceIndex ** 2
        expect(Math.abs(kappa.value - (adjusted.value + shift) / (1 + shift))).toBeLessThan(1e-9)
      }),
    )
  })

  it('alpha of two complete raters comes from pi, and approaches it as items are added', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const table = tableFromPairs(list, K)
        const fromUnits = krippendorffAlpha(coincidenceMatrix(ratingMatrix(list, K)))
        expect(same(shown(fromUnits), shown(alphaOfTable(table)))).toBe(true)
        const many = contingencyTable(
          K,
          table.counts.map((count) => count * 1e6),
        )
        const [alpha, pi] = [alphaOfTable(many), scottPi(many)]
        if (alpha.kind === 'value' && pi.kind === 'value') expect(Math.abs(alpha.value - pi.value)).toBeLessThan(1e-5)
      }),
    )
  })

  it('Conger is Cohen, Fleiss is Scott and multi-rater AC1 is AC1 for two complete raters', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const table = tableFromPairs(list, K)
        const matrix = ratingMatrix(list, K)
        const profile = ratingProfile(countCategories(matrix))
        expect(same(shown(congerKappa(matrix).coefficient), shown(cohenKappa(table)))).toBe(true)
        expect(same(shown(fleissKappa(profile).coefficient), shown(scottPi(table)))).toBe(true)
        expect(same(shown(gwetAcOfRatings(profile).coefficient), shown(gwetAc(table)))).toBe(true)
      }),
    )
  })

  it('weighted AC2 is the same from a table and from ratings, and weighted Fleiss gives interval alpha', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const table = tableFromPairs(list, K)
        const matrix = ratingMatrix(list, K)
        const profile = ratingProfile(countCategories(matrix), 'quadratic')
        expect(same(shown(gwetAcOfRatings(profile).coefficient), shown(gwetAc(table, 'quadratic')))).toBe(true)
        const fleiss = fleissKappa(profile).coefficient
        const alpha = krippendorffAlpha(coincidenceMatrix(matrix), intervalDistance([0, 1, 2]))
        if (fleiss.kind === 'undefined') expect(alpha.kind).toBe('undefined')
        else expect(same(1 - (1 - fleiss.value) * ((2 * table.n - 1) / (2 * table.n)), shown(alpha))).toBe(true)
        expect(() => congerKappa(matrix, profile)).toThrow(RangeError)
      }),
    )
  })

  it('ordinal alpha of two categories is nominal alpha', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const coincidences = coincidenceMatrix(
          ratingMatrix(
            list.map((row) => row.map((label) => Math.min(label, 1))),
            2,
          ),
        )
        expect(
          same(shown(krippendorffAlpha(coincidences, ordinalDistance(coincidences.totals))), shown(krippendorffAlpha(coincidences))),
        ).toBe(true)
      }),
    )
  })

  it('weights change nothing for binary labels', () => {
    fc.assert(
      fc.property(counts, ([a, b, c, d]) => {
        const table = binaryTable(a, b, c, d)
        expect(cohenKappa(table, 'quadratic')).toEqual(cohenKappa(table))
      }),
    )
  })

  it('two opposite constant raters stay negative: nothing is clipped at 0 (fast-krippendorff #27)', () => {
    expect(shown(alphaOfTable(binaryTable(0, 12, 0, 0)))).toBeCloseTo(-11 / 12, 12)
  })
})

describe('laws of the goodness-of-fit interval', () => {
  it('contains Scott pi, stays within -1..1, has a width, and shrinks as items are added', () => {
    fc.assert(
      fc.property(counts, ([a, b, c, d]) => {
        const table = binaryTable(a, b, c, d)
        const pi = scottPi(table)
        const interval = gofInterval(table)
        if (pi.kind === 'undefined') {
          expect(interval).toBeNull()
          return
        }
        const [lower, upper] = interval ?? [0, 0]
        expect(lower).toBeLessThanOrEqual(pi.value + 1e-12)
        expect(upper).toBeGreaterThanOrEqual(pi.value - 1e-12)
        expect(lower).toBeGreaterThanOrEqual(-1)
        expect(upper).toBeLessThanOrEqual(1)
        expect(upper - lower).toBeGreaterThan(0)
        const [wideLower, wideUpper] = gofInterval(binaryTable(9 * a, 9 * b, 9 * c, 9 * d)) ?? [0, 0]
        expect(wideUpper - wideLower).toBeLessThanOrEqual(upper - lower + 1e-12)
      }),
    )
  })

  it('gives [0.60, 1] for full agreement with 5 of 20 present and [-0.003, 0.81] for one dissent in 200', () => {
    expect(gofInterval(binaryTable(5, 0, 0, 15))?.map((limit) => limit.toFixed(2))).toEqual(['0.60', '1.00'])
    expect(gofInterval(binaryTable(0, 1, 0, 199))?.map((limit) => limit.toFixed(3))).toEqual(['-0.003', '0.809'])
  })
})

describe('laws of the cluster-robust standard error of many raters', () => {
  it('is that of two raters for two complete raters, and does not grow when items with one label are added', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const clusterOf = list.map((_, item) => item % 5)
        const table = clusterLabels(
          list.map(([a]) => a),
          list.map(([, b]) => b),
          clusterOf,
          5,
          K,
        )
        const profile = ratingProfile(countCategories(ratingMatrix(list, K)))
        const { influence } = brennanPrediger(profile)
        if (influence === null) return
        const ofPair = clusterSeOfInfluence(
          table,
          percentInfluence(table.total).map((x) => (x * K) / (K - 1)),
        )
        const ofMany = linearisedClusterSe(profile, influence, clusterOf)?.se ?? null
        expect(ofPair === null ? ofMany === null : Math.abs(ofPair - (ofMany ?? Number.NaN)) < 1e-12).toBe(true)
        const single = ratingProfile(countCategories(ratingMatrix([...list, [0, null], [1, null]], K)))
        const withSingles = linearisedClusterSe(single, brennanPrediger(single).influence ?? influence, [...clusterOf, 0, 1])?.se
        if (ofMany !== null && list.length > 5) expect(withSingles).toBeCloseTo(ofMany, 10)
      }),
    )
  })
})

describe('coverage of the goodness-of-fit interval', () => {
  it('holds about 95 % for a rare mode (prevalence .05, 100 segments, kappa 0.6), where Wald does not', () => {
    const random = seededRandom(11)
    const uniform = () => random() / 0x100000000
    const present = () => uniform() < 0.05
    let defined = 0
    let covered = 0
    let coveredByWald = 0
    for (let study = 0; study < 2000; study++) {
      const counts: [number, number, number, number] = [0, 0, 0, 0]
      for (let item = 0; item < 100; item++) {
        // Common-correlation model: with probability kappa both share one draw.
        const a = present()
        const b = uniform() < 0.6 ? a : present()
        const cell = (a ? 0 : 2) + (b ? 0 : 1)
        counts[cell] = (counts[cell] ?? 0) + 1
      }
      const table = binaryTable(...counts)
      const kappa = cohenKappa(table)
      const interval = gofInterval(table)
      if (kappa.kind === 'undefined' || interval === null) continue
      defined += 1
      if (interval[0] <= 0.6 && 0.6 <= interval[1]) covered += 1
      const [lower, upper] = waldInterval(kappa.value, kappa.se)
      if (lower <= 0.6 && 0.6 <= upper) coveredByWald += 1
    }
    expect(covered / defined).toBeGreaterThan(0.92)
    expect(covered / defined).toBeLessThan(0.98)
    expect(coveredByWald / defined).toBeLessThan(0.9)
  })
})

describe('laws of the cluster-robust standard error', () => {
  it('equals the independent one when every trace has one segment, and has deff m for m copies of each segment', () => {
    fc.assert(
      fc.property(pairs, fc.integer({ min: 2, max: 6 }), (list, m) => {
        const copied = list.flatMap((pair) => Array.from({ length: m }, () => pair))
        const of = (from: readonly (readonly [number, number])[], size: number) =>
          clusterVariance(
            clusterLabels(
              from.map(([a]) => a),
              from.map(([, b]) => b),
              from.map((_, item) => Math.floor(item / size)),
              list.length,
              K,
            ),
          )
        const single = of(list, 1)
        const several = of(copied, m)
        if (single?.designEffect === undefined || single.designEffect === null) return
        expect(single.designEffect).toBeCloseTo(1, 9)
        expect(several?.designEffect).toBeCloseTo(m, 8)
      }),
    )
  })
})
