export type SourceFileTable = { sha256: string; size: number; compressed: Buffer }
export type TraceTable = {
  id: string
  project_id: string
  native_key: string
  content_sha256: string
  title: string
  format: string
  framework: string | null
  benchmark: string | null
  model: string | null
  success: number | null
  segment_policy: string
  segment_count: number
  step_count: number
  /** JSON: the trace without its steps and prior labels. */
  head: string
  source_name: string
  source_sha256: string
  raw_start: number
  raw_end: number
  imported_at: string
}
/** `steps` and `outline` are JSON text, so that NUL and lone surrogates live on both databases (escaped). */
export type SegmentTable = {
  id: string
  trace_id: string
  position: number
  first_step: number
  last_step: number
  sha256: string
  outline: string
  steps: string
}
export type PriorLabelTable = { trace_id: string; position: number; source: string; body: string }
