import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { playHistory } from './history.ts'
import { FAULTS } from './plan.ts'
import { makeTemplate, type Template } from './template.ts'

let template: Template
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

describe('a history', () => {
  it('is the same, event by event, each time its seed is played, and another one with another seed', async () => {
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
