import { naturally } from './naturally.ts'

/** The categories of a study in order, category 0 = present. */
export interface Categories {
  readonly names: readonly string[]
  /** Whether the order means something: it was given, or the categories are numbers. */
  readonly isOrdered: boolean
  /** The categories as numbers, null when some are not. */
  readonly numbers: readonly number[] | null
}

const PRESENT = ['1', 'true', 'yes', 'present']
const ABSENT = ['0', 'false', 'no', 'absent']

/**
 * The given categories in their order; else those seen: `1 / true / yes / present` first when all are of that kind, numbers by size, and
 * other words in natural order (which means nothing, so no weighted or ordinal coefficient is given then).
 */
export function categoriesOf(seen: ReadonlySet<string>, given: readonly string[] | null): Categories {
  const names = given ?? inOrder([...seen])
  const values = names.map(numberOf)
  const numbers = values.every((value) => value !== null) && values.length > 0 ? values : null
  return { names, isOrdered: given !== null || numbers !== null, numbers }
}

function inOrder(names: readonly string[]): string[] {
  const rank = (name: string) => {
    const word = name.trim().toLowerCase()
    return PRESENT.includes(word) ? 0 : ABSENT.includes(word) ? 1 : null
  }
  if (names.every((name) => rank(name) !== null)) return [...names].sort((a, b) => (rank(a) ?? 0) - (rank(b) ?? 0) || naturally(a, b))
  if (names.every((name) => numberOf(name) !== null))
    return [...names].sort((a, b) => (numberOf(a) ?? 0) - (numberOf(b) ?? 0) || naturally(a, b))
  return [...names].sort(naturally)
}

function numberOf(name: string): number | null {
  return /^\s*[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?\s*$/i.test(name) ? Number(name) : null
}
