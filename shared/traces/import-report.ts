import * as z from 'zod/mini'
import { Warning } from './model.ts'

const count = z.int().check(z.nonnegative())
const nullableText = z.nullable(z.string())

/** One trace of a file, as it stands in the project now. */
export const TraceReport = z.strictObject({
  id: z.string(),
  title: z.string(),
  status: z.enum(['new', 'identical', 'changed']),
  steps: count,
  segments: count,
  agents: z.array(z.string()),
  toolCalls: count,
  toolResults: count,
  rawBytes: count,
  textChars: count,
  success: z.nullable(z.boolean()),
  priorLabels: z.strictObject({ human: count, judge: count }),
})
export type TraceReport = z.infer<typeof TraceReport>

/** One file: what it was taken for, what came of it, and why. `joined` = it added to other traces and holds none itself. */
export const FileReport = z.strictObject({
  file: z.string(),
  format: nullableText,
  formatVersion: nullableText,
  score: z.number(),
  runnerUp: z.nullable(z.strictObject({ format: z.string(), score: z.number() })),
  result: z.enum(['imported', 'partial', 'joined', 'refused']),
  reason: nullableText,
  traces: z.array(TraceReport),
  warnings: z.array(Warning),
})
export type FileReport = z.infer<typeof FileReport>

/** What an import did, file by file. */
export const ImportReport = z.strictObject({
  schema: z.literal('touchstone.import-report/1'),
  files: z.array(FileReport),
  totals: z.strictObject({
    files: count,
    traces: count,
    new: count,
    identical: count,
    changed: count,
    refused: count,
    steps: count,
    segments: count,
    warnings: count,
  }),
})
export type ImportReport = z.infer<typeof ImportReport>
