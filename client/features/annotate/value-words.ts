import type { LabelValue } from '../../../shared/labels/label.ts'
import type { IconName } from '../../ui/icon.tsx'

type Word = { readonly word: string; readonly spoken: string; readonly icon: IconName; readonly tone: string; readonly keys?: string }

/** A label value as icon, word and colour. */
export const valueWords: Readonly<Record<LabelValue, Word>> = {
  present: { word: 'present', spoken: 'present', icon: 'present', tone: 'on' },
  absent: { word: 'absent', spoken: 'absent', icon: 'absent', tone: 'ab' },
  unsure: { word: 'unsure', spoken: 'unsure', icon: 'unsure', tone: 'un', keys: 'u' },
  not_applicable: { word: 'n.a.', spoken: 'not applicable', icon: 'na', tone: 'na', keys: 'i' },
}

export const unset: Word = { word: '', spoken: 'not set', icon: 'unset', tone: '' }
