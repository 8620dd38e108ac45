import { type AgreementReport, coefficientsOf } from '../report/agreement-report.ts'
import { type CoefficientJson, type Coefficients, isFigure } from '../report/coefficient-json.ts'
import { REASON_SENTENCES } from '../undefined-reason.ts'
import { type ForestRow, forestPlot } from './forest-plot.ts'
import { label, positiveAgreement, shown, shownInterval, shownValue } from './format.ts'
import { escapeHtml, htmlTable } from './html.ts'
import { methodsParagraph, type Provenance } from './methods.ts'
import { isRepetition, notesOf } from './notes-of.ts'

/** A self-contained page: figures with intervals, a forest plot, every number again as a table, and a methods paragraph for a paper. */
export function htmlReport(report: AgreementReport, provenance: Provenance): string {
  const body = [
    `<h1>Agreement of ${report.raters.length} raters</h1>`,
    `<p>${escapeHtml(provenance.file)}: ${report.items} items, ${report.itemsUsed} with two labels or more, ${report.itemsIncomplete} incomplete, ${report.missing} labels missing.</p>`,
    ...(report.modes === undefined ? [] : [modes(report)]),
    ...pairPlots(report),
    `<h2>${report.modes === undefined ? 'All raters' : 'All (item, mode) cells together'}</h2>`,
    coefficientTable(report.overall, report.categories),
    ...report.pairs.flatMap((pair) => [
      `<h2>${escapeHtml(pair.raters.join(' and '))}</h2>`,
      htmlTable(
        ['', ...report.categories],
        pair.table.map((row, index) => [report.categories[index] ?? '', ...row.map(String)]),
      ),
      coefficientTable(coefficientsOf(pair), report.categories),
    ]),
    '<h2>Methods</h2>',
    `<p>${escapeHtml(methodsParagraph(report, provenance))}</p>`,
  ]
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Agreement: ${escapeHtml(provenance.file)}</title><style>${STYLE}</style></head>
<body>
${body.join('\n')}
</body></html>
`
}

const STYLE = `body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1c1c1c}
table{border-collapse:collapse;margin:1rem 0;font-variant-numeric:tabular-nums}
th,td{padding:.2rem .7rem;text-align:right;border-bottom:1px solid #ddd;white-space:nowrap}
th:first-child,td:first-child,td.note{text-align:left}
svg{max-width:100%;height:auto}svg text{font:12px system-ui,sans-serif}
.note{color:#555}`

function modes(report: AgreementReport): string {
  const rows = Object.entries(report.modes ?? {}).map(([mode, { overall, pairs, positives }]) => {
    const [only, ...others] = pairs
    const kappa = others.length === 0 && only !== undefined ? coefficientsOf(only)['cohen_kappa'] : overall['light_kappa']
    const alpha = overall['alpha_nominal']
    return [
      mode,
      Object.values(positives).join(' / '),
      shownValue(overall['percent_agreement']),
      shown(positiveAgreement(pairs)),
      shownValue(kappa),
      shownInterval(kappa) || shownInterval(alpha),
      shownValue(alpha),
      shownValue(overall['gwet_ac1']),
    ]
  })
  const macro = Object.entries(report.macro ?? {})
    .filter(([name]) => !isRepetition(name, report.categories))
    .map(([name, figure]) => [label(name), shown(figure.value), `${figure.modes} of ${figure.of}`])
  return `<h2>Per mode</h2>
${htmlTable(['Mode', `Positives (${report.raters.join(' / ')})`, 'Raw', 'Positive agreement', 'Kappa', '95 % interval', 'Alpha', 'AC1'], rows)}
<h2>Mean over modes</h2>
${htmlTable(['', 'Value', 'Modes defined'], macro)}`
}

/** A forest plot of the kappa of every pair, or of every mode and pair. */
function pairPlots(report: AgreementReport): string[] {
  const rows: ForestRow[] = []
  const add = (name: string, json: CoefficientJson | undefined) => {
    const figure = isFigure(json) ? json : null
    rows.push({
      name,
      value: figure?.value ?? null,
      interval: figure?.ci95 ?? null,
      reason: json !== undefined && 'undefined' in json ? json.undefined : null,
    })
  }
  const single = report.pairs.length === 1
  for (const [mode, { pairs }] of Object.entries(report.modes ?? {})) {
    for (const pair of pairs) add(single ? mode : `${mode}  ${pair.raters.join(' and ')}`, coefficientsOf(pair)['cohen_kappa'])
  }
  if (report.modes === undefined) for (const pair of report.pairs) add(pair.raters.join(' and '), coefficientsOf(pair)['cohen_kappa'])
  return rows.length === 0 ? [] : ["<h2>Cohen's kappa with 95 % intervals</h2>", forestPlot(rows)]
}

function coefficientTable(coefficients: Coefficients, categories: readonly string[]): string {
  const shownOnes = Object.entries(coefficients).filter(([name]) => !isRepetition(name, categories))
  const rows = shownOnes.map(([name, json]) => {
    if ('undefined' in json) return [label(name), '-', '', `${json.n}`, REASON_SENTENCES[json.undefined]]
    if (!isFigure(json)) return [label(name), perCategory(json, categories), '', `${json.n}`, '']
    return [label(name), shownValue(json), shownInterval(json), `${json.n}`, '']
  })
  const hasReasons = rows.some((row) => row[4] !== '')
  const header = ['', 'Value', '95 % interval', 'n', ...(hasReasons ? ['Reason'] : [])]
  const notes = notesOf(coefficients).map(({ message }) => `<li>${escapeHtml(message)}</li>`)
  const list = notes.length === 0 ? '' : `\n<ul class="note">${notes.join('')}</ul>`
  return (
    htmlTable(
      header,
      rows.map((row) => row.slice(0, header.length)),
    ) + list
  )
}

function perCategory(json: CoefficientJson, categories: readonly string[]): string {
  if ('undefined' in json || typeof json.value === 'number') return '-'
  return json.value.map((value, index) => `${categories[index] ?? index} ${shown(value)}`).join(', ')
}
