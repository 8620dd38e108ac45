export type SettingTable = { key: string; value: string }
export type ProjectTable = { id: string; name: string; last_sequence: number; created_at: string }
/** `body` is null for label and decision events: their content stands in `label_event` and `decision_event`. */
export type EventTable = {
  project_id: string
  sequence: number
  type: string
  body: string | null
  actor_id: string | null
  /** The annotator the event is about, or null; lets a viewer's own events be found without reading the others. */
  subject_id: string | null
  at: string
}
export type CodebookTable = { id: string; version: string; sha256: string; body: string }
