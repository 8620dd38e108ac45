import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playHistory } from './history.ts'
import { FAULTS, type Plan } from './plan.ts'
import { mustHold } from './shrink.ts'
import { makeTemplate, type Template } from './template.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

/** Plans that broke a promise once, as small as they could be made, with what it was. */
const MENDED: readonly { readonly title: string; readonly plans: readonly Plan[] }[] = [
  {
    title: 'who reconnects hears that the round was revealed, and what became of late labels',
    plans: [
      { seed: 9, faults: ['cuts', 'slow commits', 'expired sessions', 'two tabs', 'lead acts'], seconds: 49 },
      { seed: 27, faults: ['cuts', 'slow network', 'slow readers', 'shared browser', 'lead acts'], seconds: 85 },
      { seed: 29, faults: ['cuts', 'silences', 'skewed clocks', 'lead acts'], seconds: 105 },
      { seed: 6, faults: ['cuts', 'silences', 'slow network', 'lead acts'], seconds: 73 },
    ],
  },
  {
    title: 'whose session ended while they were offline is told so, signs in again, and their work arrives',
    plans: [
      { seed: 7, faults: ['expired sessions'], seconds: 4 },
      { seed: 1, faults: ['server crashes', 'expired sessions'], seconds: 37 },
      { seed: 13, faults: ['tab crashes', 'expired sessions'], seconds: 41 },
    ],
  },
  {
    title: 'an act that was sent, and whose answer was never heard, is not drawn over its own record: the next one conflicts with nothing',
    plans: [
      { seed: 1, faults: ['cuts', 'server crashes', 'tab crashes', 'expired sessions'], seconds: 37 },
      { seed: 33, faults: ['slow readers'], seconds: 11 },
    ],
  },
  {
    title: 'a skip or a "later" that another tab sent does not stay on the screen as on its way',
    plans: [
      { seed: 35, faults: ['cuts', 'silences', 'two tabs', 'slow readers'], seconds: 22 },
      { seed: 6, faults: ['silences', 'slow network', 'skewed clocks', 'two tabs'], seconds: 63 },
    ],
  },
  {
    title: 'a trace that a lead reopens, or that comes back to who had it before, comes back with what was answered in it',
    plans: [
      { seed: 2, faults: ['cuts', 'silences', 'lead acts'], seconds: 75 },
      { seed: 12, faults: ['cuts', 'tab crashes', 'expired sessions', 'lead acts'], seconds: 88 },
      { seed: 18, faults: ['tab crashes', 'lead acts'], seconds: 80 },
      { seed: 22, faults: ['cuts', 'slow network', 'slow readers', 'lead acts'], seconds: 70 },
    ],
  },
]

describe('a history that broke a promise once', () => {
  for (const { title, plans } of MENDED) {
    it(title, { timeout: 120_000 }, async () => {
      for (const plan of plans) expect(await mustHold(template, plan)).toBeUndefined()
    })
  }
})

describe('a history', () => {
  it('is the same, event by event, each time its seed is played, and another one with another seed', { timeout: 60_000 }, async () => {
    const play = async (seed: number) => {
      const outcome = await playHistory(template, { seed, faults: FAULTS, seconds: 40 })
      if (outcome.kind === 'broken') throw outcome.error
      return outcome.fingerprint
    }
    const first = await play(7)
    expect(await play(7)).toBe(first)
    expect(await play(8)).not.toBe(first)
  })
})
