/** Bodies of the HTTP interface, both ways. Routes stand in `server/features/<name>/routes.ts`; `docs/protocol.md` lists them. */
import * as z from 'zod/mini'
import { Role } from '../accounts/role.ts'
import { DecisionView } from '../adjudication/decision.ts'
import { RoundPolicy, SeatView } from '../assignments/seat.ts'
import { CodebookId, ModeId, ProjectId, RoundId, SegmentId, TraceId, UserId } from '../ids.ts'
import { LabelValue, LabelVector } from '../labels/label.ts'
import { Part } from '../traces/model.ts'

const count = z.int().check(z.nonnegative())
const nullableText = z.nullable(z.string())

/** What every refusal looks like. */
export const ProblemBody = z.strictObject({ error: z.strictObject({ code: z.string(), message: z.string() }) })
export type ProblemBody = z.infer<typeof ProblemBody>

export const Me = z.strictObject({
  user: z.strictObject({ id: UserId, name: z.string() }),
  projects: z.array(z.strictObject({ id: ProjectId, name: z.string(), role: Role })),
})
export type Me = z.infer<typeof Me>

export const CodebookRef = z.strictObject({ id: CodebookId, version: z.string() })
export type CodebookRef = z.infer<typeof CodebookRef>

export const RoundView = z.strictObject({
  id: RoundId,
  number: count,
  name: z.string(),
  state: z.enum(['open', 'closed']),
  codebook: CodebookRef,
  overlap: count,
  policy: RoundPolicy,
  traces: count,
  openedAt: z.string(),
  /** When votes were shown to the annotators, or null. */
  revealedAt: nullableText,
})
export type RoundView = z.infer<typeof RoundView>

export const ProjectView = z.strictObject({
  id: ProjectId,
  name: z.string(),
  role: Role,
  rounds: z.array(RoundView),
  /** For leads; null for annotators. `openCells` wait for a decision, over all rounds. */
  counts: z.nullable(z.strictObject({ traces: count, openCells: count })),
})
export type ProjectView = z.infer<typeof ProjectView>

export const Member = z.strictObject({ id: UserId, name: z.string(), role: Role })
export type Member = z.infer<typeof Member>

/** A row of the list of traces (leads). */
export const TraceRow = z.strictObject({
  id: TraceId,
  title: z.string(),
  format: z.string(),
  framework: nullableText,
  model: nullableText,
  benchmark: nullableText,
  segments: count,
  success: z.nullable(z.boolean()),
  importedAt: z.string(),
  rounds: z.array(count),
})
export type TraceRow = z.infer<typeof TraceRow>

/** One row of the outline. */
export const OutlineRow = z.strictObject({
  id: SegmentId,
  index: count,
  actor: z.string(),
  role: z.string(),
  lane: z.string(),
  title: z.string(),
  at: nullableText,
  hasError: z.boolean(),
  textLength: count,
})
export type OutlineRow = z.infer<typeof OutlineRow>

/** A trace as its readers see it; model, outcome and prior labels are for leads only (null for annotators). */
export const TraceView = z.strictObject({
  id: TraceId,
  title: z.string(),
  task: nullableText,
  framework: nullableText,
  agents: z.array(z.string()),
  lanes: z.array(z.string()),
  segments: z.array(OutlineRow),
  model: nullableText,
  benchmark: nullableText,
  outcome: z.nullable(z.strictObject({ success: z.nullable(z.boolean()), rule: nullableText, scores: z.record(z.string(), z.number()) })),
})
export type TraceView = z.infer<typeof TraceView>

/** A visible part with its code-point range in the segment's text, for placing evidence. */
export const PartView = z.strictObject({ step: count, start: count, end: count, part: Part })
export type PartView = z.infer<typeof PartView>

export const SegmentView = z.strictObject({
  id: SegmentId,
  index: count,
  actor: z.string(),
  role: z.string(),
  lane: z.string(),
  at: nullableText,
  steps: z.tuple([count, count]),
  tokens: z.nullable(count),
  calls: count,
  parts: z.array(PartView),
})
export type SegmentView = z.infer<typeof SegmentView>
export const SegmentViews = z.strictObject({ segments: z.array(SegmentView) })

