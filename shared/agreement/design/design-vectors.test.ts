import { describe, expect, it } from 'vitest'
import { expectFigure, type Vector, vectorsOfKind } from '../../../test/vectors/vectors.ts'
import { benjaminiHochberg } from './benjamini-hochberg.ts'
import { ewma } from './ewma.ts'
import { kappaHomogeneity } from './kappa-homogeneity.ts'
import { itemsForPower } from './kappa-power.ts'
import { designEffect, itemsForHalfWidth, itemsForInterval } from './kappa-precision.ts'

const named = (kind: string) => vectorsOfKind('design-vectors.json', kind).map((vector) => [vector.id, vector] as const)
const number = (vector: Vector, name: string) => vector.input[name] as number
const numbers = (vector: Vector, name: string) => vector.input[name] as number[]
const study = (vector: Vector) => ({ prevalence: number(vector, 'prevalence'), raters: number(vector, 'raters') })

function check(vector: Vector, figures: Record<string, unknown>): void {
  for (const [name, expected] of Object.entries(vector.expected)) expectFigure(name, figures[name], expected)
}

describe('study design vectors', () => {
  it.each(named('kappa_power_n'))('reproduces %s', (_, vector) => {
    const kappas = { null: number(vector, 'kappa0'), alternative: number(vector, 'kappa1') }
    const needed = itemsForPower(kappas, study(vector), number(vector, 'alpha'), number(vector, 'power'))
    check(vector, { noncentrality: needed.noncentrality, n_real: needed.exact, n: needed.items })
  })

  it.each(named('kappa_ci_n'))('reproduces %s', (_, vector) => {
    const limits = { lower: number(vector, 'lower'), upper: number(vector, 'upper') }
    const needed = itemsForInterval(number(vector, 'kappa'), limits, study(vector), number(vector, 'alpha'))
    check(vector, { n_real: needed.exact, n: needed.items })
  })

  it.each(named('kappa_halfwidth_n'))('reproduces %s', (_, vector) => {
    const needed = itemsForHalfWidth(number(vector, 'kappa'), number(vector, 'prevalence'), number(vector, 'half_width'))
    check(vector, { n_real: needed.exact, n: needed.items })
  })

  it.each(named('design_effect'))('reproduces %s', (_, vector) => {
    check(vector, { deff: designEffect(number(vector, 'cluster_size'), number(vector, 'icc')) })
  })

  it.each(named('kappa_homogeneity'))('reproduces %s', (_, vector) => {
    const ses = numbers(vector, 'ses')
    const result = kappaHomogeneity(numbers(vector, 'kappas').map((value, i) => ({ value, se: ses[i] ?? 0 })))
    check(vector, { ...result, pooled_se: result?.pooledSe })
  })

  it.each(named('benjamini_hochberg'))('reproduces %s', (_, vector) => check(vector, { q: benjaminiHochberg(numbers(vector, 'p')) }))

  it.each(named('ewma'))('reproduces %s', (_, vector) => {
    const chart = {
      lambda: number(vector, 'lambda_'),
      target: number(vector, 'target'),
      sigma: number(vector, 'sigma'),
      limits: number(vector, 'limits'),
    }
    const points = ewma(numbers(vector, 'x'), chart)
    const expected = vector.expected as unknown as { z: number; lcl: number; ucl: number; signal: boolean }[]
    expected.forEach((point, i) => {
      expectFigure(`z ${i}`, points[i]?.z, point.z)
      expectFigure(`lcl ${i}`, points[i]?.lower, point.lcl)
      expectFigure(`ucl ${i}`, points[i]?.upper, point.ucl)
      expectFigure(`signal ${i}`, points[i]?.isSignal, point.signal)
    })
  })
})

describe('the planning table of the goodness-of-fit interval', () => {
  const table: [number, number, number, number, number][] = [
    [2, 0.6, 0.1, 0.02, 3299],
    [2, 0.6, 0.15, 0.1, 344],
    [2, 0.8, 0.1, 0.05, 1006],
    [2, 0.8, 0.15, 0.5, 99],
    [3, 0.8, 0.1, 0.02, 1700],
  ]
  it.each(table)('plans for %s raters, kappa %s -/+ %s at prevalence %s: %s items', (raters, kappa, half, prevalence, items) => {
    expect(itemsForInterval(kappa, { lower: kappa - half, upper: kappa + half }, { prevalence, raters }).items).toBe(items)
  })
})
