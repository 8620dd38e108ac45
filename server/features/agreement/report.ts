import { csvReport } from '../../../shared/agreement/render/csv-report.ts'
import { htmlReport } from '../../../shared/agreement/render/html-report.ts'
import { agreementReport } from '../../../shared/agreement/report/agreement-report.ts'
import { ratingDataOf } from '../../../shared/agreement/round/round-ratings.ts'
import type { Deps } from '../../deps.ts'
import { getRound } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { type RatingRequest, readRatings } from './ratings.ts'

export const REPORT_FORMATS = ['json', 'csv', 'html'] as const
export type ReportFormat = (typeof REPORT_FORMATS)[number]

const TYPES: Readonly<Record<ReportFormat, string>> = { json: 'application/json', csv: 'text/csv', html: 'text/html' }

/** The whole report of a round as a file, the same as `touchstone agreement --project` writes. */
export async function readReport(
  deps: Deps,
  projectId: string,
  roundId: string,
  request: RatingRequest,
  format: ReportFormat,
): Promise<{ name: string; type: string; text: string }> {
  const { db } = deps
  const round = await getRound(db, projectId, roundId)
  const { codebook } = await getCodebook(db, db, round.codebook.id, round.codebook.version)
  const ratings = await readRatings(db, round, request, () => new Promise((resolve) => deps.nextTurn(resolve)))
  const report = agreementReport(
    ratingDataOf(
      ratings,
      codebook.modes.map((mode) => mode.id),
    ),
  )
  const text =
    format === 'json'
      ? `${JSON.stringify(report, null, 2)}\n`
      : format === 'csv'
        ? csvReport(report)
        : htmlReport(report, { file: `${projectId}, round ${round.number}`, bootstrap: null })
  return { name: `agreement-round-${round.number}.${format}`, type: `${TYPES[format]}; charset=utf-8`, text }
}
