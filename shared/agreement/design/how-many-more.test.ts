import { describe, expect, it } from 'vitest'
import { ModeId, UserId } from '../../ids.ts'
import type { ModeFigure } from '../summary.ts'
import { howManyMore } from './how-many-more.ts'
import { itemsForInterval } from './kappa-precision.ts'

function modeOf(kappa: number, half: number, more: Partial<ModeFigure> = {}, designEffect = 1): ModeFigure {
  const figure = (value: number, n = 200) => ({
    kind: 'value' as const,
    value,
    n,
    observed: 0.9,
    expected: 0.8,
    ci95: [value - half, value + half] as [number, number],
    ciMethod: 't' as const,
  })
  return {
    mode: ModeId.parse('FM-1.1'),
    pairs: [
      {
        raters: [UserId.parse('ann'), UserId.parse('bob')],
        bothPresent: 12,
        onlyA: 8,
        onlyB: 8,
        neither: 172,
        setAside: 0,
        traces: 20,
        designEffect,
        kappa: figure(kappa),
      },
    ],
    kappa: figure(kappa),
    ac1: figure(0.9),
    alpha: figure(kappa),
    pabak: 0.8,
    positiveAgreement: 0.6,
    negativeAgreement: 0.95,
    seen: 28,
    prevalence: 0.1,
    valuesPerSegment: 2,
    positives: [],
    traces: 20,
    notes: [],
    ...more,
  }
}

describe('how many more segments an interval costs', () => {
  it('is the planned number of the common-correlation model less what is there, with the traces they make', () => {
    const planned = itemsForInterval(0.6, { lower: 0.5, upper: 0.7 }, { prevalence: 0.1, raters: 2 }).items
    expect(howManyMore(modeOf(0.6, 0.2), 0.1)).toEqual({
      kind: 'more',
      half: expect.closeTo(0.2, 12),
      segments: planned - 200,
      traces: Math.ceil((planned - 200) / 10),
      share: 200 / planned,
    })
  })

  it('grows with the design effect, and never shrinks below what independent segments cost', () => {
    const need = (effect: number) => howManyMore(modeOf(0.6, 0.2, {}, effect), 0.1)
    const [half, one, two] = [need(0.5), need(1), need(2)]
    expect(half).toEqual(one)
    if (one.kind !== 'more' || two.kind !== 'more') expect.fail('both cost something')
    expect(two.segments).toBeGreaterThan(1.9 * one.segments)
  })

  it('says that it is there, costs at least one segment where it is not, and cannot plan what was hardly seen', () => {
    expect(howManyMore(modeOf(0.6, 0.08), 0.1).kind).toBe('reached')
    expect(howManyMore(modeOf(0.6, 0.11, { prevalence: 0.5, ac1: { ...modeOf(0.6, 0.1).ac1, n: 2_000 } }), 0.1)).toMatchObject({
      kind: 'more',
    })
    expect(howManyMore(modeOf(0.6, 0.2, { seen: 3 }), 0.1)).toEqual({ kind: 'unknown', seen: 3 })
  })

  it('plans only with limits that the model admits', () => {
    expect(howManyMore(modeOf(1, 0.2), 0.1)).toMatchObject({ kind: 'more' })
    expect(howManyMore(modeOf(0, 0.3), 0.15)).toMatchObject({ kind: 'more' })
  })
})
