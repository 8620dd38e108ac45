import { describe, expect, it } from 'vitest'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import { ModeId } from '../../../shared/ids.ts'
import { addEvidence, draftOfLabels, emptyDraft, isAnswered, labelsOf, sayLabels, setValue, toggleValue } from './draft.ts'

const verification = ModeId.parse('FM-3.2')
const repetition = ModeId.parse('FM-1.3')

describe('a draft', () => {
  it('records nothing while nothing was said: there is no default', () => {
    expect(isAnswered(emptyDraft(0))).toBe(false)
    expect(labelsOf(emptyDraft(0), mast14)).toBeNull()
  })

  it('becomes absent for every mode when "nothing here" is said', () => {
    const labels = labelsOf({ ...emptyDraft(0), nothing: true }, mast14)
    expect(labels && sayLabels(labels)).toBe('14 absent')
  })

  it('fills what was not marked with absent, and says so before', () => {
    const marked = setValue(setValue(emptyDraft(0), verification, 'present'), repetition, 'unsure')
    const labels = labelsOf(marked, mast14)
    expect(labels && sayLabels(labels)).toBe('1 present, 1 unsure, 12 absent')
    expect(Object.keys(labels?.values ?? {})).toHaveLength(14)
  })

  it('takes a mark and its quotes back with the same key', () => {
    const quoted = addEvidence(emptyDraft(0), { mode: verification, start: 0, end: 2, quote: 'ok' })
    expect(quoted.values).toEqual({ 'FM-3.2': 'present' })
    expect(toggleValue(quoted, verification, 'present')).toEqual(emptyDraft(0))
  })

  it('keeps a quote once, and keeps an unsure mark unsure', () => {
    const quote = { mode: verification, start: 0, end: 2, quote: 'ok' }
    const unsure = setValue(emptyDraft(0), verification, 'unsure')
    const twice = addEvidence(addEvidence(unsure, quote), quote)
    expect(twice.evidence).toEqual([quote])
    expect(twice.values).toEqual({ 'FM-3.2': 'unsure' })
  })

  it('of a submitted segment records the same again', () => {
    const labels = labelsOf(setValue(emptyDraft(0), verification, 'not_applicable'), mast14)
    expect(labels && labelsOf(draftOfLabels(labels, 3), mast14)).toEqual(labels)
    const nothing = labelsOf({ ...emptyDraft(0), nothing: true }, mast14)
    expect(nothing && draftOfLabels(nothing, 1)).toMatchObject({ nothing: true, values: {}, baseRevision: 1 })
  })
})
