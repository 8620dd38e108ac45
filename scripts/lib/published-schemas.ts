import * as z from 'zod/mini'
import { AgreementDocument } from '../../shared/agreement/report/schema.ts'
import { GoldManifest, GoldRecord } from '../../shared/gold/gold-record.ts'
import { ImportReport } from '../../shared/traces/import-report.ts'
import { Trace } from '../../shared/traces/model.ts'

/** What is published under `docs/schema`, made from the schemas that the code itself checks with. */
export function publishedSchemas(): Readonly<Record<string, object>> {
  return {
    'agreement-1': { $id: 'touchstone.agreement/1', title: 'Agreement report', ...z.toJSONSchema(AgreementDocument) },
    'gold-1': { $id: 'touchstone.gold/1', title: 'Gold record', ...z.toJSONSchema(GoldRecord) },
    'gold-manifest-1': { $id: 'touchstone.gold-manifest/1', title: 'Gold manifest', ...z.toJSONSchema(GoldManifest) },
    'import-report-1': { $id: 'touchstone.import-report/1', title: 'Import report', ...z.toJSONSchema(ImportReport) },
    'trace-1': { $id: 'touchstone.trace/1', title: 'Trace', ...z.toJSONSchema(Trace) },
  }
}
