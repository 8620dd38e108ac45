import type { SegmentRange } from '../../../shared/segments/cut.ts'
import type { Step, Trace } from '../../../shared/traces/model.ts'
import { canonicalJson, idFromContent, sha256 } from '../../hash.ts'

/** Where the bytes lay says nothing about the content: the same run in another file is the same trace. */
function withoutAnchors(steps: readonly Step[]): unknown[] {
  return steps.map(({ anchors: _place, ...content }) => content)
}

export type TraceIdentity = { readonly id: string; readonly contentSha256: string; readonly nativeKey: string }

/**
 * Who a trace is: `contentSha256` tells identical from changed, `nativeKey` tells changed from new. A source without ids of
 * its own is known by its file and place in it.
 */
export function identifyTrace(projectId: string, trace: Trace, place: { file: string; ordinal: number }): TraceIdentity {
  const contentSha256 = sha256(canonicalJson({ ...trace, steps: withoutAnchors(trace.steps) }))
  const native = trace.nativeIds[0]
  const nativeKey = native === undefined ? `${trace.format}:file:${place.file}#${place.ordinal}` : `${trace.format}:id:${native}`
  return { id: idFromContent('trace', projectId, contentSha256), contentSha256, nativeKey }
}

/** Identity of a segment: content hash and anchor inside its trace. */
export function identifySegment(traceId: string, range: SegmentRange, steps: readonly Step[]): { id: string; sha256: string } {
  const hash = sha256(canonicalJson(withoutAnchors(steps)))
  return { id: idFromContent('seg', traceId, `${range.firstStep}-${range.lastStep}`, hash), sha256: hash }
}
