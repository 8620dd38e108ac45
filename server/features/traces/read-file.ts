import { cleanTrace } from '../../../shared/traces/clean-text.ts'
import type { ColumnMapping, Imported, Importer, Source } from '../../../shared/traces/importer.ts'
import { findImporter, importers } from '../../../shared/traces/importers.ts'
import type { Anchor, Trace, Warning } from '../../../shared/traces/model.ts'
import { whyNoTrace } from '../../../shared/traces/not-a-trace.ts'
import { WarningList } from '../../../shared/traces/warnings.ts'
import { whoSpeaks } from '../../../shared/traces/who-speaks.ts'
import { chooseImporter } from './choose-importer.ts'
import { openFile } from './containers/open-file.ts'
import { decodedRecords, sampleOf } from './decode-records.ts'

/** What a file may cost. `fileBytes` bounds the file and what it unpacks to, `recordBytes` one line or list element (16 MiB). */
export type ReadLimits = { readonly fileBytes: number; readonly recordBytes?: number }

/** One trace of a file; `raw` is the byte range of its records in `decoded`. */
export type TraceReading = { readonly trace: Trace; readonly raw: Anchor; readonly warnings: readonly Warning[] }

/**
 * How a file was read. `traces` is made while it is walked, and can be walked once; `warnings` is complete only then. A record that made
 * no trace, in a file that has others, is a warning `record-refused`.
 */
export type FileReading = {
  readonly file: string
  readonly format: string | null
  readonly formatVersion: string | null
  readonly score: number
  readonly runnerUp: { readonly format: string; readonly score: number } | null
  readonly result: 'read' | 'refused'
  readonly reason: string | null
  /** The bytes that all ranges count in: the file's own, unless it was compressed or UTF-16. */
  readonly decoded: Uint8Array
  readonly traces: Iterable<TraceReading>
  readonly warnings: readonly Warning[]
}

export type ReadOptions = {
  readonly format?: string | undefined
  readonly columns?: ColumnMapping | undefined
  readonly limits: ReadLimits
}

const RECORD_BYTES = 16 * 1024 * 1024

/** Reads a file of any known format. Never throws because of what is in it: the worst file is a refusal with a reason. */
export function readTraceFile(file: { readonly name: string; readonly bytes: Uint8Array }, options: ReadOptions): FileReading {
  const opened = openFile(file.bytes, options.limits.fileBytes)
  const refuse = (reason: string, known: Partial<FileReading> = {}): FileReading => ({ ...nothingRead(file, reason), ...known })
  if (!opened.ok) return refuse(opened.reason)
  const { bytes, parts } = opened
  const warnings = new WarningList()
  const recordBytes = options.limits.recordBytes ?? RECORD_BYTES
  const sample = sampleOf(file.name, bytes, parts, recordBytes)
  if (!sample.ok) return refuse(sample.reason, { decoded: bytes })
  const chosen = options.format === undefined ? null : findImporter(options.format)
  if (chosen === undefined)
    return refuse(`There is no format ${options.format}; the formats are ${importers.map((one) => one.format).join(', ')}.`, {
      decoded: bytes,
    })
  const choice = chooseImporter(sample.sample, chosen)
  const seen = { decoded: bytes, score: choice.score, runnerUp: choice.runnerUp }
  if (choice.importer === null) return refuse(whyNoTrace(sample.sample) ?? choice.reason, seen)
  const known = { ...seen, format: choice.importer.format, formatVersion: choice.formatVersion }
  const records = decodedRecords(bytes, parts, recordBytes, warnings)
  const source: Source = { file: file.name, shape: parts.shape, records, columns: options.columns }
  const readings = checkedTraces(choice.importer, source, warnings)
  const first = readings.next()
  // Without a first trace the walk is over, and every reason stands in the warnings.
  if (first.done === true) return refuse(reasonOf(warnings.list()), { ...known, warnings: warnings.list() })
  return {
    file: file.name,
    ...known,
    result: 'read',
    reason: null,
    traces: chain(first.value, readings),
    get warnings() {
      return warnings.list()
    },
  }
}

function nothingRead(file: { readonly name: string; readonly bytes: Uint8Array }, reason: string): FileReading {
  return {
    file: file.name,
    format: null,
    formatVersion: null,
    score: 0,
    runnerUp: null,
    result: 'refused',
    reason,
    decoded: file.bytes,
    traces: [],
    warnings: [],
  }
}

function* chain(first: TraceReading, rest: Iterable<TraceReading>): Generator<TraceReading> {
  yield first
  yield* rest
}

function* checkedTraces(importer: Importer, source: Source, warnings: WarningList): Generator<TraceReading> {
  for (const imported of guarded(importer, source, warnings)) {
    if (imported.kind === 'refused') {
      warnings.add('record-refused', imported.reason, imported.line)
      continue
    }
    const trace = cleanTrace(imported.trace)
    const speakers = whoSpeaks(trace.steps)
    if (speakers === 'nobody') {
      warnings.add(
        'record-refused',
        `Nobody speaks in ${trace.title === 'Untitled trace' ? 'the trace' : `"${trace.title}"`}: it holds no word of a user or an agent.`,
      )
      continue
    }
    const own = new WarningList()
    own.addAll(imported.warnings)
    if (speakers === 'only-users') own.add('no-agent-turn', 'Only the user speaks; the agent never answers.')
    yield { trace, raw: imported.anchor, warnings: own.list() }
  }
}

/** An importer that throws is a fault of ours; the file is then refused from there on, and the others go on. */
function* guarded(importer: Importer, source: Source, warnings: WarningList): Generator<Imported> {
  try {
    yield* importer.read(source)
  } catch (error) {
    warnings.add('record-refused', `The ${importer.format} importer failed: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function reasonOf(warnings: readonly Warning[]): string {
  const refused = warnings.filter((warning) => warning.code === 'record-refused')
  const first = refused[0] ?? warnings[0]
  if (first === undefined) return 'It holds no trace.'
  return refused.length > 1 || first.count > 1
    ? `${first.message} (${refused.reduce((sum, one) => sum + one.count, 0)} records were refused.)`
    : first.message
}
