import fc from 'fast-check'
import { expect, it } from 'vitest'
import { canonicalJson } from './hash.ts'

/** The definition: what JSON.stringify gives when every object has its keys in order. Ids were made by it, so it must never change. */
function definition(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : inner,
  )
}

it('canonical JSON is the text of the value with its keys in order, whatever the keys', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('0', '10', '9', '01', 'a', 'A', '', '__proto__', '4294967295', '4294967294', 'é', '💩'))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom(null, undefined, true, -0, 1e21, Number.NaN),
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.array(tie('value')),
      fc.dictionary(key, tie('value')),
    ),
  }))
  fc.assert(
    fc.property(value, (any) => {
      expect(canonicalJson(any)).toBe(definition(any))
    }),
  )
})