/** The answer to "give me work": a seat, or why there is none and when the next could free up. */
export const WorkAnswer = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('seat'), seat: SeatView }),
  z.strictObject({ kind: z.literal('none'), message: z.string(), heldByOthers: count, nextFreesAt: nullableText }),
])
export type WorkAnswer = z.infer<typeof WorkAnswer>

/** Hands out work: these traces, this many annotators each. */
export const NewRound = z.strictObject({
  name: z.string().check(z.trim(), z.minLength(1), z.maxLength(120)),
  traces: z.array(TraceId).check(z.minLength(1)),
  /** Traces of which only some segments are to be labelled, with these segments; all of them where a trace is not named. */
  segments: z._default(z.record(TraceId, z.array(SegmentId).check(z.minLength(1))), {}),
  overlap: z.int().check(z.gte(1), z.lte(20)),
  policy: RoundPolicy,
})
export type NewRound = z.infer<typeof NewRound>

export const CellStateName = z.enum(['agree', 'disagree', 'unsure', 'incomplete', 'settled', 'reopened'])

/** A row of the adjudication queue; votes are shuffled per cell and carry no name. */
export const CellRow = z.strictObject({
  roundId: RoundId,
  traceId: TraceId,
  traceTitle: z.string(),
  segmentId: SegmentId,
  segmentIndex: count,
  mode: ModeId,
  state: CellStateName,
  votes: z.array(LabelValue),
  /** The mode that the other side marked instead (both present only once, crosswise), or null. */
  confusedWith: z.nullable(ModeId),
  decision: z.nullable(DecisionView),
})
export type CellRow = z.infer<typeof CellRow>
export const CellQueue = z.strictObject({ cells: z.array(CellRow), total: count, settled: count })
export type CellQueue = z.infer<typeof CellQueue>

/** One cell in full. Letters stand for raters, shuffled per cell. */
export const CellDetail = z.strictObject({
  cell: CellRow,
  votes: z.array(
    z.strictObject({
      letter: z.string(),
      value: LabelValue,
      note: nullableText,
      evidence: z.array(z.strictObject({ start: count, end: count, quote: z.string() })),
      /** Other modes this rater marked present in the segment. */
      alsoPresent: z.array(ModeId),
    }),
  ),
  /** True when the viewer is one of the raters. */
  youVoted: z.boolean(),
  history: z.array(DecisionView),
  precedents: z.array(
    z.strictObject({
      value: z.enum(['present', 'absent', 'not_assessable']),
      reason: z.string(),
      note: z.string(),
      traceTitle: z.string(),
      segmentIndex: count,
    }),
  ),
})
export type CellDetail = z.infer<typeof CellDetail>

const saidOfSegment = z.strictObject({ segmentId: SegmentId, values: LabelVector })

/** What others said of a trace, beside what the viewer said; letters stand for annotators, in an order of the trace's own. */
export const PeerLabels = z.strictObject({
  mine: z.array(saidOfSegment),
  peers: z.array(z.strictObject({ letter: z.string(), segments: z.array(saidOfSegment) })),
})
export type PeerLabels = z.infer<typeof PeerLabels>

/** What a draft of the gold would hold now. */
export const GoldPreview = z.strictObject({
  roundId: RoundId,
  traces: count,
  segments: count,
  /** Cells by status. */
  statuses: z.record(z.string(), count),
  files: z.array(z.strictObject({ name: z.string(), path: z.string() })),
})
export type GoldPreview = z.infer<typeof GoldPreview>

export const Created = z.strictObject({ id: z.string() })

/**
 * What a step was made of: ranges of bytes in the decoded source file (unpacked, in UTF-8), with their text. `isCut` = there is more than
 * is given here.
 */
export const RawStep = z.strictObject({
  file: z.string(),
  sha256: z.string(),
  pieces: z.array(z.strictObject({ start: count, end: count, text: z.string() })),
  isCut: z.boolean(),
})
export type RawStep = z.infer<typeof RawStep>
