import { seededRandom } from '../../shared/agreement/random.ts'
import { must } from '../../shared/assert.ts'

/** Chance with a seed. Streams of different names are independent, so that leaving one thing out of a history does not change the rest. */
export type Chance = {
  /** A number in [0, 1). */
  readonly number: () => number
  /** A whole number from `low` to `high`, both included. */
  readonly between: (low: number, high: number) => number
  /** True in this share of the cases. */
  readonly happens: (share: number) => boolean
  readonly pick: <T>(items: readonly T[]) => T
}

export function makeChance(seed: number, stream: string): Chance {
  const random = seededRandom(mix(seed, stream))
  const number = () => random() / 0x1_0000_0000
  const between = (low: number, high: number) => low + Math.floor(number() * (high - low + 1))
  return {
    number,
    between,
    happens: (share) => number() < share,
    pick: (items) => must(items[between(0, items.length - 1)], 'something to pick from'),
  }
}

/** FNV-1a over the name, started from the seed. */
function mix(seed: number, stream: string): number {
  let hash = (0x811c9dc5 ^ Math.imul(seed, 0x9e3779b1)) >>> 0
  for (const character of stream) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0
  return hash
}
