export type RoundTable = {
  id: string
  project_id: string
  number: number
  name: string
  state: string
  codebook_id: string
  codebook_version: string
  overlap: number
  policy: string
  opened_at: string
  revealed_at: string | null
}
/** `segment_ids` is a JSON array of the segments to be labelled; null = all of the trace's. */
export type RoundTraceTable = { round_id: string; trace_id: string; position: number; segment_count: number; segment_ids: string | null }
export type SeatTable = {
  id: string
  round_id: string
  trace_id: string
  slot: number
  pass: number
  annotator_id: string | null
  state: string
  epoch: number
  expires_at: string | null
  submitted_at: string | null
  /** When the annotator could first see a peer's labels of this trace. */
  exposed_at: string | null
  task_completed: number | null
}
export type SeatLeaseTable = {
  seat_id: string
  epoch: number
  annotator_id: string
  leased_at: string
  ended_at: string | null
  end_reason: string | null
  /** The seat's `exposed_at` when this lease ended: exposure belongs to the person, and the seat passes to another. */
  exposed_at: string | null
  /** What a lead decided about labels that came after this lease had ended. */
  late_verdict: string | null
}
export type SeatSkipTable = { round_id: string; trace_id: string; annotator_id: string; note: string; at: string }
