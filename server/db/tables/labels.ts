/** Append-only; `record` is the whole `SegmentRecord` as JSON. */
export type LabelEventTable = {
  project_id: string
  sequence: number
  seat_id: string
  segment_id: string
  annotator_id: string
  epoch: number
  mutation_id: string | null
  revision: number
  record: string
  at: string
}
/** The current vector of a (seat, annotator, segment): a projection of `label_event`. `vector` has one letter per mode, in codebook order. */
export type LabelTable = {
  seat_id: string
  annotator_id: string
  segment_id: string
  round_id: string
  trace_id: string
  state: string
  vector: string | null
  /** The vector as it stood when its author could first see a peer's: the reliability data. */
  blind_vector: string | null
  /** JSON: evidence and notes. */
  detail: string | null
  is_decisive: number
  is_bulk: number
  is_late: number
  is_exposed: number
  revision: number
  sequence: number
  at: string
}
