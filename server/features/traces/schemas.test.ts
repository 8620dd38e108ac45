import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { ImportReport } from '../../../shared/traces/import-report.ts'
import { Trace } from '../../../shared/traces/model.ts'

it.each([
  ['import-report-1', { $id: 'touchstone.import-report/1', title: 'Import report', ...z.toJSONSchema(ImportReport) }],
  ['trace-1', { $id: 'touchstone.trace/1', title: 'Trace', ...z.toJSONSchema(Trace) }],
])('the published schema %s says what the code checks', (name, schema) => {
  const published = readFileSync(new URL(`../../../docs/schema/${name}.schema.json`, import.meta.url), 'utf8')
  expect(JSON.parse(published)).toEqual(JSON.parse(JSON.stringify(schema)))
})
