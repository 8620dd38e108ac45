import { basename } from 'node:path'
import { setSimilarity } from '../../../shared/agreement/label-sets.ts'
import { agreementReport } from '../../../shared/agreement/report/agreement-report.ts'
import { labelSetsOf } from '../../../shared/agreement/report/set-statistics.ts'
import { UsageError } from '../failure.ts'
import { csvReport } from './csv-report.ts'
import { htmlReport } from './html-report.ts'
import { type AgreementOptions, bootstrapOf, categoryList } from './options.ts'
import { ratingData } from './rating-data.ts'
import { ratingRows } from './rating-rows.ts'
import { textReport } from './text-report.ts'

/** What the command touches: the file (`-` is standard input), its outputs, and people. */
export interface AgreementIo {
  readonly read: (path: string) => Promise<string>
  readonly writeFile: (path: string, text: string) => Promise<void>
  readonly print: (text: string) => void
  readonly warn: (sentence: string) => void
}

/**
 * `touchstone agreement FILE`: agreement of a ratings file as a table, as JSON (`touchstone.agreement/1`), as CSV, or as an HTML report.
 * Throws UsageError for wrong usage and Error with a sentence when the file cannot be read; then nothing has been printed.
 */
export async function runAgreement(path: string, options: AgreementOptions, io: AgreementIo): Promise<void> {
  if (options.json === true && options.csv === true) throw new UsageError('Choose one of --json and --csv.')
  const categories = categoryList(options.categories)
  const bootstrap = bootstrapOf(options)
  const text = await io.read(path)
  const data = ratingData(ratingRows(text), { categories, useClusters: options.cluster !== false }, io.warn)
  const report = agreementReport(data, bootstrap)
  if (bootstrap !== null && !JSON.stringify(report.overall).includes('"bootstrap"')) {
    io.warn('The bootstrap gave no interval: nothing varies between resamples, or the file is too large for it.')
  }
  if (options.html !== undefined) {
    await io.writeFile(options.html, htmlReport(report, { file: basename(path), bootstrap }))
    if (options.json !== true && options.csv !== true) return io.print(`Report written to ${options.html}.\n`)
  }
  if (options.json === true) return io.print(`${JSON.stringify(report, null, 2)}\n`)
  if (options.csv === true) return io.print(csvReport(report))
  const sets = labelSetsOf(data)
  io.print(textReport(report, sets === null ? null : setSimilarity(sets)))
}
