/**
 * The votes of the demo, as `labels.json` holds them. Only what deviates is written down: within the first `through` segments
 * of a seat, every mode that is not listed is absent. Segments are numbered from 0, as `cutSegments` by turn numbers them.
 */
import * as z from 'zod/mini'
import { DecisionValue, ReasonCode } from '../../shared/adjudication/decision.ts'
import { BlindPolicy } from '../../shared/assignments/seat.ts'
import { CodebookId, ModeId, UserId } from '../../shared/ids.ts'

const index = z.int().check(z.nonnegative())
/** The name of a file in `traces/`. */
const traceFile = z.string().check(z.regex(/^[a-z0-9-]+\.trace\.json$/))
const words = z.string().check(z.minLength(1))

/** A mode that an annotator left undecided or found not applicable. */
export const DemoAbstention = z.strictObject({ segment: index, mode: ModeId, note: z.optional(words) })
export type DemoAbstention = z.infer<typeof DemoAbstention>

/** A mode found; `quote` stands word for word in the segment's text, and its first occurrence is meant. */
export const DemoFinding = z.strictObject({ segment: index, mode: ModeId, quote: z.optional(words), note: z.optional(words) })
export type DemoFinding = z.infer<typeof DemoFinding>

/** What one annotator has submitted of one trace. */
export const DemoSeat = z.strictObject({
  trace: traceFile,
  annotator: UserId,
  /** How many segments are submitted, from the first on. */
  through: index,
  /** Whether the trace as a whole is submitted, with the annotator's answer to "was the task completed?" (null = cannot tell). */
  isFinished: z.boolean(),
  taskCompleted: z.nullable(z.boolean()),
  present: z.array(DemoFinding),
  unsure: z.array(DemoAbstention),
  notApplicable: z.array(DemoAbstention),
  /** Segments in which the run was lost. */
  decisive: z.array(index),
})
export type DemoSeat = z.infer<typeof DemoSeat>

/** A cell that the lead has settled. */
export const DemoDecision = z.strictObject({
  trace: traceFile,
  segment: index,
  mode: ModeId,
  value: DecisionValue,
  reason: ReasonCode,
  note: words,
})
export type DemoDecision = z.infer<typeof DemoDecision>

export const DemoRound = z.strictObject({
  number: z.int().check(z.positive()),
  name: words,
  state: z.enum(['open', 'closed']),
  overlap: z.int().check(z.positive()),
  blind: BlindPolicy,
  traces: z.array(traceFile),
  seats: z.array(DemoSeat),
  decisions: z.array(DemoDecision),
})
export type DemoRound = z.infer<typeof DemoRound>

export const DemoLabels = z.strictObject({
  schema: z.literal('touchstone.demo-labels/1'),
  codebook: z.strictObject({ id: CodebookId, version: z.string() }),
  users: z.array(z.strictObject({ id: UserId, name: words, role: z.enum(['annotator', 'lead']) })),
  rounds: z.array(DemoRound),
})
export type DemoLabels = z.infer<typeof DemoLabels>
