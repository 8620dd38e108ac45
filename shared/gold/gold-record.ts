/** `touchstone.gold/1`: one line per segment, and one per trace. Keys are written in the order in which they stand here. */
import * as z from 'zod/mini'
import { ReasonCode } from '../adjudication/decision.ts'
import { LabelValue } from '../labels/label.ts'

const count = z.int().check(z.nonnegative())
const nullableText = z.nullable(z.string())

export const GoldStatus = z.enum(['adjudicated', 'not_assessed', 'single', 'unanimous', 'majority', 'unresolved'])
export type GoldStatus = z.infer<typeof GoldStatus>

export const GoldVote = z.strictObject({ rater: z.string(), value: LabelValue, at: z.string() })
export type GoldVote = z.infer<typeof GoldVote>

/** Half-open code-point offsets into the text of the segment; in trace lines `segment` says which one. */
export const GoldEvidence = z.strictObject({
  segment: z.optional(z.string()),
  start: count,
  end: count,
  quote: z.string(),
  rater: z.string(),
})
export type GoldEvidence = z.infer<typeof GoldEvidence>

export const GoldDecision = z.strictObject({ by: z.string(), at: z.string(), reason: ReasonCode, note: z.string(), judgeSeen: z.boolean() })
export type GoldDecision = z.infer<typeof GoldDecision>

export const GoldLabel = z.strictObject({
  name: z.string(),
  value: z.nullable(z.boolean()),
  status: GoldStatus,
  blind: z.nullable(z.boolean()),
  votes: z.array(GoldVote),
  evidence: z.array(GoldEvidence),
  decision: z.nullable(GoldDecision),
})
export type GoldLabel = z.infer<typeof GoldLabel>

export const Split = z.enum(['calibration', 'dev', 'heldout'])
export type Split = z.infer<typeof Split>

export const GoldRecord = z.strictObject({
  schema: z.literal('touchstone.gold/1'),
  level: z.enum(['segment', 'trace']),
  project: z.string(),
  release: z.nullable(z.int()),
  round: z.string(),
  trace: z.strictObject({
    id: z.string(),
    sha256: z.string(),
    source: z.strictObject({ format: z.string(), file: z.string(), nativeIds: z.array(z.string()) }),
    model: nullableText,
    framework: nullableText,
    benchmark: nullableText,
    task: nullableText,
    agents: z.array(z.string()),
    outcome: z.strictObject({ success: z.nullable(z.boolean()), rule: nullableText, scores: z.record(z.string(), z.number()) }),
    licence: nullableText,
  }),
  segment: z.nullable(
    z.strictObject({ id: z.string(), index: count, steps: z.tuple([count, count]), sha256: z.string(), text: z.string() }),
  ),
  codebook: z.strictObject({ id: z.string(), version: z.string(), sha256: z.string() }),
  split: Split,
  sampling: z.optional(z.strictObject({ stratum: nullableText, weight: z.number() })),
  labels: z.record(z.string(), GoldLabel),
  decisive: z.nullable(z.strictObject({ segment: z.string(), agent: z.string() })),
  taskCompleted: z.nullable(z.boolean()),
})
export type GoldRecord = z.infer<typeof GoldRecord>

export const GoldManifest = z.strictObject({
  schema: z.literal('touchstone.gold-manifest/1'),
  project: z.string(),
  release: z.nullable(z.int()),
  round: z.string(),
  /** Null for a draft, whose bytes must not change with the clock. */
  createdAt: nullableText,
  /** The place in the project's event log that this is the state of. */
  sequence: count,
  codebook: z.strictObject({ id: z.string(), version: z.string(), sha256: z.string() }),
  traces: count,
  segments: count,
  /** Segment cells by mode and status. */
  statuses: z.record(z.string(), z.partialRecord(GoldStatus, count)),
  /** Agreement at that moment; null for a coefficient that is undefined, with its reason. */
  agreement: z.strictObject({
    pooledKappa: z.nullable(z.number()),
    modes: z.record(
      z.string(),
      z.strictObject({ kappa: z.nullable(z.number()), reason: nullableText, observed: z.nullable(z.number()), n: count }),
    ),
  }),
  files: z.array(z.strictObject({ name: z.string(), lines: count, bytes: count, sha256: z.string() })),
})
export type GoldManifest = z.infer<typeof GoldManifest>
