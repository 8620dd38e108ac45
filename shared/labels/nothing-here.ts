import type { Codebook } from '../codebooks/codebook.ts'
import type { LabelVector } from './label.ts'

/** The explicit "nothing here": absent for every mode of the codebook. */
export function nothingHere(codebook: Codebook): LabelVector {
  const values: LabelVector = {}
  for (const mode of codebook.modes) values[mode.id] = 'absent'
  return values
}
