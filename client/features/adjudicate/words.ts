/** The words and signs of votes, decisions and reasons. */
import type { DecisionValue, ReasonCode } from '../../../shared/adjudication/decision.ts'
import type { CellRow } from '../../../shared/http/api.ts'
import type { LabelValue } from '../../../shared/labels/label.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/tag.tsx'

export const voteWords: Readonly<Record<LabelValue, { icon: IconName; word: string }>> = {
  present: { icon: 'present', word: 'present' },
  absent: { icon: 'absent', word: 'absent' },
  unsure: { icon: 'unsure', word: 'unsure' },
  not_applicable: { icon: 'na', word: 'n.a.' },
}

export const valueWords: Readonly<Record<DecisionValue, { icon: IconName; word: string; key: string }>> = {
  present: { icon: 'present', word: 'present', key: 'p' },
  absent: { icon: 'absent', word: 'absent', key: 'a' },
  not_assessable: { icon: 'na', word: 'not assessable', key: 'x' },
}

export const values: readonly DecisionValue[] = ['present', 'absent', 'not_assessable']

/** In the order of their keys, 1 to 5. */
export const reasons: readonly { code: ReasonCode; word: string; about: string }[] = [
  { code: 'slip', word: 'slip', about: 'One side overlooked something or pressed the wrong key' },
  { code: 'guideline_gap', word: 'guideline gap', about: 'The guideline does not say what to do here' },
  { code: 'ambiguous', word: 'genuinely ambiguous', about: 'The trace can be read both ways' },
  { code: 'missing_evidence', word: 'missing evidence', about: 'The trace does not show what would decide it' },
  { code: 'other', word: 'other', about: 'None of these; say why in the note' },
]

export function reasonWord(code: string): string {
  return reasons.find((reason) => reason.code === code)?.word ?? code
}

type CellState = CellRow['state']

export const stateWords: Readonly<Record<CellState, { icon: IconName; tone?: Tone; word: string }>> = {
  agree: { icon: 'agree', word: 'agree' },
  disagree: { icon: 'disagree', tone: 'warn', word: 'disagree' },
  unsure: { icon: 'unsure', word: 'unsure left over' },
  incomplete: { icon: 'incomplete', word: 'incomplete' },
  settled: { icon: 'settled', tone: 'gold', word: 'settled' },
  reopened: { icon: 'reopened', tone: 'warn', word: 'reopened' },
}
