/**
 * What every importer makes: a trace of steps of parts. Laid down whole, so that a later importer only fills it.
 * Nothing here says how a file looked; `anchors` lead back into its bytes.
 */
import * as z from 'zod/mini'

/** `main` is read, `folded` is one key away, `hidden` is kept but never shown to annotators nor part of the segment's text. */
export const Visibility = z.enum(['main', 'folded', 'hidden'])
export type Visibility = z.infer<typeof Visibility>

/** Half-open byte range in the decoded bytes of the source file that a step came from. */
export const Anchor = z.strictObject({ start: z.int().check(z.nonnegative()), end: z.int().check(z.nonnegative()) })
export type Anchor = z.infer<typeof Anchor>

const visibility = { visibility: Visibility }
const nullableInt = z.nullable(z.int())
const nullableText = z.nullable(z.string())

export const TextPart = z.strictObject({ kind: z.literal('text'), ...visibility, text: z.string(), format: z.enum(['plain', 'markdown']) })
export const ReasoningPart = z.strictObject({ kind: z.literal('reasoning'), ...visibility, text: z.string() })
/** `arguments` is the text as the model wrote it; `callId` pairs it with its result. */
export const ToolCallPart = z.strictObject({
  kind: z.literal('tool_call'),
  ...visibility,
  callId: nullableText,
  name: z.string(),
  arguments: z.string(),
})
export const ToolResultPart = z.strictObject({
  kind: z.literal('tool_result'),
  ...visibility,
  callId: nullableText,
  text: z.string(),
  isError: z.nullable(z.boolean()),
  exitCode: nullableInt,
  durationMs: z.nullable(z.number()),
})
/** Output of a screen or console that no call asked for; ANSI codes are kept. */
export const TerminalPart = z.strictObject({
  kind: z.literal('terminal'),
  ...visibility,
  command: nullableText,
  text: z.string(),
  exitCode: nullableInt,
})
export const DiffPart = z.strictObject({ kind: z.literal('diff'), ...visibility, path: nullableText, text: z.string() })
/** An image or file that the trace carries or names; never loaded from elsewhere. */
export const FilePart = z.strictObject({
  kind: z.literal('file'),
  ...visibility,
  name: z.string(),
  mediaType: nullableText,
  bytes: nullableInt,
  sha256: nullableText,
})
/** One agent gives the work, or a message, to another. */
export const HandoffPart = z.strictObject({ kind: z.literal('handoff'), ...visibility, to: z.string(), text: z.string() })
/** History was summarised or cut at this place. */
export const CompactionPart = z.strictObject({ kind: z.literal('compaction'), ...visibility, text: z.string() })
/** Something that is there but cannot be read, such as encrypted reasoning. */
export const OpaquePart = z.strictObject({ kind: z.literal('opaque'), ...visibility, what: z.string(), bytes: nullableInt })
/** A record the importer does not know, kept as its JSON text. */
export const UnknownPart = z.strictObject({ kind: z.literal('unknown'), ...visibility, what: z.string(), text: z.string() })

export const Part = z.discriminatedUnion('kind', [
  TextPart,
  ReasoningPart,
  ToolCallPart,
  ToolResultPart,
  TerminalPart,
  DiffPart,
  FilePart,
  HandoffPart,
  CompactionPart,
  OpaquePart,
  UnknownPart,
])
export type Part = z.infer<typeof Part>
export type PartKind = Part['kind']

export const Role = z.enum(['system', 'user', 'agent', 'tool', 'environment'])
export type Role = z.infer<typeof Role>

/** How this trace, or a step of it, hangs together with another; `target` is a native id. */
export const Link = z.strictObject({ kind: z.enum(['continues', 'subagent', 'fork', 'retry']), target: z.string() })
export type Link = z.infer<typeof Link>

export const Step = z.strictObject({
  index: z.int().check(z.nonnegative()),
  /** Who acts, as people name it: `Coordinator`, `user`, `shell`. */
  actor: z.string(),
  role: Role,
  /** The role as the source wrote it, where that differs in kind (AG2 writes it inverted). */
  rawRole: nullableText,
  /** The lane (an entry of `lanes`) the step is drawn in. */
  lane: z.string(),
  /** ISO 8601 time, or null. Data only: order is by index. */
  at: nullableText,
  model: nullableText,
  tokens: z.nullable(z.strictObject({ input: nullableInt, output: nullableInt })),
  parts: z.array(Part),
  anchors: z.array(Anchor),
  links: z.array(Link),
})
export type Step = z.infer<typeof Step>

/** What the run came to. Never shown to annotators unless the project says so. */
export const Outcome = z.strictObject({
  success: z.nullable(z.boolean()),
  /** The sentence that says when a run counts as a success, or null. */
  rule: nullableText,
  scores: z.record(z.string(), z.number()),
})
export type Outcome = z.infer<typeof Outcome>

/** Labels that came with the file: never shown to annotators, never votes of a round. */
export const PriorLabels = z.strictObject({
  source: z.enum(['human', 'judge']),
  rater: z.string(),
  /** The taxonomy the codes belong to, as the file names it, for example `Round 1`. */
  taxonomy: z.string(),
  /** The native code or title of each mode that was considered, with its value; null = no answer. A mode that is not here was not assessed. */
  values: z.array(z.strictObject({ mode: z.string(), value: z.nullable(z.boolean()) })),
  note: nullableText,
})
export type PriorLabels = z.infer<typeof PriorLabels>

export const Trace = z.strictObject({
  schema: z.literal('touchstone.trace/1'),
  title: z.string(),
  /** What the agents were asked to do; pinned above the trace. */
  task: nullableText,
  format: z.string(),
  formatVersion: nullableText,
  /** Identifiers the source gives the run; the first one tells a changed trace from a new one. */
  nativeIds: z.array(z.string()),
  framework: nullableText,
  benchmark: nullableText,
  /** The model that did most of the work, or null. */
  model: nullableText,
  agents: z.array(z.string()),
  lanes: z.array(z.string()),
  steps: z.array(Step),
  links: z.array(Link),
  outcome: z.nullable(Outcome),
  priorLabels: z.array(PriorLabels),
  licence: nullableText,
})
export type Trace = z.infer<typeof Trace>

/** Something a person should know about how a file was read. `line` is 1-based, or null. */
export const Warning = z.strictObject({
  code: z.string(),
  message: z.string(),
  count: z.int().check(z.positive()),
  line: z.nullable(z.int()),
})
export type Warning = z.infer<typeof Warning>
