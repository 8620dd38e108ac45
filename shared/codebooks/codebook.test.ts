import { describe, expect, it } from 'vitest'
import { Codebook } from './codebook.ts'
import { mast14 } from './mast-14.ts'

const messages = (candidate: unknown): string[] => Codebook.safeParse(candidate).error?.issues.map((issue) => issue.message) ?? []
const [first, second] = mast14.modes

describe('a codebook', () => {
  it('refuses modes that share an id, a code or a name', () => {
    const twin = { ...second, id: first?.id, code: first?.code, name: first?.name.toUpperCase() }
    expect(messages({ ...mast14, modes: [first, twin], confusions: [] })).toEqual([
      'The mode id FM-1.1 occurs more than once.',
      'The mode code 1.1 occurs more than once.',
      'The mode name disobey task specification occurs more than once.',
    ])
  })

  it('refuses a mode whose category is not there, and one whose code does not start with its category’s key', () => {
    expect(messages({ ...mast14, modes: [{ ...first, category: 'FC9' }], confusions: [] })).toEqual([
      'Mode FM-1.1 names category "FC9", which does not exist.',
    ])
    expect(messages({ ...mast14, modes: [{ ...first, category: 'FC2' }], confusions: [] })).toEqual([
      "Mode FM-1.1 has code 1.1, but its category's key is 2.",
    ])
  })

  it('refuses a confusion of a mode with itself, with an unknown one, or given twice', () => {
    const confusion = (a: string, b: string) => ({ modes: [a, b], question: 'Which?', answers: ['This.', 'That.'] })
    const confusions = [
      confusion('FM-1.1', 'FM-1.1'),
      confusion('FM-1.1', 'FM-1.2'),
      confusion('FM-1.2', 'FM-1.1'),
      confusion('FM-1.1', 'FM-9.9'),
    ]
    expect(messages({ ...mast14, confusions })).toEqual([
      'The confusion of FM-1.1 and FM-1.2 occurs more than once.',
      'A confusion names mode FM-1.1 twice.',
      'A confusion names mode FM-9.9, which does not exist.',
    ])
  })

  it('refuses fields it does not know, and empty text', () => {
    expect(Codebook.safeParse({ ...mast14, colour: 'red' }).success).toBe(false)
    expect(Codebook.safeParse({ ...mast14, title: '  ' }).success).toBe(false)
    expect(Codebook.safeParse({ ...mast14, modes: [] }).success).toBe(false)
  })
})

describe('MAST with 14 modes', () => {
  it('has 5, 6 and 3 modes in its categories, in the order of their codes', () => {
    const count = (category: string) => mast14.modes.filter((mode) => mode.category === category).length
    expect(mast14.categories.map((category) => count(category.id))).toEqual([5, 6, 3])
    const codes = mast14.modes.map((mode) => mode.code)
    expect(codes).toEqual(codes.toSorted())
    expect(mast14.modes.map((mode) => mode.id)).toEqual(codes.map((code) => `FM-${code}`))
  })

  it('says of each pair that is often confused how to tell the two apart', () => {
    expect(
      mast14.confusions.map((confusion) =>
        confusion.modes
          .map((id) => id.slice(3))
          .toSorted()
          .join('/'),
      ),
    ).toEqual(['3.2/3.3', '1.3/1.5', '1.4/2.1', '2.4/2.5', '2.2/2.6', '3.1/3.2', '1.5/3.1', '1.1/2.3'])
  })

  it('names other modes of its own in near misses, never the mode itself', () => {
    const codes = new Set(mast14.modes.map((mode) => mode.code))
    for (const mode of mast14.modes) {
      const named = mode.nearMiss.match(/\b\d\.\d\b/g) ?? []
      expect(named.length).toBeGreaterThan(0)
      expect(named.filter((code) => !codes.has(code) || code === mode.code)).toEqual([])
    }
  })

  it('survives a round trip through JSON', () => {
    expect(Codebook.parse(JSON.parse(JSON.stringify(mast14)))).toEqual(mast14)
  })
})
