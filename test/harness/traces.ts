import { mast14 } from '../../shared/codebooks/mast-14.ts'
import type { LabelValue, SegmentLabels } from '../../shared/labels/label.ts'
import { nothingHere } from '../../shared/labels/nothing-here.ts'
import type { Trace } from '../../shared/traces/model.ts'

/** A trace with one agent step per text; cut by step, each text is one segment. */
export function traceOf(name: string, texts: readonly string[], more: Partial<Trace> = {}): Trace & { schema: string } {
  return {
    schema: 'touchstone.trace/1',
    title: name,
    task: `Task of ${name}`,
    format: 'touchstone',
    formatVersion: null,
    nativeIds: [name],
    framework: 'None',
    benchmark: null,
    model: null,
    agents: ['agent'],
    lanes: ['main'],
    steps: texts.map((text, index) => ({
      index,
      actor: 'agent',
      role: 'agent',
      rawRole: null,
      lane: 'main',
      at: null,
      model: null,
      tokens: null,
      parts: [{ kind: 'text', visibility: 'main', text, format: 'plain' }],
      anchors: [],
      links: [],
    })),
    links: [],
    outcome: null,
    priorLabels: [],
    licence: null,
    ...more,
  }
}

export function fileOf(name: string, content: unknown): { name: string; bytes: Uint8Array } {
  return { name, bytes: Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)) }
}

export const codebook = { id: mast14.id, version: mast14.version }

/** "Nothing here", except for what is said. */
export function labels(
  values: Readonly<Record<string, LabelValue>> = {},
  more: Partial<Omit<SegmentLabels, 'values'>> = {},
): SegmentLabels {
  return { values: { ...nothingHere(mast14), ...values }, evidence: [], notes: {}, decisive: false, bulk: false, ...more }
}
