import { cutSegments } from '../../../shared/segments/cut.ts'
import { DEFAULT_SEGMENT_POLICY } from '../../../shared/segments/policy.ts'
import { countTrace } from '../../../shared/traces/count-trace.ts'
import type { TraceReport } from '../../../shared/traces/import-report.ts'
import { type Deps, nowText } from '../../deps.ts'
import { compress } from './compress.ts'
import { identifyTrace, type TraceIdentity } from './identity.ts'
import type { ImportOptions } from './import-options.ts'
import type { TraceReading } from './read-file.ts'
import { storeTrace } from './store-trace.ts'

/** Traces of this import so far: of two that are the same, the second is identical. */
export type Seen = Map<string, TraceIdentity>
/** The file a trace came from; its bytes are kept once, with the first of its traces. */
export type Source = { readonly name: string; readonly bytes: Uint8Array; readonly sha256: string; isStored: boolean }
type Context = { ordinal: number; source: Source; options: ImportOptions; seen: Seen }

/** Keeps one trace, or says that it is there. */
export async function importTrace(deps: Deps, imported: TraceReading, context: Context): Promise<TraceReport> {
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
