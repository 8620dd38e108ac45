import { at } from '../../../shared/agreement/at.ts'
import { MISSING } from '../../../shared/agreement/rating-matrix.ts'
import type { Clusters, RatingData } from '../../../shared/agreement/report/rating-data.ts'
import { must } from '../../../shared/assert.ts'
import { categoriesOf } from './categories.ts'
import { naturally } from './naturally.ts'
import type { RatingRow } from './rating-rows.ts'

/** What the caller says about the file: the categories in order (null = those seen), and whether a cluster column is used. */
export interface Reading {
  readonly categories: readonly string[] | null
  readonly useClusters: boolean
}

/**
 * The study that a ratings file describes. Items, raters, modes and clusters are taken in natural order (`s2` before `s10`), so that the order
 * of the lines changes nothing. An identical duplicate row is warned about; a differing one, an unknown label, a mode on some rows only, and
 * an item in two clusters or none are refused.
 */
export function ratingData(rows: readonly RatingRow[], reading: Reading, warn: (sentence: string) => void): RatingData {
  const hasModes = rows.some(({ mode }) => mode !== null)
  const items = indexed(rows.map(({ item }) => item))
  const raters = indexed(rows.map(({ rater }) => rater))
  const modes = indexed(rows.map((row) => modeOf(row, hasModes)))
  const seen = new Set(rows.flatMap(({ label }) => (label === null ? [] : [label])))
  const categories = categoriesOf(seen, reading.categories)
  const codeOf = new Map(categories.names.map((name, code) => [name, code]))
  const size = items.names.length * raters.names.length
  const matrices = modes.names.map(() => new Uint16Array(size).fill(MISSING))
  const firstLine = modes.names.map(() => new Uint32Array(size))
  let duplicates = 0
  for (const row of rows) {
    const mode = must(modes.indexOf.get(modeOf(row, hasModes)), 'an indexed mode')
    const cell =
      must(items.indexOf.get(row.item), 'an indexed item') * raters.names.length + must(raters.indexOf.get(row.rater), 'an indexed rater')
    const code = row.label === null ? MISSING : codeOf.get(row.label)
    if (code === undefined)
      throw new Error(`Line ${row.line}: the label "${row.label}" is not among the categories ${categories.names.join(', ')}.`)
    const codes = must(matrices[mode], 'a matrix per mode')
    const lines = must(firstLine[mode], 'lines per mode')
    if (at(lines, cell) > 0) {
      if (at(codes, cell) !== code) throw new Error(differing(row, at(lines, cell)))
      duplicates += 1
    }
    lines[cell] = row.line
    codes[cell] = code
  }
  if (duplicates > 0)
    warn(
      `${duplicates} ${duplicates === 1 ? 'row repeats' : 'rows repeat'} an earlier one word for word and ${duplicates === 1 ? 'was' : 'were'} left out.`,
    )
  return {
    items: items.names,
    raters: raters.names,
    categories: categories.names,
    isOrdered: categories.isOrdered,
    numbers: categories.numbers,
    modes: hasModes ? modes.names : null,
    matrices: matrices.map((codes) => ({ items: items.names.length, raters: raters.names.length, k: categories.names.length, codes })),
    clusters: reading.useClusters ? clustersOf(rows, items) : null,
  }
}

interface Indexed {
  readonly names: readonly string[]
  readonly indexOf: ReadonlyMap<string, number>
}

function indexed(values: readonly string[]): Indexed {
  const names = [...new Set(values)].sort(naturally)
  return { names, indexOf: new Map(names.map((name, index) => [name, index])) }
}

function modeOf({ mode, line }: RatingRow, hasModes: boolean): string {
  if (hasModes && mode === null) throw new Error(`Line ${line}: the mode is empty, but other lines have one.`)
  return mode ?? ''
}

function differing({ item, rater, mode, line }: RatingRow, earlier: number): string {
  const where = mode === null ? `item "${item}"` : `item "${item}", mode "${mode}"`
  return `Line ${line}: rater "${rater}" labels ${where} differently than on line ${earlier}. Keep one of the two.`
}

function clustersOf(rows: readonly RatingRow[], items: Indexed): Clusters | null {
  const clusterOf = new Map<string, string>()
  for (const { item, cluster, line } of rows) {
    if (cluster === null) continue
    const earlier = clusterOf.get(item)
    if (earlier !== undefined && earlier !== cluster) {
      throw new Error(`Line ${line}: item "${item}" is in cluster "${cluster}", but was in "${earlier}" before.`)
    }
    clusterOf.set(item, cluster)
  }
  if (clusterOf.size === 0) return null
  const without = items.names.find((item) => !clusterOf.has(item))
  if (without !== undefined) throw new Error(`Item "${without}" has no cluster, but others have. Give it one, or use --no-cluster.`)
  const clusters = indexed([...clusterOf.values()])
  return {
    count: clusters.names.length,
    ofItem: Int32Array.from(items.names, (item) =>
      must(clusters.indexOf.get(must(clusterOf.get(item), 'a cluster')), 'an indexed cluster'),
    ),
  }
}
