import { describe, expect, it } from 'vitest'
import { AgreementDocument } from '../../../shared/agreement/report/schema.ts'
import { expectFigure, readVectorFile, type Vector, vectorsOfKind } from '../../../test/vectors/vectors.ts'
import type { AgreementOptions } from './options.ts'
import { runAgreement } from './run-agreement.ts'

type Json = Readonly<Record<string, unknown>>
type Line = { item: string; rater: string; label: unknown; mode?: string; cluster?: string }

const AGREEMENT = 'agreement-vectors.json'
const vectors = (kind: string) => vectorsOfKind(AGREEMENT, kind).map((vector) => [vector.id, vector] as const)

/** Runs the command on a JSONL file of these lines and parses what it printed. */
async function run(lines: readonly Line[], options: AgreementOptions = {}): Promise<Json> {
  let printed = ''
  await runAgreement(
    'ratings.jsonl',
    { json: true, ...options },
    {
      read: async () => lines.map((line) => JSON.stringify(line)).join('\n'),
      writeFile: async () => {},
      print: (text) => {
        printed += text
      },
      warn: () => {},
    },
  )
  const output = JSON.parse(printed)
  expect(AgreementDocument.safeParse(output).error).toBeUndefined()
  return output
}

const get = (from: unknown, ...path: (string | number)[]): unknown => path.reduce((at, key) => (at as Json | undefined)?.[key], from)
const pointOf = (coefficients: unknown, name: string) => get(coefficients, name, 'value') ?? null

/** Where each name of the vectors stands in a pair of the command's output. */
function pairFigure(pair: unknown, name: string): unknown {
  const names: Record<string, string> = {
    po: 'percent_agreement',
    krippendorff_alpha: 'alpha_nominal',
    category_kappa: 'cohen_category_kappa',
  }
  if (name === 'n') return get(pair, 'n')
  if (name === 'pe_cohen') return get(pair, 'cohen_kappa', 'expected')
  if (name === 'pe_scott') return get(pair, 'scott_pi', 'expected')
  if (name === 'pe_gwet') return get(pair, 'gwet_ac1', 'expected')
  if (name === 'scott_pi_gof_ci95') return get(pair, 'cohen_kappa', 'ci95') ?? null
  if (name === 'gwet_ac1_se_n') return get(pair, 'gwet_ac1', 'se')
  if (name.endsWith('_ci95')) return get(pair, name.slice(0, -5), 'wald95') ?? null
  if (name.endsWith('_se')) return get(pair, name.slice(0, -3), 'se') ?? null
  return pointOf(pair, names[name] ?? name)
}

/** Figures that the command does not print. */
const NOT_PRINTED =
  /_se0$|_z0$|^mcc_|^jaccard_|^mcnemar_|bloch_kraemer|^custom_|_Do$|_De$|^n_pair|^n_units|^mean_pairwise|_reason$|_067|_nominal_set|exact_match|mean_jaccard/

const categoriesOf = (vector: Vector) => (vector.input['categories'] as unknown[]).map(String).join(',')

const ratingLines = (ratings: readonly (readonly unknown[])[], cluster?: readonly number[]): Line[] =>
  ratings.flatMap((row, item) =>
    row.map((label, rater) => ({
      item: `i${item}`,
      rater: `r${rater}`,
      label,
      ...(cluster === undefined ? {} : { cluster: `t${cluster[item]}` }),
    })),
  )

describe('the command on two-rater tables', () => {
  // Nobody writes a file of 1e9 lines; that table is tested without a file.
  const small = vectors('table').filter(([, vector]) => (vector.expected['n'] as number) <= 2e5)

  it.each(small)('reproduces %s', async (_, vector) => {
    const categories = vector.input['categories'] as unknown[]
    const lines: Line[] = []
    for (const [i, row] of (vector.input['table'] as number[][]).entries()) {
      for (const [j, count] of row.entries()) {
        for (let copy = 0; copy < count; copy++) {
          const item = `i${i}-${j}-${copy}`
          lines.push({ item, rater: 'A', label: categories[i] }, { item, rater: 'B', label: categories[j] })
        }
      }
    }
    const output = await run(lines, { categories: categoriesOf(vector) })
    const pair = get(output, 'pairs', 0)
    expect(get(pair, 'table')).toEqual(vector.input['table'])
    for (const [name, expected] of Object.entries(vector.expected)) {
      if (!NOT_PRINTED.test(name)) expectFigure(name, pairFigure(pair, name), expected)
    }
  })

  it('has all but the billion items', () => {
    expect(small).toHaveLength(vectors('table').length - 1)
  })
})

