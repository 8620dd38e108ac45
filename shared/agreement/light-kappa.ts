import { type PointCoefficient, undefinedCoefficient } from './coefficient.ts'
import { cohenKappa } from './cohen-kappa.ts'
import type { ContingencyTable } from './contingency-table.ts'

/** Light's kappa with the number of pairs it is the mean of. */
export type LightKappa = PointCoefficient & { readonly pairsDefined: number; readonly pairs: number }

/**
 * Light's kappa: the mean of the defined Cohen kappas over all pairs of raters, each on the items both labelled.
 * `observed` and `expected` are means over the same pairs, `n` the sum of their items. Undefined when no pair is defined: then the reason is
 * that of the pairs. Source: Light (1971) Psychol. Bull. 76:365-377.
 */
export function lightKappa(tables: readonly ContingencyTable[]): LightKappa {
  const pairs = tables.length
  if (pairs === 0) return { ...undefinedCoefficient('single-rater', 0), pairsDefined: 0, pairs }
  let total = 0
  let observed = 0
  let expected = 0
  let n = 0
  let defined = 0
  for (const table of tables) {
    const kappa = cohenKappa(table)
    if (kappa.kind === 'undefined') continue
    total += kappa.value
    observed += kappa.observed
    expected += kappa.expected
    n += kappa.n
    defined += 1
  }
  if (defined > 0) {
    return {
      kind: 'value',
      value: total / defined,
      n,
      observed: observed / defined,
      expected: expected / defined,
      pairsDefined: defined,
      pairs,
    }
  }
  const common = tables.reduce((sum, table) => sum + table.n, 0)
  return { ...undefinedCoefficient(common === 0 ? 'no-pairable-items' : 'single-category', common), pairsDefined: 0, pairs }
}
