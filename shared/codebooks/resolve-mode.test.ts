import { describe, expect, it } from 'vitest'
import { aliasesOf } from './aliases.ts'
import { mast14 } from './mast-14.ts'
import { normalise, resolveMode } from './resolve-mode.ts'

const resolve = (text: string) => resolveMode(mast14, text)

describe('resolveMode', () => {
  it('knows every mode by id, code, name, and any of the two together', () => {
    for (const { id, code, name } of mast14.modes) {
      const spellings = [
        id,
        code,
        name,
        `${code} ${name}`,
        `${id}: ${name}`,
        `${code}. ${name.toUpperCase()}`,
        `${id.toLowerCase().replace('-', '_')} - ${name}`,
        id.replace('-', ''),
      ]
      expect(spellings.map(resolve)).toEqual(spellings.map(() => id))
    }
  })

  it.each([
    ['Information Witholding', 'FM-2.4'],
    ['2.4 Information Witholding', 'FM-2.4'],
    ["Ignored other agent's input", 'FM-2.5'],
    ['Ignored Other Agent’s Input', 'FM-2.5'],
    ["Ignored Other Agents' Input", 'FM-2.5'],
    ['ignored_other_agents_input', 'FM-2.5'],
    ['2.6 Action-Reasoning Mismatch', 'FM-2.6'],
    ['Fail to ask for clarification', 'FM-2.2'],
    ['Task derailment', 'FM-2.3'],
    ['3.2 No or Incorrect Verification', 'FM-3.2'],
    ['FM-3.3 Weak Verification', 'FM-3.3'],
    ['**3.1** Premature  Termination.', 'FM-3.1'],
    ['３．２', 'FM-3.2'],
  ])('reads %j', (text, id) => {
    expect(resolve(text)).toBe(id)
  })

  it('reads the title line of a block that goes on with a definition', () => {
    expect(resolve('\n1.2 Disobey Role Specification \n\n\nSome sentences about it')).toBe('FM-1.2')
  })

  it('refuses a code and a title that contradict each other, as earlier taxonomies have them', () => {
    expect(
      ['2.6 Disobey role specification', '2.2 Step repetition', '2.4 Conversation reset', '3.2 Weak Verification'].map(resolve),
    ).toEqual([null, null, null, null])
  })

  it('refuses titles of earlier taxonomies, even beside a code that is still in use', () => {
    const earlier = [
      'Unaware of stopping conditions',
      '1.5 Unaware of stopping conditions',
      'Lack of result verification',
      'Lack of critical verification',
      '3.3 Lack of result verification',
      'Poor task constraint compliance',
      'Derailment from task',
      'Withholding relevant information',
      'Fail to elicit clarification',
      'Backtracking interruption',
      'Waiting for known information',
      '4.2 Lack of result verification',
    ]
    expect(earlier.map(resolve)).toEqual(earlier.map(() => null))
  })

  it('refuses what could mean two modes, and what means none', () => {
    const unclear = [
      'No or Incorrect Verification',
      'Weak Verification',
      'Verification',
      '',
      '   ',
      '1.6',
      '4.1',
      '3.20',
      '13.2',
      '3.2.1',
      'FM',
      'FM-',
      '32',
      '3 2',
      'constructor',
      '__proto__',
    ]
    expect(unclear.map(resolve)).toEqual(unclear.map(() => null))
  })

  it('lends the aliases of one codebook to no other', () => {
    const other = { ...mast14, version: '4' }
    expect(resolveMode(other, 'Information Witholding')).toBeNull()
    expect(resolveMode(other, 'Information Withholding')).toBe('FM-2.4')
  })
})

describe('the alias table', () => {
  it('has keys as normalise leaves them, and names modes of its codebook', () => {
    const ids = new Set<string>(mast14.modes.map((mode) => mode.id))
    for (const [key, id] of Object.entries(aliasesOf(mast14))) {
      expect(normalise(key)).toBe(key)
      expect(ids.has(id)).toBe(true)
    }
  })
})
