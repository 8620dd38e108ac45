import { describe, expect, it } from 'vitest'
import { decisiveStepAgreement } from './decisive-step.ts'
import { evidenceOverlap } from './evidence-overlap.ts'
import { intraRaterAgreement } from './intra-rater.ts'

describe('evidence overlap', () => {
  const text = 'The 🤖 agent  ignored the failing\ntest twice.'
  const span = (quote: string) => {
    const start = Array.from(text.slice(0, text.indexOf(quote))).length
    return { start, end: start + Array.from(quote).length }
  }

  it('is 1 for the same words, also when one rater cut a word short', () => {
    expect(evidenceOverlap(text, [span('ignored the failing')], [span('gnored the fail')])).toEqual({
      f1: 1,
      tokensA: 3,
      tokensB: 3,
      both: 3,
    })
  })

  it('is the F1 of the tokens that both touch, whichever rater comes first', () => {
    const a = [span('🤖 agent'), span('twice.')]
    const b = [span('agent  ignored')]
    expect(evidenceOverlap(text, a, b)?.f1).toBe(2 / 5)
    expect(evidenceOverlap(text, b, a)?.f1).toBe(2 / 5)
  })

  it('is 0 when only one gave evidence, and undefined when neither did', () => {
    expect(evidenceOverlap(text, [span('test')], [])?.f1).toBe(0)
    expect(evidenceOverlap(text, [], [])).toBeNull()
  })
})

describe('agreement on the decisive step', () => {
  it('counts exact and neighbouring steps among the traces for which both named one', () => {
    expect(
      decisiveStepAgreement([
        [3, 3],
        [3, 4],
        [1, 7],
        [2, null],
        [null, null],
      ]),
    ).toEqual({
      n: 3,
      onlyOne: 1,
      neither: 1,
      exact: 1 / 3,
      withinOne: 2 / 3,
    })
    expect(decisiveStepAgreement([[null, 2]])).toMatchObject({ n: 0, exact: null, withinOne: null })
  })
})

describe('intra-rater agreement', () => {
  it('is kappa between the first and the second pass', () => {
    const result = intraRaterAgreement(
      [
        [0, 0],
        [1, 1],
        [0, 1],
        [1, 1],
      ],
      2,
    )
    expect(result.changed).toBe(1)
    expect(result.kappa).toMatchObject({ kind: 'value', value: 0.5, n: 4 })
  })
})