const OVERALL: Record<string, readonly (string | number)[]> = {
  pa: ['percent_agreement', 'value'],
  pa_se: ['percent_agreement', 'se'],
  pe_fleiss: ['fleiss_kappa', 'expected'],
  pe_gwet: ['gwet_ac1', 'expected'],
  pe_conger: ['conger_kappa', 'expected'],
  krippendorff_alpha_se: ['alpha_nominal', 'se'],
  multi_pa: ['percent_agreement', 'value'],
  multi_fleiss_kappa: ['fleiss_kappa', 'value'],
  multi_gwet_ac1: ['gwet_ac1', 'value'],
  multi_brennan_prediger: ['brennan_prediger', 'value'],
  multi_conger_kappa: ['conger_kappa', 'value'],
  po: ['percent_agreement', 'value'],
  pe: ['fleiss_kappa', 'expected'],
  randolph_kappa: ['brennan_prediger', 'value'],
  fleiss_kappa_se_gwet: ['fleiss_kappa', 'se'],
  krippendorff_alpha_nominal: ['alpha_nominal', 'value'],
  krippendorff_alpha_se_gwet: ['alpha_nominal', 'se'],
}

function overallFigure(output: Json, name: string): unknown {
  const path = OVERALL[name] ?? (name.endsWith('_se') ? [name.slice(0, -3), 'se'] : [name, 'value'])
  return get(output, 'overall', ...path) ?? null
}

describe('the command on rating matrices', () => {
  it.each(vectors('ratings'))('reproduces %s', async (_, vector) => {
    const output = await run(ratingLines(vector.input['ratings'] as unknown[][]), { categories: categoriesOf(vector) })
    for (const [name, expected] of Object.entries(vector.expected)) {
      if (name === 'n_items_2plus') expectFigure(name, output['itemsUsed'], expected)
      else if (name === 'pairs') checkPairs(output, expected as Json[])
      else if (name !== 'n_items' && !NOT_PRINTED.test(name)) expectFigure(name, overallFigure(output, name), expected)
    }
  })
})

function checkPairs(output: Json, pairs: readonly Json[]): void {
  pairs.forEach((expected, index) => {
    const pair = get(output, 'pairs', index)
    expectFigure('n', get(pair, 'n'), expected['n'])
    expectFigure('kappa', pointOf(pair, 'cohen_kappa'), expected['kappa'])
    if ('po' in expected) expectFigure('po', pointOf(pair, 'percent_agreement'), expected['po'])
    if ('pe' in expected) expectFigure('pe', get(pair, 'cohen_kappa', 'expected'), expected['pe'])
    if ('se' in expected) expectFigure('se', get(pair, 'cohen_kappa', 'se') ?? null, expected['se'])
  })
}

describe('the command on category counts', () => {
  it.each(vectors('counts'))('reproduces %s', async (_, vector) => {
    const categories = vector.input['categories'] as unknown[]
    const ratings = (vector.input['counts'] as number[][]).map((row) =>
      row.flatMap((count, c) => Array.from({ length: count }, () => categories[c])),
    )
    const output = await run(ratingLines(ratings), { categories: categoriesOf(vector) })
    for (const [name, expected] of Object.entries(vector.expected)) {
      if (!NOT_PRINTED.test(name)) expectFigure(name, overallFigure(output, name), expected)
    }
  })
})

