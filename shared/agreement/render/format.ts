import { type CoefficientJson, isFigure } from '../report/coefficient-json.ts'

/** A number for people: three decimals, no minus zero; a dash for none. */
export function shown(value: number | null | undefined): string {
  if (value === null || value === undefined) return '-'
  const text = value.toFixed(3)
  return text === '-0.000' ? '0.000' : text
}

/** The value of a coefficient, or a dash. */
export function shownValue(json: CoefficientJson | undefined): string {
  return isFigure(json) ? shown(json.value) : '-'
}

/** The headline interval, or nothing. */
export function shownInterval(json: CoefficientJson | undefined): string {
  return isFigure(json) && json.ci95 !== undefined ? `[${shown(json.ci95[0])}, ${shown(json.ci95[1])}]` : ''
}

/** Positive agreement over all pairs of raters, 2a/(2a + b + c) on the sums of their tables; null when nothing was marked present. */
export function positiveAgreement(pairs: readonly { readonly table: readonly (readonly number[])[] }[]): number | null {
  let both = 0
  let labels = 0
  for (const { table } of pairs) {
    both += table[0]?.[0] ?? 0
    labels += (table[0] ?? []).reduce((sum, count) => sum + count, 0) + table.reduce((sum, row) => sum + (row[0] ?? 0), 0)
  }
  return labels === 0 ? null : (2 * both) / labels
}

/** Rows of cells as columns of equal width, two spaces apart; the first column to the left, numbers to the right. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => width(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((text, column) => {
        const padding = ' '.repeat((widths[column] ?? 0) - width(text))
        return isLeft(rows, column) ? text + padding : padding + text
      })
      .join('  ')
      .trimEnd(),
  )
}

function isLeft(rows: readonly (readonly string[])[], column: number): boolean {
  return column === 0 || rows.slice(1).some((row) => /[a-z]{2}/i.test(row[column] ?? ''))
}

/** Width in code points; good enough for names in a terminal. */
function width(text: string): number {
  return Array.from(text).length
}

/** A coefficient's name for people. */
export function label(name: string): string {
  return NAMES[name] ?? name.replaceAll('_', ' ')
}

const NAMES: Readonly<Record<string, string>> = {
  percent_agreement: 'Percent agreement',
  cohen_kappa: "Cohen's kappa",
  weighted_kappa_linear: 'Weighted kappa, linear',
  weighted_kappa_quadratic: 'Weighted kappa, quadratic',
  cohen_kappa_max: 'Largest kappa possible',
  scott_pi: "Scott's pi",
  bennett_s: "Bennett's S",
  pabak: 'PABAK',
  gwet_ac1: "Gwet's AC1",
  alpha_nominal: "Krippendorff's alpha, nominal",
  alpha_ordinal: "Krippendorff's alpha, ordinal",
  alpha_interval: "Krippendorff's alpha, interval",
  alpha_ratio: "Krippendorff's alpha, ratio",
  alpha_jaccard: 'Alpha over label sets, Jaccard',
  alpha_masi: 'Alpha over label sets, MASI',
  fleiss_kappa: "Fleiss' kappa",
  conger_kappa: "Conger's kappa",
  brennan_prediger: 'Brennan-Prediger',
  light_kappa: "Light's kappa",
  pooled_kappa: 'Pooled kappa',
  pooled_kappa_modes: 'Pooled kappa over modes',
  prevalence_index: 'Prevalence index',
  bias_index: 'Bias index',
  specific_agreement: 'Specific agreement',
  cohen_category_kappa: 'Kappa per category',
  category_kappa: 'Fleiss kappa per category',
}
