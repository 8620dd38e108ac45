import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mast14 } from '../../codebooks/mast-14.ts'
import { RoundId, UserId } from '../../ids.ts'
import { clusterVariance } from '../cluster-robust.ts'
import { clusteredTables } from '../clustered-tables.ts'
import { pooledScores } from '../pooled-scores.ts'
import { makeReliabilityCounts } from '../reliability-counts.ts'
import { agreementReport } from '../report/agreement-report.ts'
import type { CoefficientJson } from '../report/coefficient-json.ts'
import type { Figure } from '../summary.ts'
import { studentInterval } from '../wald-interval.ts'
import { countsOf, type RoundRatings, ratingDataOf } from './round-ratings.ts'
import { summariseRound } from './summarise-round.ts'

const MODES = mast14.modes.map((mode) => mode.id)
const letter = fc.constantFrom('p', 'p', 'a', 'a', 'a', 'u', 'n')
const vote = fc.record({
  item: fc.integer({ min: 0, max: 9 }),
  rater: fc.constantFrom('ann', 'bob', 'cat'),
  vector: fc.array(letter, { minLength: MODES.length, maxLength: MODES.length }).map((letters) => letters.join('')),
})
const ratings = fc.array(vote, { maxLength: 40 }).map((votes): RoundRatings => {
  const last = new Map(votes.map((one) => [`${one.item}/${one.rater}`, one]))
  const traceOf = (item: number) => `t${Math.floor(item / 3)}`
  return {
    items: Array.from({ length: 10 }, (_, item) => ({ id: `s${item}`, trace: traceOf(item) })),
    raters: [...new Set(votes.map((one) => one.rater))].toSorted(),
    votes: [...last.values()].map(({ item, rater, vector }) => ({ item: `s${item}`, trace: traceOf(item), rater, vector, at: '' })),
  }
})

function summaryOf(data: RoundRatings, counts = countsOf(data, MODES.length)) {
  const raters = data.raters.map((id) => ({ id: UserId.parse(id), name: id }))
  return summariseRound({ roundId: RoundId.parse('r'), codebook: mast14, raters, totalSegments: data.items.length, counts })
}

/** The same value and interval as in the report, or both without a number. */
function expectSame(figure: Figure, json: CoefficientJson | undefined, withInterval: boolean): void {
  if (json === undefined || 'undefined' in json || figure.kind === 'undefined') {
    expect([figure.kind, json !== undefined && 'undefined' in json]).toEqual(['undefined', true])
    return
  }
  expect(figure.value).toBeCloseTo(json.value as number, 10)
  expect(figure.n).toBe(json.n)
  if (!withInterval) return
  const theirs = 'ci95' in json ? json.ci95 : undefined
  expect(figure.ci95 === null).toBe(theirs === undefined)
  for (const side of [0, 1] as const) if (theirs && figure.ci95) expect(figure.ci95[side]).toBeCloseTo(theirs[side], 9)
}

describe('the live figures of a round', () => {
  it('are those of the report made from the same labels: pairs, AC1 with its interval by trace, alpha and pooled kappa', () => {
    fc.assert(
      fc.property(ratings, (data) => {
        const summary = summaryOf(data)
        const report = agreementReport(ratingDataOf(data, MODES))
        if (report.raters.length < 2) return
        expectSame(summary.ac1, report.overall['gwet_ac1'], true)
        expectSame(summary.alpha, report.overall['alpha_nominal'], false)
        if (summary.pooled.kind === 'value') expectSame(summary.pooled, report.overall['pooled_kappa_modes'], false)
        for (const mode of summary.modes) {
          const theirs = report.modes?.[mode.mode] ?? expect.fail()
          expectSame(mode.ac1, theirs.overall['gwet_ac1'], true)
          expectSame(mode.alpha, theirs.overall['alpha_nominal'], false)
          for (const pair of mode.pairs) {
            const same = theirs.pairs.find(({ raters }) => raters.join() === pair.raters.join()) ?? expect.fail()
            expect([pair.bothPresent, pair.onlyA, pair.onlyB, pair.neither]).toEqual(same.table.flat())
            expectSame(pair.kappa, same['cohen_kappa'] as CoefficientJson, true)
          }
          expect(mode.positives.map(({ present }) => present)).toEqual(report.raters.map((rater) => theirs.positives[rater]))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('are to the last bit those of a rebuild, in whatever order labels came, changed and went', () => {
    fc.assert(
      fc.property(
        ratings,
        fc.array(vote, { maxLength: 20 }),
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (data, before, chance) => {
          const live = makeReliabilityCounts(MODES.length)
          const placed = before.map(({ item, rater, vector }) => ({
            segment: `s${item}`,
            trace: `t${Math.floor(item / 3)}`,
            rater,
            vector: vector as string | null,
          }))
          for (const one of placed) live.put(one)
          for (const one of placed) live.put({ ...one, vector: null })
          const shuffled = data.votes.map((one) => ({ one, at: chance.next().value as number })).toSorted((a, b) => a.at - b.at)
          for (const { one } of shuffled) live.put({ segment: one.item, trace: one.trace, rater: one.rater, vector: one.vector })
          const rebuilt = summaryOf(data)
          const lived = summaryOf(data, live)
          const shared = (summary: typeof rebuilt) => ({
            ...summary,
            modes: summary.modes.map((mode) => ({ ...mode, pairs: mode.pairs.filter((pair) => pair.kappa.n + pair.setAside > 0) })),
          })
          if (live.pairs().length === countsOf(data, MODES.length).pairs().length) expect(shared(lived)).toEqual(shared(rebuilt))
          expect(lived.pooled).toEqual(rebuilt.pooled)
          expect(lived.ac1).toEqual(rebuilt.ac1)
          expect(lived.alpha).toEqual(rebuilt.alpha)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('pooled over one table has the cluster-robust standard error of Cohen’s kappa', () => {
    const cells = [
      [3, 1, 0, 6],
      [0, 2, 1, 7],
      [4, 0, 2, 3],
    ]
    const tables = clusteredTables(2, cells)
    const scores = pooledScores([{ total: tables.total, cells: cells.map((counts, trace) => ({ trace, counts })) }], 3)
    const se = clusterVariance(tables)?.seForIntervals ?? Number.NaN
    const [lower, upper] = scores?.interval(0.5) ?? [Number.NaN, Number.NaN]
    const expected = studentInterval(0.5, se, 2)
    expect(lower).toBeCloseTo(expected[0], 12)
    expect(upper).toBeCloseTo(expected[1], 12)
  })
})
