import type { AccountTable, MembershipTable, MutationTable, SessionTable, SignInLinkTable } from './tables/accounts.ts'
import type { DecisionEventTable, DecisionTable } from './tables/adjudication.ts'
import type { RoundTable, RoundTraceTable, SeatLeaseTable, SeatSkipTable, SeatTable } from './tables/assignments.ts'
import type { LabelEventTable, LabelTable } from './tables/labels.ts'
import type { CodebookTable, EventTable, ProjectTable, SettingTable } from './tables/projects.ts'
import type { PriorLabelTable, SegmentTable, SourceFileTable, TraceTable } from './tables/traces.ts'

/** All tables, as the driver returns them. */
export type Database = {
  setting: SettingTable
  project: ProjectTable
  account: AccountTable
  membership: MembershipTable
  session: SessionTable
  sign_in_link: SignInLinkTable
  mutation: MutationTable
  codebook: CodebookTable
  source_file: SourceFileTable
  trace: TraceTable
  segment: SegmentTable
  prior_label: PriorLabelTable
  round: RoundTable
  round_trace: RoundTraceTable
  seat: SeatTable
  seat_lease: SeatLeaseTable
  seat_skip: SeatSkipTable
  event: EventTable
  label_event: LabelEventTable
  label: LabelTable
  decision: DecisionTable
  decision_event: DecisionEventTable
}
