import { basename } from 'node:path'
import { setSimilarity } from '../../../shared/agreement/label-sets.ts'
import { csvReport } from '../../../shared/agreement/render/csv-report.ts'
import { htmlReport } from '../../../shared/agreement/render/html-report.ts'
import { agreementReport } from '../../../shared/agreement/report/agreement-report.ts'
import type { RatingData } from '../../../shared/agreement/report/rating-data.ts'
import { labelSetsOf } from '../../../shared/agreement/report/set-statistics.ts'
import { UsageError } from '../failure.ts'
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

/** What a report is made of, and what to call it. */
export interface Study {
  readonly name: string
  readonly data: RatingData
}

/**
 * `touchstone agreement FILE`: agreement of a ratings file as a table, as JSON (`touchstone.agreement/1`), as CSV, or as an HTML report.
 * Throws UsageError for wrong usage and Error with a sentence when the file cannot be read; then nothing has been printed.
 */
export async function runAgreement(path: string, options: AgreementOptions, io: AgreementIo): Promise<void> {
  checkOutput(options)
  const categories = categoryList(options.categories)
  await reportOn(options, io, async () => {
    const text = await io.read(path)
    return { name: basename(path), data: ratingData(ratingRows(text), { categories, useClusters: options.cluster !== false }, io.warn) }
  })
}

function checkOutput(options: AgreementOptions): void {
  if (options.json === true && options.csv === true) throw new UsageError('Choose one of --json and --csv.')
}

/** Makes the report of a study and prints it in the form that was asked for. Wrong usage is refused before the study is read. */
export async function reportOn(
  options: AgreementOptions,
  io: Pick<AgreementIo, 'print' | 'warn' | 'writeFile'>,
  read: () => Promise<Study>,
): Promise<void> {
  checkOutput(options)
  const bootstrap = bootstrapOf(options)
  const { name, data } = await read()
  const report = agreementReport(data, bootstrap)
  if (bootstrap !== null && !JSON.stringify(report.overall).includes('"bootstrap"')) {
    io.warn('The bootstrap gave no interval: nothing varies between resamples, or the file is too large for it.')
  }
  if (options.html !== undefined) {
    await io.writeFile(options.html, htmlReport(report, { file: name, bootstrap }))
    if (options.json !== true && options.csv !== true) return io.print(`Report written to ${options.html}.\n`)
  }
  if (options.json === true) return io.print(`${JSON.stringify(report, null, 2)}\n`)
  if (options.csv === true) return io.print(csvReport(report))
  const sets = labelSetsOf(data)
  io.print(textReport(report, sets === null ? null : setSimilarity(sets)))
}
