import { afterAll, beforeAll, expect, it } from 'vitest'
import { planOf } from './plan.ts'
import { mustHold } from './shrink.ts'
import { makeTemplate, type Template } from './template.ts'

/** `TOUCHSTONE_SIM_RUNS=5000 npx vitest run test/sim` plays more of them; `TOUCHSTONE_SIM_FROM` begins at another seed. */
const RUNS = Number(process.env['TOUCHSTONE_SIM_RUNS'] ?? 200)
const FROM = Number(process.env['TOUCHSTONE_SIM_FROM'] ?? 1)
const PER_TEST = 25
/** One history takes about 0.2 s; making a broken one smaller plays some dozens more. */
const PATIENCE_MS = 120_000

/** Plays its share of the histories; several files share them, so that several processors do. */
export function playShare(share: number, shares: number): void {
  let template: Template
  beforeAll(async () => {
    template = await makeTemplate()
  })
  afterAll(() => template.remove())

  const seeds = Array.from({ length: RUNS }, (_, index) => FROM + index).filter((seed) => seed % shares === share)
  for (let start = 0; start < seeds.length; start += PER_TEST) {
    const some = seeds.slice(start, start + PER_TEST)
    it(
      `lose nothing, double nothing, show nobody what is hidden, and come to rest: seeds ${some[0]} to ${some.at(-1)}`,
      async () => {
        expect.hasAssertions()
        for (const seed of some) expect(await mustHold(template, planOf(seed))).toBeUndefined()
      },
      PATIENCE_MS,
    )
  }
}
