import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { LabelValue, LabelVector } from '../../../shared/labels/label.ts'

const letterOf = { present: 'p', absent: 'a', unsure: 'u', not_applicable: 'n' } as const satisfies Record<LabelValue, string>
const valueOfLetter: Readonly<Record<string, LabelValue>> = { p: 'present', a: 'absent', u: 'unsure', n: 'not_applicable' }

/** A vector as one letter per mode, in the order of the codebook: small to store, and quick to count. */
export function encodeVector(codebook: Codebook, values: LabelVector): string {
  return codebook.modes
    .map((mode) => {
      const value = values[mode.id]
      if (!value) throw new Error(`No value for ${mode.id}.`)
      return letterOf[value]
    })
    .join('')
}

export function decodeVector(codebook: Codebook, text: string): LabelVector {
  const values: LabelVector = {}
  for (const [index, mode] of codebook.modes.entries()) values[mode.id] = letterValue(text[index])
  return values
}

export function letterValue(letter: string | undefined): LabelValue {
  const value = letter === undefined ? undefined : valueOfLetter[letter]
  if (!value) throw new Error(`"${letter}" is not a letter of a stored vector.`)
  return value
}
