import { MutationId } from '../../shared/ids.ts'

export type FakeClock = { now(): Date; advance(milliseconds: number): void }

export const MINUTE = 60_000

/** Stands still until a test moves it. */
export function makeClock(start = '2026-03-02T09:00:00.000Z'): FakeClock {
  let now = Date.parse(start)
  return {
    now: () => new Date(now),
    advance(milliseconds) {
      now += milliseconds
    },
  }
}

export type TestEffects = { readonly clock: FakeClock; readonly newId: (kind: string) => string; readonly newSecret: () => string }

/** Everything with an effect, the same in every run. */
export function makeEffects(): TestEffects {
  let ids = 0
  let secrets = 0
  return {
    clock: makeClock(),
    newId: (kind) => `${kind}_${String(++ids).padStart(6, '0')}`,
    newSecret: () => `secret-number-${String(++secrets).padStart(10, '0')}`,
  }
}

/** Mutation ids in the form of UUIDv7, counted. `client` keeps those of two clients apart. */
export function makeMutationIds(client = 0): () => MutationId {
  let count = 0
  return () => {
    const low = (++count).toString(16).padStart(12, '0')
    return MutationId.parse(`0195d6a4-0000-7${client.toString(16).padStart(3, '0')}-8000-${low}`)
  }
}
