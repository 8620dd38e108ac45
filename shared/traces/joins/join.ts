import type { Json } from '../json/json.ts'
import type { Outcome, Trace } from '../model.ts'

/** A file of an import, decoded. */
export type JoinFile = { readonly file: string; readonly value: Json }

/** What a file that holds no trace of its own adds, and to which traces of the same import. */
export type Join = { readonly matches: (trace: Trace, file: string) => boolean; readonly add: (trace: Trace) => Trace }

/** A kind of file that adds outcomes or labels to traces. Pure, and never throws. */
export type Joiner = {
  readonly format: string
  readonly sees: (value: Json) => boolean
  /** `siblings` are the other files of this kind of the import. */
  readonly joins: (file: JoinFile, siblings: readonly JoinFile[]) => readonly Join[]
  /** Why it came to nothing, for people. */
  readonly alone: string
}

/** The folder of a file, with a slash at its end; empty for a file without one. */
export function folderOf(file: string): string {
  return file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)
}

/** Adds scores to an outcome; what it says of success wins when it says anything. */
export function withOutcome(trace: Trace, added: Outcome): Trace {
  const known = trace.outcome
  return {
    ...trace,
    outcome: {
      success: added.success ?? known?.success ?? null,
      rule: added.success === null ? (known?.rule ?? null) : added.rule,
      scores: { ...known?.scores, ...added.scores },
    },
  }
}
