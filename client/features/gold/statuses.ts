import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/tag.tsx'

export type Status = { id: string; word: string; icon: IconName; tone?: Tone; about: string; hasValue: boolean }

/** In the order in which a cell takes the first that fits (touchstone.gold/1). */
export const statuses: readonly Status[] = [
  {
    id: 'adjudicated',
    word: 'adjudicated',
    icon: 'settled',
    tone: 'gold',
    about: 'A lead decided; the decision and its reason are in the line.',
    hasValue: true,
  },
  { id: 'unanimous', word: 'unanimous', icon: 'agree', about: 'As many submits as the round asks for, all the same.', hasValue: true },
  { id: 'majority', word: 'majority', icon: 'half', about: 'More votes for one side than for the other.', hasValue: true },
  {
    id: 'single',
    word: 'single',
    icon: 'incomplete',
    about: 'One submit only; the vote is kept, and no value is claimed.',
    hasValue: false,
  },
  {
    id: 'unresolved',
    word: 'unresolved',
    icon: 'disagree',
    tone: 'warn',
    about: 'Votes stand against each other and nobody has decided.',
    hasValue: false,
  },
  { id: 'not_assessed', word: 'not assessed', icon: 'unset', about: 'Nobody submitted the segment.', hasValue: false },
]

/** The known statuses with their counts, and whatever else the server counts, so that the sum is never short. */
export function countedStatuses(counts: Readonly<Record<string, number>>): (Status & { count: number })[] {
  const known = statuses.map((status) => ({ ...status, count: counts[status.id] ?? 0 }))
  const others = Object.entries(counts).filter(([id]) => !statuses.some((status) => status.id === id))
  return [...known, ...others.map(([id, count]) => ({ id, word: id, icon: 'undecided' as const, about: '', hasValue: false, count }))]
}

export const files: Readonly<Record<string, { about: string }>> = {
  'gold.jsonl': { about: 'One line per segment: text, every mode with its value, votes, evidence and decision.' },
  'gold.traces.jsonl': { about: 'One line per trace: outcome, and each mode over all its segments.' },
  'manifest.json': { about: 'Counts, codebook, agreement at this moment, and the SHA-256 of both files.' },
}