describe('the command on degenerate inputs', () => {
  const REASONS: Record<string, string> = { no_pairable_values: 'no-pairable-items', no_expected_disagreement: 'no-expected-disagreement' }

  it.each(vectors('degenerate'))('reproduces %s', async (_, vector) => {
    const output = await run(ratingLines(vector.input['ratings'] as unknown[][]), { categories: categoriesOf(vector) })
    const pair = get(output, 'pairs', 0)
    for (const [name, expected] of Object.entries(vector.expected)) {
      if (name === 'alpha_reason') expect(get(output, 'overall', 'alpha_nominal', 'undefined')).toBe(REASONS[expected as string])
      else if (NOT_PRINTED.test(name)) continue
      else if (/^(multi_|light_|alpha_)/.test(name)) expectFigure(name, overallFigure(output, name), expected)
      else expectFigure(name, pairFigure(pair, name) ?? null, expected)
    }
  })

  it('says why: one category, no overlap, nothing labelled, one rater', async () => {
    const reasons = async (ratings: unknown[][]) => {
      const output = await run(ratingLines(ratings), { categories: '1,0' })
      return [get(output, 'pairs', 0, 'cohen_kappa', 'undefined'), get(output, 'overall', 'fleiss_kappa', 'undefined')]
    }
    expect(
      await reasons([
        [0, 0],
        [0, 0],
      ]),
    ).toEqual(['single-category', 'single-category'])
    expect(
      await reasons([
        [1, null],
        [null, 0],
      ]),
    ).toEqual(['no-pairable-items', 'no-pairable-items'])
    expect(await reasons([[null, null]])).toEqual(['no-items', 'no-items'])
    const alone = await run(ratingLines([[1], [0]]), { categories: '1,0' })
    expect(get(alone, 'overall', 'light_kappa', 'undefined')).toBe('single-rater')
    expect(get(alone, 'overall', 'alpha_nominal', 'undefined')).toBe('no-pairable-items')
    expect(alone['pairs']).toEqual([])
  })
})

describe('the command on label sets', () => {
  it.each(vectors('labelsets'))('reproduces %s', async (_, vector) => {
    const rows = vector.input['ratings'] as ((string | number)[] | null)[][]
    const labels = [...new Set(rows.flatMap((row) => row.flatMap((set) => set ?? [])))]
    const lines = rows.flatMap((row, item) =>
      row.flatMap((set, rater) =>
        labels.map((mode) => ({
          item: `i${item}`,
          rater: `r${rater}`,
          mode: String(mode),
          label: set === null ? null : set.includes(mode) ? 1 : 0,
        })),
      ),
    )
    const output = await run(lines)
    for (const name of ['alpha_jaccard', 'alpha_masi']) expectFigure(name, overallFigure(output, name), vector.expected[name])
  })
})

describe('the command on clusters', () => {
  it.each([...vectors('cluster'), ...vectors('resampling')])('reproduces %s', async (_, vector) => {
    const expected = (vector.expected['analytic'] ?? vector.expected) as Json
    const lines = ratingLines(vector.input['ratings'] as unknown[][], vector.input['trace_of_item'] as number[])
    const output = await run(lines, { categories: categoriesOf(vector) })
    const pair = get(output, 'pairs', 0)
    expect(output['clusters']).toBe(expected['clusters'])
    expect(get(pair, 'cohen_kappa', 'ciMethod')).toBe('gof-cluster')
    expectFigure('gof_cluster_ci95', get(pair, 'cohen_kappa', 'ci95'), expected['gof_cluster_ci95'])
    expectFigure('kappa', pointOf(pair, 'cohen_kappa'), expected['kappa'])
    expectFigure('se_iid', get(pair, 'cohen_kappa', 'se'), expected['se_iid'])
    const independent = await run(lines, { categories: categoriesOf(vector), cluster: false })
    expect(independent['clusters']).toBeNull()
    expectFigure('gof_ci95', get(independent, 'pairs', 0, 'scott_pi', 'ci95'), expected['gof_ci95'])
  })
})

