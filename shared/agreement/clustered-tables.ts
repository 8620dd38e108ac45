import { at } from './at.ts'
import { type ContingencyTable, contingencyTable } from './contingency-table.ts'

/** The tables of two raters by cluster (trace): k * k row-major counts per cluster, one after the other, and their sum. */
export interface ClusteredTables {
  readonly k: number
  /** Number of clusters that hold at least one common item. */
  readonly clusters: number
  readonly counts: Float64Array
  readonly total: ContingencyTable
}

/** Clustered tables from row-major counts per cluster; clusters without a common item are left out. */
export function clusteredTables(k: number, tables: readonly ArrayLike<number>[]): ClusteredTables {
  const cells = k * k
  const counts = new Float64Array(tables.length * cells)
  const total = new Float64Array(cells)
  let clusters = 0
  for (const table of tables) {
    if (table.length !== cells) throw new RangeError(`A table of ${k} categories has ${cells} cells, not ${table.length}.`)
    let n = 0
    for (let c = 0; c < cells; c++) n += at(table, c)
    if (n === 0) continue
    for (let c = 0; c < cells; c++) {
      counts[clusters * cells + c] = at(table, c)
      total[c] = at(total, c) + at(table, c)
    }
    clusters += 1
  }
  return { k, clusters, counts: counts.subarray(0, clusters * cells), total: contingencyTable(k, total) }
}

/** Clustered tables from label codes (0..k-1, any other code = missing) of two raters and the cluster index of each item. */
export function clusterLabels(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  clusterOfItem: ArrayLike<number>,
  clusters: number,
  k: number,
): ClusteredTables {
  const tables = Array.from({ length: clusters }, () => new Float64Array(k * k))
  for (let item = 0; item < a.length; item++) {
    const row = at(a, item)
    const column = at(b, item)
    if (row >= k || column >= k) continue
    const table = tables[at(clusterOfItem, item)]
    if (table === undefined) throw new RangeError(`Item ${item} names a cluster outside of ${clusters}.`)
    table[row * k + column] = at(table, row * k + column) + 1
  }
  return clusteredTables(k, tables)
}
