import { UsageError } from '../failure.ts'

/** Options of `touchstone agreement` as commander gives them, for files and for projects. */
export interface AgreementOptions {
  readonly categories?: string
  /** False with --no-cluster. */
  readonly cluster?: boolean
  readonly bootstrap?: string
  readonly seed?: string
  readonly json?: boolean
  readonly csv?: boolean
  readonly html?: string
}

/** The list of --categories: comma separated, a name with a comma in double quotes; at least one, none twice. Null when not given. */
export function categoryList(text: string | undefined): string[] | null {
  if (text === undefined) return null
  const names =
    text.match(/"(?:[^"]|"")*"|[^,]+/g)?.map((name) => (name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.trim())) ?? []
  if (names.length === 0) throw new UsageError('--categories needs at least one category.')
  if (new Set(names).size < names.length) throw new UsageError(`--categories names one category twice: ${text}.`)
  return names
}

/** Number of resamples and seed, or null without --bootstrap. The default seed is 1: the same file gives the same interval. */
export function bootstrapOf({ bootstrap, seed }: AgreementOptions): { replicates: number; seed: number } | null {
  if (bootstrap === undefined) {
    if (seed !== undefined) throw new UsageError('--seed goes with --bootstrap N.')
    return null
  }
  return { replicates: wholeNumber('--bootstrap', bootstrap, 2, 1_000_000), seed: wholeNumber('--seed', seed ?? '1', 0, 0xffffffff) }
}

function wholeNumber(name: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (!/^\d+$/.test(text) || value < least || value > most)
    throw new UsageError(`${name} is a whole number from ${least} to ${most}, not "${text}".`)
  return value
}
