import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asText, at, isObject, member } from './json.ts'
import { MAX_JSON_DEPTH, readJson, tryJson } from './read-json.ts'

const reading = (text: string) => {
  const read = readJson(text)
  if (!read.ok) throw new Error(read.reason)
  return read
}

describe('reading JSON', () => {
  it('agrees with the engine on everything the engine writes, pretty or not', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), fc.constantFrom(0, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent)
        expect(JSON.stringify(reading(text).value)).toBe(JSON.stringify(JSON.parse(text)))
      }),
    )
  })

  it('makes null of NaN and the infinities and leaves the same words in strings alone', () => {
    expect(reading('{"t":"NaN, [NaN] and -Infinity","a":NaN,"b":-Infinity,"c":[1,Infinity]}')).toEqual({
      ok: true,
      value: { t: 'NaN, [NaN] and -Infinity', a: null, b: null, c: [1, null] },
      notes: ['nan'],
    })
  })

  it('keeps the digits of numbers that a double would bend', () => {
    expect(reading('[107505301260286111, -9007199254740993, 1e400, 9007199254740991, 1.10]').value).toEqual([
      '107505301260286111',
      '-9007199254740993',
      '1e400',
      9007199254740991,
      1.1,
    ])
  })

  it('drops trailing commas and takes raw line breaks in strings', () => {
    expect(reading('{"a":[1,2,],"b":"x\ny",}').value).toEqual({ a: [1, 2], b: 'x\ny' })
  })

  it('lets the second of two equal keys win', () => {
    expect(reading('{"a":1,"a":2}').value).toEqual({ a: 2 })
    expect(reading('{"a":1,"a":2,}').value).toEqual({ a: 2 })
  })

  it('keeps what is nested too deep as its text, however deep', () => {
    const deep = `${'['.repeat(100_000)}"]"${']'.repeat(100_000)}`
    const { value, notes } = reading(`{"a":"x","deep":${deep}}`)
    expect(notes).toEqual(['too-deep'])
    let inner = member(value, 'deep')
    let depth = 1
    while (Array.isArray(inner)) {
      inner = inner[0]
      depth++
    }
    expect(depth).toBe(MAX_JSON_DEPTH)
    expect(typeof inner).toBe('string')
    expect(() => JSON.stringify(value)).not.toThrow()
  })

  it('says line and column where a text stops being JSON', () => {
    expect(readJson('{\n  "a": 1\n  "b": 2\n}')).toMatchObject({ ok: false, line: 3, column: 3, isTruncated: false })
    expect(readJson('{"a": [1, 2')).toMatchObject({ ok: false, line: 1, isTruncated: true })
    expect(readJson('{"a": "cut')).toMatchObject({ ok: false, isTruncated: true })
    expect(readJson('')).toMatchObject({ ok: false, isTruncated: true })
    expect(readJson("{'a': 1}")).toMatchObject({ ok: false, column: 2 })
  })

  it('never throws and never hangs, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', '\\', ',', ':', '1', 'N', 'a', 'N', ' ', '\n') }), (text) => {
        const read = readJson(text)
        if (read.ok) expect(() => JSON.stringify(read.value)).not.toThrow()
      }),
    )
  })

  it('keeps __proto__ and constructor as keys that change no prototype', () => {
    for (const text of ['{"__proto__":{"isAdmin":true},"constructor":{"prototype":1}}', '{"__proto__":{"isAdmin":true},"n":NaN}']) {
      const { value } = reading(text)
      expect(at(value, '__proto__', 'isAdmin')).toBe(true)
      expect(isObject(value) && Object.getPrototypeOf(value) === Object.prototype).toBe(true)
    }
    expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
    expect(member(tryJson('{}'), 'constructor')).toBeUndefined()
  })
})

it('reads strings as they are and everything else as indented JSON', () => {
  expect([asText('a'), asText(null), asText(undefined), asText([1])]).toEqual(['a', '', '', '[\n  1\n]'])
})
