export type DecisionTable = {
  round_id: string
  segment_id: string
  mode: string
  trace_id: string
  state: string
  value: string | null
  reason: string | null
  note: string
  by: string
  at: string
  judge_seen: number
  revision: number
}
/** Append-only; `record` is the whole `DecisionView` as JSON. */
export type DecisionEventTable = {
  project_id: string
  sequence: number
  round_id: string
  segment_id: string
  mode: string
  mutation_id: string | null
  record: string
}