describe('the command on fourteen modes', () => {
  it('reproduces mast14-small', async () => {
    const [vector] = vectorsOfKind(AGREEMENT, 'multilabel')
    if (vector === undefined) throw new Error('The vectors hold a multilabel set.')
    const {
      modes,
      ratings,
      trace_of_item: traces,
    } = vector.input as { modes: string[]; ratings: (number[] | null)[][]; trace_of_item: number[] }
    const output = await run(modeLines(modes, ratings, traces))
    const { modes: perMode, ...whole } = vector.expected as { modes: Record<string, Json> } & Json
    for (const [mode, expected] of Object.entries(perMode)) {
      const names = { alpha: 'alpha_nominal', pa: 'percent_agreement' } as Record<string, string>
      for (const name of ['pa', 'alpha', 'fleiss_kappa', 'gwet_ac1', 'conger_kappa', 'light_kappa', 'pooled_kappa']) {
        expectFigure(`${mode} ${name}`, pointOf(get(output, 'modes', mode, 'overall'), names[name] ?? name), expected[name])
      }
      const pair = get(output, 'modes', mode, 'pairs', 0)
      expectFigure(`${mode} kappa`, pointOf(pair, 'cohen_kappa'), get(expected, 'raters_0_1', 'kappa'))
      expectFigure(`${mode} ci95`, get(pair, 'cohen_kappa', 'ci95'), get(expected, 'raters_0_1', 'gof_cluster_ci95'))
      expect(get(pair, 'table')).toEqual(get(expected, 'raters_0_1', 'table'))
    }
    expectFigure('macro', get(output, 'macro', 'alpha_nominal', 'value'), whole['macro_alpha'])
    expectFigure('micro', get(output, 'micro', 'alpha_nominal', 'value'), whole['micro_alpha'])
    expectFigure('jaccard', get(output, 'overall', 'alpha_jaccard', 'value'), whole['alpha_jaccard_sets'])
    expect(output['overall']).toEqual(output['micro'])
    const two = await run(
      modeLines(
        modes,
        ratings.map((row) => row.slice(0, 2)),
        traces,
      ),
    )
    expectFigure('macro of two', get(two, 'macro', 'cohen_kappa', 'value'), whole['macro_cohen_kappa_0_1'])
    expectFigure('pooled', get(two, 'overall', 'pooled_kappa_modes', 'value'), whole['pooled_cohen_kappa_0_1_de_vries'])
  })
})

function modeLines(modes: readonly string[], ratings: readonly (readonly (number[] | null)[])[], traces: readonly number[]): Line[] {
  return ratings.flatMap((row, item) =>
    row.flatMap((labels, rater) =>
      modes.map((mode, index) => ({
        item: `i${item}`,
        rater: `r${rater}`,
        mode,
        cluster: `t${traces[item]}`,
        label: labels === null ? null : labels[index],
      })),
    ),
  )
}

describe('the command on the bugs of other programs', () => {
  type Bug = { id: string; input: Json; right: Json }
  const { cases } = readVectorFile('agreement-bug-cases.json') as { cases: Bug[] }
  const matrices = cases.filter(({ input }) => 'ratings' in input || ('a' in input && 'b' in input))

  it.each(matrices.map((bug) => [bug.id, bug] as const))('gets %s right', async (_, { input, right }) => {
    const a = input['a'] as unknown[] | undefined
    const ratings = (input['ratings'] as unknown[][] | undefined) ?? (a ?? []).map((label, i) => [label, get(input, 'b', i)])
    const given = (input['categories'] ?? input['labels']) as unknown[] | undefined
    const output = await run(ratingLines(ratings), given === undefined ? {} : { categories: given.join(',') })
    for (const [name, expected] of Object.entries(right)) {
      if (name === 'reason') continue
      const ofPair = ['cohen_kappa', 'bennett_s', 'po'].includes(name)
      const overallName = name === 'fleiss_kappa_gwet' ? 'fleiss_kappa' : name
      // Without declared categories the only one seen is not enough for a coefficient that depends on their number.
      expectFigure(name, ofPair ? pairFigure(get(output, 'pairs', 0), name) : overallFigure(output, overallName), expected)
    }
  })
})
