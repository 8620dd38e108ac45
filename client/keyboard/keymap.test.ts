import { describe, expect, it } from 'vitest'
import { conflicts, nextStrokes, press, strokeOf } from './keymap.ts'

const commands = [
  { id: 'mode.3.1', keys: ['3 1'] },
  { id: 'mode.3.2', keys: ['3 2'] },
  { id: 'nothing', keys: ['0'] },
  { id: 'submit', keys: ['Enter'] },
  { id: 'palette', keys: ['Ctrl+k'] },
]

const key = (of: Partial<Parameters<typeof strokeOf>[0]>) =>
  strokeOf({ key: '', code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...of })

describe('a chord', () => {
  it('waits after its first stroke and runs on its second', () => {
    expect(press(commands, [], '3')).toEqual({ kind: 'pending', chord: ['3'] })
    expect(press(commands, ['3'], '2')).toEqual({ kind: 'run', id: 'mode.3.2' })
  })

  it('is given up by Escape and by any stroke that does not go on with it, which then does nothing else', () => {
    expect(press(commands, ['3'], 'Escape')).toEqual({ kind: 'cancelled' })
    expect(press(commands, ['3'], 'Enter')).toEqual({ kind: 'cancelled' })
    expect(press(commands, ['3'], '9')).toEqual({ kind: 'cancelled' })
  })

  it('says which strokes may follow', () => {
    expect(nextStrokes(commands, ['3'])).toEqual(['1', '2'])
  })
})

describe('a key', () => {
  it('runs its command, or is left to the browser', () => {
    expect(press(commands, [], '0')).toEqual({ kind: 'run', id: 'nothing' })
    expect(press(commands, [], 'q')).toEqual({ kind: 'ignored' })
  })

  it('is read as the digit it carries where digits need Shift', () => {
    expect(key({ key: '"', code: 'Digit3' })).toBe('3')
    expect(key({ key: '3', code: 'Numpad3' })).toBe('3')
  })

  it('is read by its place when the layout types another script', () => {
    expect(key({ key: 'ㅓ', code: 'KeyJ' })).toBe('j')
    expect(key({ key: 'о', code: 'KeyJ' })).toBe('j')
  })

  it('keeps what AltGr types and leaves Alt to the browser', () => {
    expect(key({ key: '[', code: 'Digit8', altKey: true, ctrlKey: true, getModifierState: (name) => name === 'AltGraph' })).toBe('[')
    expect(key({ key: 'j', code: 'KeyJ', altKey: true })).toBeNull()
  })

  it('takes the command key of a Mac for Ctrl', () => {
    expect(key({ key: 'k', code: 'KeyK', metaKey: true })).toBe('Ctrl+k')
    expect(key({ key: '?', code: 'Slash', shiftKey: true })).toBe('?')
  })
})

describe('a table of keys', () => {
  it('has conflicts when two commands claim a key, or a key hides a chord', () => {
    expect(conflicts(commands)).toEqual([])
    expect(conflicts([...commands, { id: 'other', keys: ['0'] }])).toEqual(['0'])
    expect(conflicts([...commands, { id: 'other', keys: ['3'] }])).toEqual(['3'])
  })
})
