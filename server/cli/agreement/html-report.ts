import type { AgreementReport } from '../../../shared/agreement/report/agreement-report.ts'

/** What the report was made from. */
export interface Provenance {
  readonly file: string
  readonly bootstrap: { readonly replicates: number; readonly seed: number } | null
}

export function htmlReport(_report: AgreementReport, _provenance: Provenance): string {
  return ''
}
