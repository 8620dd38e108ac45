import { groupBy } from '../../group-by.ts'
import type { ItemVote } from './round-ratings.ts'

/** Places of two modes in the codebook, the lower first, with the items and traces in which they stood against each other. */
export type ModeConfusion = { readonly modes: readonly [number, number]; readonly items: number; readonly traces: number }

/**
 * Pairs of modes that are taken for each other: in the same item one rater says the first is present and the second absent, and another
 * says it the other way round. Each item counts once per pair of modes; most frequent first.
 */
export function modeConfusions(votes: readonly ItemVote[]): ModeConfusion[] {
  const found = new Map<string, { modes: [number, number]; items: number; traces: Set<string> }>()
  for (const own of groupBy(votes, (vote) => vote.item).values()) {
    const [first] = own
    if (first === undefined || own.length < 2) continue
    const once = new Map<string, [number, number]>()
    for (const [index, one] of own.entries()) {
      for (const other of own.slice(index + 1)) {
        const [mine, theirs] = [onlyIn(one.vector, other.vector), onlyIn(other.vector, one.vector)]
        for (const x of mine) for (const y of theirs) once.set(x < y ? `${x} ${y}` : `${y} ${x}`, x < y ? [x, y] : [y, x])
      }
    }
    for (const [key, modes] of once) {
      const held = found.get(key) ?? { modes, items: 0, traces: new Set<string>() }
      held.items += 1
      held.traces.add(first.trace)
      found.set(key, held)
    }
  }
  return [...found.values()]
    .map(({ modes, items, traces }) => ({ modes, items, traces: traces.size }))
    .toSorted((a, b) => b.items - a.items || a.modes[0] - b.modes[0] || a.modes[1] - b.modes[1])
}

/** Modes that are present in one vector and absent in the other. */
export function onlyIn(one: string, other: string): number[] {
  const modes: number[] = []
  for (let mode = 0; mode < one.length; mode++) if (one[mode] === 'p' && other[mode] === 'a') modes.push(mode)
  return modes
}
