import { columns, label, positiveAgreement, shown, shownInterval, shownValue } from '../../../shared/agreement/render/format.ts'
import { isRepetition, notesOf } from '../../../shared/agreement/render/notes-of.ts'
import {
  type AgreementReport,
  coefficientsOf,
  type ModeReport,
  type PairReport,
} from '../../../shared/agreement/report/agreement-report.ts'
import { type CoefficientJson, type Coefficients, isFigure } from '../../../shared/agreement/report/coefficient-json.ts'
import { REASON_SENTENCES, type UndefinedReason } from '../../../shared/agreement/undefined-reason.ts'

/** How alike label sets are, beside the alphas over them; null without modes. */
export type SetSimilarity = { readonly exactMatch: number; readonly meanJaccard: number; readonly pairs: number } | null

/** The report as a text table for a terminal. A dash stands where there is no number; its reason follows. */
export function textReport(report: AgreementReport, similarity: SetSimilarity): string {
  const modes = Object.entries(report.modes ?? {})
  const sections = [
    summary(report),
    ...(modes.length === 0 ? [] : [modeTable(modes), macroTable(report)]),
    coefficientTable(
      modes.length === 0 ? 'All raters' : 'All (item, mode) cells together: never the only figure',
      report.overall,
      report.categories,
    ),
    ...(similarity === null ? [] : [setLines(similarity)]),
    ...(modes.length === 0 ? report.pairs.map((pair) => pairSection(pair, report.categories)) : [pairOverview(report.pairs)]),
  ]
  return `${sections.map((lines) => lines.join('\n')).join('\n\n')}\n`
}

function summary(report: AgreementReport): string[] {
  const { items, itemsUsed, itemsIncomplete, raters, categories, missing, clusters } = report
  const used = `${items} items, ${itemsUsed} with two labels or more, ${itemsIncomplete} incomplete, ${missing} labels missing.`
  const traces = clusters === null ? 'Items are taken as independent.' : `${clusters} clusters (traces); intervals allow for them.`
  return [used, `Raters: ${raters.join(', ')}. Categories: ${categories.join(', ')}.`, traces]
}

function coefficientTable(title: string, coefficients: Coefficients, categories: readonly string[]): string[] {
  const rows: string[][] = [['', 'value', '95 % interval', 'n', 'observed', 'expected', 'se']]
  for (const [name, json] of Object.entries(coefficients)) {
    if (isRepetition(name, categories)) continue
    if ('value' in json && typeof json.value !== 'number') {
      json.value.forEach((value, index) => {
        rows.push([`${label(name)}: ${categories[index] ?? index}`, shown(value), '', `${json.n}`, '', '', ''])
      })
      continue
    }
    const figure = json as Exclude<CoefficientJson, { readonly value: readonly (number | null)[] }>
    const share = (value: number | undefined) => (value === undefined ? '' : shown(value))
    const se = isFigure(figure) ? share(figure.se) : ''
    rows.push([label(name), shownValue(figure), shownInterval(figure), `${figure.n}`, share(figure.observed), share(figure.expected), se])
  }
  return [title, ...columns(rows), ...reasons(coefficients), ...noteLines(coefficients)]
}

function modeTable(modes: readonly (readonly [string, ModeReport])[]): string[] {
  const rows = [['Mode', 'positives', 'n', 'raw', 'pos. agr.', 'kappa', '95 % interval', 'alpha', 'AC1', 'notes']]
  for (const [name, { overall, pairs, positives }] of modes) {
    const [only, ...others] = pairs
    const pair = others.length === 0 && only !== undefined ? coefficientsOf(only) : null
    const kappa = pair === null ? overall['light_kappa'] : pair['cohen_kappa']
    const alpha = overall['alpha_nominal']
    const interval = shownInterval(alpha) || shownInterval(kappa)
    const notes = notesOf(pair ?? overall).map(({ code }) => code)
    const n = isFigure(alpha) ? alpha.n : (alpha?.n ?? 0)
    rows.push([
      name,
      Object.values(positives).join('/'),
      `${n}`,
      shownValue(overall['percent_agreement']),
      shown(positiveAgreement(pairs)),
      shownValue(kappa),
      interval,
      shownValue(alpha),
      shownValue(overall['gwet_ac1']),
      notes.join(' '),
    ])
  }
  return columns(rows)
}

function macroTable({ macro = {} }: AgreementReport): string[] {
  const names = ['percent_agreement', 'cohen_kappa', 'light_kappa', 'fleiss_kappa', 'alpha_nominal', 'gwet_ac1']
  const rows = [['Mean over modes', 'value', '95 % interval', 'modes']]
  for (const name of names) {
    const figure = macro[name]
    if (figure === undefined) continue
    const interval = figure.ci95 === undefined ? '' : `[${shown(figure.ci95[0])}, ${shown(figure.ci95[1])}]`
    rows.push([label(name), shown(figure.value), interval, `${figure.modes} of ${figure.of}`])
  }
  return columns(rows)
}

function setLines({ exactMatch, meanJaccard, pairs }: { exactMatch: number; meanJaccard: number; pairs: number }): string[] {
  return [`Label sets, ${pairs} pairs: ${shown(exactMatch)} equal, mean Jaccard similarity ${shown(meanJaccard)}.`]
}

function pairSection(pair: PairReport, categories: readonly string[]): string[] {
  const [a, b] = pair.raters
  const table = [[`${a} \\ ${b}`, ...categories], ...pair.table.map((row, index) => [categories[index] ?? '', ...row.map(String)])]
  return [...columns(table), '', ...coefficientTable(`${a} and ${b}`, coefficientsOf(pair), categories)]
}

function pairOverview(pairs: readonly PairReport[]): string[] {
  const rows = [['Pair, all cells', 'n', 'raw', 'kappa', '95 % interval', 'AC1', 'bias']]
  for (const pair of pairs) {
    const figures = coefficientsOf(pair)
    const interval = shownInterval(figures['cohen_kappa'])
    const values = ['percent_agreement', 'cohen_kappa', 'gwet_ac1', 'bias_index'].map((name) => shownValue(figures[name]))
    rows.push([pair.raters.join(' and '), `${pair.n}`, values[0] ?? '', values[1] ?? '', interval, values[2] ?? '', values[3] ?? ''])
  }
  return columns(rows)
}

function reasons(coefficients: Coefficients): string[] {
  const found = new Set<UndefinedReason>()
  for (const json of Object.values(coefficients)) if ('undefined' in json) found.add(json.undefined)
  return [...found].map((reason) => `-  ${reason}: ${REASON_SENTENCES[reason]}`)
}

function noteLines(coefficients: Coefficients): string[] {
  return notesOf(coefficients).map(({ code, message }) => `*  ${code}: ${message}`)
}
