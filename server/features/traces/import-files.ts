import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { cutSegments } from '../../../shared/segments/cut.ts'
import { DEFAULT_SEGMENT_POLICY, type SegmentPolicy } from '../../../shared/segments/policy.ts'
import { countTrace } from '../../../shared/traces/count-trace.ts'
import type { FileReport, ImportReport, TraceReport } from '../../../shared/traces/import-report.ts'
import type { Warning } from '../../../shared/traces/model.ts'
import { type Deps, nowText } from '../../deps.ts'
import { recordEvent } from '../../event-log.ts'
import { sha256 } from '../../hash.ts'
import { identifyTrace, type TraceIdentity } from './identity.ts'
import { readTraceFile, type TraceReading } from './read-file.ts'
import { storeTrace } from './store-trace.ts'

const compress = promisify(gzip)

export type FileToImport = { readonly name: string; readonly bytes: Uint8Array }

export type ImportOptions = {
  /** null only for a dry run without a project: then every trace is new. */
  readonly projectId: string | null
  readonly actorId: string | null
  readonly format?: string | undefined
  readonly policy?: SegmentPolicy | undefined
  readonly isDryRun: boolean
}

type Seen = Map<string, TraceIdentity>

/** Reads files one after the other and keeps what they hold, each trace in a transaction of its own; the report says what became of each. */
export async function importFiles(
  deps: Deps,
  files: AsyncIterable<FileToImport> | Iterable<FileToImport>,
  options: ImportOptions,
): Promise<ImportReport> {
  const reports: FileReport[] = []
  const seen: Seen = new Map()
  try {
    for await (const file of files) reports.push(await importFile(deps, file, options, seen))
  } finally {
    // Also when a later file could not be received: what was kept was kept.
    await announce(deps, totalsOf(reports), options)
  }
  return { schema: 'touchstone.import-report/1', files: reports, totals: totalsOf(reports) }
}

async function announce(deps: Deps, totals: ImportReport['totals'], { projectId, actorId, isDryRun }: ImportOptions): Promise<void> {
  const count = totals.new + totals.changed
  if (isDryRun || projectId === null || count === 0) return
  const event = { type: 'traces.imported', mutationId: null, count } as const
  await deps.writer.write((write) => recordEvent(deps, write, { projectId, event, actorId, at: nowText(deps) }))
}

async function importFile(deps: Deps, file: FileToImport, options: ImportOptions, seen: Seen): Promise<FileReport> {
  const reading = readTraceFile(file, { format: options.format, limits: { fileBytes: deps.config.maxFileBytes } })
  const source = { name: file.name, sha256: sha256(file.bytes), bytes: file.bytes, isStored: false }
  const traces: TraceReport[] = []
  const ofTraces: Warning[] = []
  for (const imported of reading.traces) {
    traces.push(await importTrace(deps, imported, { ordinal: traces.length, source, options, seen }))
    ofTraces.push(...imported.warnings)
  }
  // Complete only now: reading is lazy, and what was refused shows on the way.
  const warnings = [...reading.warnings, ...ofTraces]
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

function resultOf(result: 'read' | 'refused', warnings: readonly Warning[]): FileReport['result'] {
  if (result === 'refused') return 'refused'
  return warnings.some((warning) => warning.code === 'record-refused') ? 'partial' : 'imported'
}

type Source = FileToImport & { readonly sha256: string; isStored: boolean }
type Context = { ordinal: number; source: Source; options: ImportOptions; seen: Seen }

async function importTrace(deps: Deps, imported: TraceReading, context: Context): Promise<TraceReport> {
  const { trace, raw } = imported
  const { options, source, seen } = context
  const policy = options.policy ?? DEFAULT_SEGMENT_POLICY
  const identity = identifyTrace(options.projectId ?? 'dry-run', trace, { file: source.name, ordinal: context.ordinal })
  let status = await statusOf(deps, identity, options.projectId, seen)
  seen.set(identity.id, identity)
  if (status !== 'identical' && !options.isDryRun && options.projectId !== null) {
    const { projectId } = options
    await storeSource(deps, source)
    const place = { name: source.name, sha256: source.sha256, start: raw.start, end: raw.end }
    const isStored = await deps.writer.write(({ trx }) =>
      storeTrace(trx, { projectId, identity, trace, policy, source: place, at: nowText(deps) }),
    )
    if (!isStored) status = 'identical'
  }
  const { steps, toolCalls, toolResults, textChars, priorLabels } = countTrace(trace)
  return {
    id: identity.id,
    title: trace.title,
    status,
    steps,
    segments: cutSegments(trace.steps, policy).length,
    agents: trace.agents,
    toolCalls,
    toolResults,
    rawBytes: raw.end - raw.start,
    textChars,
    success: trace.outcome?.success ?? null,
    priorLabels,
  }
}

async function statusOf(deps: Deps, identity: TraceIdentity, projectId: string | null, seen: Seen): Promise<TraceReport['status']> {
  if (seen.has(identity.id)) return 'identical'
  const hasSameKey = [...seen.values()].some((other) => other.nativeKey === identity.nativeKey)
  if (projectId === null) return hasSameKey ? 'changed' : 'new'
  const held = await deps.db
    .selectFrom('trace')
    .select('id')
    .where('project_id', '=', projectId)
    .where((eb) => eb.or([eb('id', '=', identity.id), eb('native_key', '=', identity.nativeKey)]))
    .execute()
  if (held.some((row) => row.id === identity.id)) return 'identical'
  return held.length > 0 || hasSameKey ? 'changed' : 'new'
}

/** The bytes as they came, once per file, compressed off the main thread. */
async function storeSource(deps: Deps, source: Source): Promise<void> {
  if (source.isStored) return
  const compressed = await compress(source.bytes)
  await deps.writer.write(({ trx }) =>
    trx
      .insertInto('source_file')
      .values({ sha256: source.sha256, size: source.bytes.byteLength, compressed })
      .onConflict((oc) => oc.column('sha256').doNothing())
      .execute(),
  )
  source.isStored = true
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
