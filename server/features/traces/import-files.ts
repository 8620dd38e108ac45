import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FileReport, ImportReport, TraceReport } from '../../../shared/traces/import-report.ts'
import type { Warning } from '../../../shared/traces/model.ts'
import { redactTrace, secretsSentence } from '../../../shared/traces/secrets/redact-trace.ts'
import { type Deps, nowText } from '../../deps.ts'
import { recordEvent } from '../../event-log.ts'
import { sha256 } from '../../hash.ts'
import { bytesOf, type FileToImport, isReadable, type ReadableFile } from './file-to-import.ts'
import type { ImportOptions } from './import-options.ts'
import { gatherSet, type JoinedFiles } from './import-set.ts'
import { importTrace, type Seen } from './import-trace.ts'
import { maskSecrets } from './mask-secrets.ts'
import { readTraceFile } from './read-file.ts'

type Run = { readonly deps: Deps; readonly options: ImportOptions; readonly seen: Seen; readonly joined: JoinedFiles }

/**
 * Reads the files of one import and keeps what they hold, each trace in a transaction of its own; the report says what became of each.
 * A file that could not be received ends the import with its error, after those before it were kept.
 */
export async function importFiles(
  deps: Deps,
  files: AsyncIterable<FileToImport> | Iterable<FileToImport>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { received, failure } = await receive(files)
  const { maxFileBytes, maxUploadBytes } = deps.config
  const set = await gatherSet(received, { fileBytes: maxFileBytes, totalBytes: maxUploadBytes }, nextTurn)
  const run: Run = { deps, options, seen: new Map(), joined: set.joined }
  const reports: FileReport[] = []
  try {
    for (const file of set.files) reports.push(await importFile(run, file))
  } finally {
    // Also when a later file failed: what was kept was kept.
    await announce(deps, totalsOf(reports), options)
  }
  if (failure !== null) throw failure.error
  const whole = reports.map((report) => (set.joined.has(report.file) ? joinedReport(report, set.joined) : report))
  return { schema: 'touchstone.import-report/1', files: whole, totals: totalsOf(whole) }
}

async function receive(files: AsyncIterable<FileToImport> | Iterable<FileToImport>) {
  const received: FileToImport[] = []
  try {
    for await (const file of files) received.push(file)
    return { received, failure: null }
  } catch (error) {
    return { received, failure: { error } }
  }
}

async function announce(deps: Deps, totals: ImportReport['totals'], { projectId, actorId, isDryRun }: ImportOptions): Promise<void> {
  const count = totals.new + totals.changed
  if (isDryRun || projectId === null || count === 0) return
  const event = { type: 'traces.imported', mutationId: null, count } as const
  await deps.writer.write((write) => recordEvent(deps, write, { projectId, event, actorId, at: nowText(deps) }))
}

async function importFile(run: Run, file: FileToImport): Promise<FileReport> {
  if (!isReadable(file)) return refused(file.name, file.refusal)
  // Its result is known when all traces were read.
  if (run.joined.has(file.name)) return refused(file.name, '')
  let bytes: Uint8Array
  try {
    bytes = bytesOf(file)
  } catch (error) {
    return refused(file.name, error instanceof Error ? error.message : String(error))
  }
  return importBytes(run, { name: file.name, bytes })
}

async function importBytes({ deps, options, seen, joined }: Run, file: ReadableFile & { readonly bytes: Uint8Array }): Promise<FileReport> {
  const { format: chosen, columns } = options
  const reading = readTraceFile(file, { format: chosen, columns, limits: { fileBytes: deps.config.maxFileBytes } })
  // Stars instead of secrets, in the decoded bytes: anchors count in them, and they decode to themselves.
  const kept = options.isRedacted ? maskSecrets(reading.decoded) : file.bytes
  const source = { name: file.name, bytes: kept, sha256: sha256(kept), isStored: false }
  const traces: TraceReport[] = []
  const ofTraces: Warning[] = []
  const secrets = new Map<string, number>()
  for (const imported of reading.traces) {
    const found = joined.addTo(imported.trace, file.name)
    const { trace: redacted, counts } = redactTrace(found)
    const whole = { ...imported, trace: options.isRedacted ? redacted : found }
    traces.push(await importTrace(deps, whole, { ordinal: traces.length, source, options, seen }))
    ofTraces.push(...imported.warnings)
    for (const [kind, count] of counts) secrets.set(kind, (secrets.get(kind) ?? 0) + count)
    options.onTrace?.(imported.raw.end - imported.raw.start)
    // A large file must not keep others from being answered.
    await nextTurn()
  }
  // Complete only now: reading is lazy, and what was refused shows on the way.
  const warnings = [...reading.warnings, ...ofTraces, ...secretsWarning(secrets, options.isRedacted ?? false)]
  const { format, formatVersion, score, runnerUp, reason } = reading
  return {
    file: file.name,
    format,
    formatVersion,
    score,
    runnerUp,
    result: resultOf(reading.result, reading.warnings),
    reason,
    traces,
    warnings,
  }
}

function secretsWarning(secrets: ReadonlyMap<string, number>, isRedacted: boolean): Warning[] {
  const count = [...secrets.values()].reduce((sum, one) => sum + one, 0)
  if (count === 0) return []
  return [{ code: 'secrets-found', message: secretsSentence(secrets, isRedacted), count, line: null }]
}

function refused(file: string, reason: string): FileReport {
  return { file, format: null, formatVersion: null, score: 0, runnerUp: null, result: 'refused', reason, traces: [], warnings: [] }
}

function joinedReport(report: FileReport, joined: JoinedFiles): FileReport {
  const result = joined.resultOf(report.file)
  if (result === null) return report
  if (result.traces === 0) return { ...report, format: result.format, score: 1, reason: result.alone }
  const what = result.traces === 1 ? 'a trace' : `${result.traces} traces`
  return { ...report, format: result.format, score: 1, result: 'joined', reason: `It was joined to ${what} of this import.` }
}

/** Warnings that say a record of the file is not in what was imported. */
const LEFT_OUT: ReadonlySet<string> = new Set(['record-refused', 'record-too-large'])

function resultOf(result: 'read' | 'refused', warnings: readonly Warning[]): FileReport['result'] {
  if (result === 'refused') return 'refused'
  return warnings.some((warning) => LEFT_OUT.has(warning.code)) ? 'partial' : 'imported'
}

function totalsOf(files: readonly FileReport[]): ImportReport['totals'] {
  const traces = files.flatMap((file) => file.traces)
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
  const withStatus = (status: TraceReport['status']) => traces.filter((trace) => trace.status === status).length
  return {
    files: files.length,
    traces: traces.length,
    new: withStatus('new'),
    identical: withStatus('identical'),
    changed: withStatus('changed'),
    refused: files.filter((file) => file.result === 'refused').length,
    steps: sum(traces.map((trace) => trace.steps)),
    segments: sum(traces.map((trace) => trace.segments)),
    warnings: sum(files.flatMap((file) => file.warnings.map((warning) => warning.count))),
  }
}
