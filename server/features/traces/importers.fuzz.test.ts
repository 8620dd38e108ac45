import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutSegments } from '../../../shared/segments/cut.ts'
import { segmentText } from '../../../shared/segments/segment-text.ts'
import type { SourceRecord } from '../../../shared/traces/importer.ts'
import { importers } from '../../../shared/traces/importers.ts'
import type { Json } from '../../../shared/traces/json/json.ts'
import { Trace } from '../../../shared/traces/model.ts'
import { WarningList } from '../../../shared/traces/warnings.ts'
import { openFile } from './containers/open-file.ts'
import { decodedRecords } from './decode-records.ts'

const folder = new URL('../../../test/fixtures/', import.meta.url)

/** All records of all our fixtures: what an importer is written for, and what it is not. */
const corpus = readdirSync(folder).flatMap((name) => {
  const opened = openFile(readFileSync(new URL(name, folder)), 1_000_000)
  if (!opened.ok) return []
  const records = [...decodedRecords(opened.bytes, opened.parts, 1_000_000, new WarningList())]
  return [{ name, shape: opened.parts.shape, records }]
})

const junk: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    null,
    true,
    0,
    -1,
    1.5,
    '',
    'x',
    '{',
    '[]',
    '{"a":1}',
    [],
    {},
    [null],
    [[]],
    { role: 'user' },
    { type: 'message' },
    { content: [null, 7, {}] },
  ),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
)

/** A copy of a value in which one place, chosen by the numbers, holds something else, or is gone. */
function broken(value: Json, path: readonly number[], replacement: Json | undefined): Json {
  const [step, ...rest] = path
  const keys = typeof value === 'object' && value !== null ? Object.keys(value) : []
  const key = step === undefined || keys.length === 0 ? undefined : keys[step % keys.length]
  if (key === undefined) return replacement ?? null
  const inner = Reflect.get(Object(value), key) as Json
  const entries = Object.entries(Object(value) as Record<string, Json>).flatMap(([name, one]): [string, Json][] => {
    if (name !== key) return [[name, one]]
    return rest.length === 0 && replacement === undefined
      ? []
      : [[name, rest.length === 0 ? (replacement ?? null) : broken(inner, rest, replacement)]]
  })
  return Array.isArray(value) ? entries.map(([, one]) => one) : Object.fromEntries(entries)
}

const damage = fc.record({
  file: fc.nat(),
  record: fc.nat(),
  path: fc.array(fc.nat(12), { maxLength: 8 }),
  replacement: fc.option(junk, { nil: undefined }),
})

it.each(importers.map((importer) => [importer.format, importer] as const))(
  '%s never throws, whatever its records hold, and what it makes is a trace',
  (_format, importer) => {
    fc.assert(
      fc.property(damage, (where) => {
        const file = corpus[where.file % corpus.length]
        if (file === undefined) return
        const records = file.records.map(
          (record, index): SourceRecord =>
            index === where.record % file.records.length
              ? { ...record, value: broken(record.value, where.path, where.replacement) }
              : record,
        )
        importer.detect({ file: file.name, shape: file.shape, records })
        for (const imported of importer.read({ file: file.name, shape: file.shape, records })) {
          if (imported.kind === 'refused') expect(imported.reason).toMatch(/\.$/)
          else {
            expect(Trace.safeParse(imported.trace).error).toBeUndefined()
            for (const range of cutSegments(imported.trace.steps))
              segmentText(imported.trace.steps.slice(range.firstStep, range.lastStep + 1))
          }
        }
      }),
      { numRuns: 400 },
    )
  },
)
