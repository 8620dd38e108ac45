import { describe, expect, it } from 'vitest'
import type { PointCoefficient } from './coefficient.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { coincidenceMatrix } from './coincidence-matrix.ts'
import { congerKappa } from './conger-kappa.ts'
import { binaryTable } from './contingency-table.ts'
import { fleissKappa } from './fleiss-kappa.ts'
import { gofInterval } from './gof-interval.ts'
import { gwetAc } from './gwet-ac.ts'
import { countCategories } from './item-counts.ts'
import { alphaOfTable, krippendorffAlpha } from './krippendorff-alpha.ts'
import { pairNotes } from './notes.ts'
import { pabak } from './pabak.ts'
import { percentAgreement } from './percent-agreement.ts'
import { encodeLabels, ratingMatrix } from './rating-matrix.ts'
import { ratingProfile } from './rating-profile.ts'
import { REASON_SENTENCES } from './undefined-reason.ts'

const value = (coefficient: PointCoefficient) => (coefficient.kind === 'value' ? coefficient.value : coefficient.reason)
const codes = (table: Parameters<typeof pairNotes>[0]) => pairNotes(table, ['ann', 'bob']).map(({ code }) => code)

describe('agreement cases seen at other tools', () => {
  it('T54: two raters who never say the same get a real kappa, not 1.0 (Potato)', () => {
    // ann ticks 1.1 on all six segments, bob 3.3: for 1.1 ann says present, bob absent.
    const table = binaryTable(0, 6, 0, 0)
    expect(value(percentAgreement(table))).toBe(0)
    expect(value(cohenKappa(table))).toBe(0)
    expect(value(alphaOfTable(table))).toBeCloseTo(-0.8333, 4)
    expect(value(gwetAc(table))).toBe(-1)
    expect(codes(table)).toContain('rater-constant')
  })

  it('T55: "nothing here" is a label on every mode, not a missing one (Potato)', () => {
    // ann marks 1 of 6, bob 4 of 6, one of them the same.
    const table = binaryTable(1, 0, 3, 2)
    expect(value(percentAgreement(table))).toBe(0.5)
    expect(value(cohenKappa(table))).toBeCloseTo(0.1818, 4)
    expect(value(alphaOfTable(table))).toBeCloseTo(0.0571, 4)
    expect(value(gwetAc(table))).toBeCloseTo(0.027, 4)
  })

  it('T56: one flags a mode, the other nothing: that is a disagreement, not agreement 1.0 (Potato)', () => {
    const table = binaryTable(0, 1, 0, 0)
    expect(value(percentAgreement(table))).toBe(0)
    expect(value(cohenKappa(table))).toBe(0)
  })

  it.each([
    ['T58: all absent (scikit-learn)', binaryTable(0, 0, 0, 6)],
    ['T59: all present (Langfuse shows 1)', binaryTable(6, 0, 0, 0)],
  ])('%s: kappa and alpha are undefined with a reason, AC1 and raw agreement are 1', (_, table) => {
    expect(value(cohenKappa(table))).toBe('single-category')
    expect(value(alphaOfTable(table))).toBe('no-expected-disagreement')
    expect(value(gwetAc(table))).toBe(1)
    expect(value(pabak(table))).toBe(1)
    expect(value(percentAgreement(table))).toBe(1)
    expect(cohenKappa(table)).toMatchObject({ n: 6, observed: 1, expected: 1 })
    expect(gofInterval(table)).toBeNull()
    expect(JSON.stringify(cohenKappa(table))).not.toMatch(/NaN|null/)
    expect(REASON_SENTENCES['single-category']).toMatch(/one category/)
  })

  it('T60: three annotators, all absent: Fleiss is undefined, not NaN (statsmodels)', () => {
    const profile = ratingProfile(
      countCategories(
        ratingMatrix(
          [
            [1, 1, 1],
            [1, 1, 1],
          ],
          2,
        ),
      ),
    )
    expect(fleissKappa(profile).coefficient).toMatchObject({ kind: 'undefined', reason: 'single-category', observed: 1 })
  })

  it('T63: full agreement is 1 with two categories and undefined with one (DKPro)', () => {
    expect(
      value(
        krippendorffAlpha(
          coincidenceMatrix(
            encodeLabels(
              [
                ['a', 'a'],
                ['b', 'b'],
              ],
              ['a', 'b'],
            ),
          ),
        ),
      ),
    ).toBe(1)
    expect(
      value(
        krippendorffAlpha(
          coincidenceMatrix(
            encodeLabels(
              [
                ['a', 'a'],
                ['a', 'a'],
              ],
              ['a', 'b'],
            ),
          ),
        ),
      ),
    ).toBe('no-expected-disagreement')
  })

  it('T64: only one annotator has labelled: no pairable items, not 1.0 (DKPro)', () => {
    const matrix = ratingMatrix(
      [
        [0, null],
        [1, null],
        [1, null],
      ],
      2,
    )
    expect(value(krippendorffAlpha(coincidenceMatrix(matrix)))).toBe('no-pairable-items')
    expect(value(fleissKappa(ratingProfile(countCategories(matrix))).coefficient)).toBe('no-pairable-items')
    expect(value(congerKappa(matrix).coefficient)).toBe('single-rater')
  })

  it('T66: one disagreement of ten with one rater constant is 0, with a note and an interval that is not [0, 0] (fast-krippendorff)', () => {
    const table = binaryTable(0, 1, 0, 9)
    expect(value(cohenKappa(table))).toBe(0)
    expect(value(alphaOfTable(table))).toBeCloseTo(0, 12)
    expect(value(gwetAc(table))).toBeCloseTo(0.8895, 4)
    expect(codes(table)).toEqual(expect.arrayContaining(['rater-constant', 'few-positives', 'paradox']))
    const [lower, upper] = gofInterval(table) ?? [0, 0]
    expect(upper - lower).toBeGreaterThan(0.5)
  })

  it('T69: the kappa paradox is explained by positive agreement, AC1 and PABAK (INCEpTION)', () => {
    const table = binaryTable(1, 2, 2, 95)
    expect(value(percentAgreement(table))).toBe(0.96)
    expect(value(cohenKappa(table))).toBeCloseTo(0.3127, 4)
    expect(value(gwetAc(table))).toBeCloseTo(0.9575, 4)
    const paradox = pairNotes(table, ['ann', 'bob']).find(({ code }) => code === 'paradox')
    expect(paradox?.message).toMatch(/raw agreement 0.96, positive agreement 0.33, negative agreement 0.98, AC1 0.96, PABAK 0.92/)
  })

  it('T75: three common segments of fifty say n = 3, and the interval is wide', () => {
    const table = binaryTable(1, 0, 0, 2)
    expect(cohenKappa(table)).toMatchObject({ value: 1, n: 3 })
    const [lower] = gofInterval(table) ?? [1]
    expect(lower).toBeLessThan(0.2)
  })
})

describe('notes', () => {
  it('name the rater who marks more often', () => {
    const bias = pairNotes(binaryTable(20, 2, 20, 58), ['ann', 'bob']).find(({ code }) => code === 'biased-rater')
    expect(bias?.message).toMatch(
      /^bob marks it present more often than ann \(40 against 22 of 100; they differ on 22, McNemar p < 0.001\)/,
    )
  })

  it('are silent for balanced raters who agree well, and without a common item', () => {
    expect(pairNotes(binaryTable(40, 5, 5, 50), ['ann', 'bob'])).toEqual([])
    expect(pairNotes(binaryTable(0, 0, 0, 0), ['ann', 'bob'])).toEqual([])
  })
})
