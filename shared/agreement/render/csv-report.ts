import { type AgreementReport, coefficientsOf } from '../report/agreement-report.ts'
import type { CoefficientJson, Coefficients } from '../report/coefficient-json.ts'
import { csvField } from './csv.ts'

const HEADER = 'scope,mode,rater_a,rater_b,coefficient,category,value,n,observed,expected,se,ci95_low,ci95_high,ci_method,undefined,notes'

/** One line per coefficient (and category): scope is overall, pair, mode, mode-pair or macro. UTF-8, LF, RFC 4180. */
export function csvReport(report: AgreementReport): string {
  const lines = [HEADER]
  const add = (scope: string, mode: string, raters: readonly string[], coefficients: Coefficients) => {
    for (const [name, json] of Object.entries(coefficients)) {
      for (const cells of cellsOf(json, report.categories)) {
        lines.push([scope, mode, raters[0] ?? '', raters[1] ?? '', name, ...cells].map(csvField).join(','))
      }
    }
  }
  add('overall', '', [], report.overall)
  for (const pair of report.pairs) add('pair', '', pair.raters, coefficientsOf(pair))
  for (const [mode, own] of Object.entries(report.modes ?? {})) {
    add('mode', mode, [], own.overall)
    for (const pair of own.pairs) add('mode-pair', mode, pair.raters, coefficientsOf(pair))
  }
  for (const [name, macro] of Object.entries(report.macro ?? {})) {
    const [low, high] = macro.ci95 ?? []
    const method = macro.ciMethod ?? ''
    const cells = [
      'macro',
      '',
      '',
      '',
      name,
      '',
      macro.value ?? '',
      macro.modes,
      '',
      '',
      '',
      low,
      high,
      method,
      '',
      `${macro.modes} of ${macro.of} modes`,
    ]
    lines.push(cells.map(csvField).join(','))
  }
  return `${lines.join('\n')}\n`
}

type Cell = string | number | undefined

function cellsOf(json: CoefficientJson, categories: readonly string[]): Cell[][] {
  if ('undefined' in json) return [['', '', json.n, json.observed, json.expected, '', '', '', '', json.undefined, '']]
  const notes = json.notes.map(({ message }) => message).join(' ')
  if (typeof json.value !== 'number') {
    return json.value.map((value, index) => [categories[index] ?? '', value ?? '', json.n, '', '', '', '', '', '', '', notes])
  }
  const figure = json as Extract<CoefficientJson, { readonly value: number }>
  const [low, high] = figure.ci95 ?? []
  return [['', figure.value, figure.n, figure.observed, figure.expected, figure.se, low, high, figure.ciMethod, '', notes]]
}
