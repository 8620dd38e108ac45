import type { Json, JsonObject } from '../json/json.ts'
import type { Anchor } from '../model.ts'

/** A span of any tracing tool, in the few words that a trace is woven of. Messages are in the shapes of a chat. */
export type Span = {
  readonly id: string | null
  readonly parent: string | null
  readonly trace: string
  readonly name: string
  /** ISO 8601, or null; spans are ordered by it. */
  readonly start: string | null
  readonly kind: 'model' | 'tool' | 'agent' | 'other'
  readonly model: string | null
  readonly input: readonly JsonObject[]
  readonly output: readonly JsonObject[]
  readonly tool: { readonly callId: string | null; readonly input: string; readonly output: string | null } | null
  readonly tokens: { readonly input: number | null; readonly output: number | null } | null
  readonly isError: boolean
  readonly anchor: Anchor
}

/** Whether a value can be looked into as text that stands for JSON. */
export function looksLikeJson(value: Json | undefined): value is string {
  return typeof value === 'string' && /^\s*[[{]/.test(value)
}
