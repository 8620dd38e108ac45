import type { LabelValue } from '../labels/label.ts'

/**
 * The mode that the other side marked instead of `mode`: where one rater says `mode` and not `other`, and another says `other` and
 * not `mode`. Null when nothing stands against it. With several, the first in codebook order.
 * `vectors` has a row per rater, `mode` is a column of it.
 */
export function confusedWith(vectors: readonly (readonly LabelValue[])[], mode: number): number | null {
  const modes = vectors[0]?.length ?? 0
  for (let other = 0; other < modes; other++) {
    if (other === mode) continue
    const oneSide = vectors.some((row) => row[mode] === 'present' && row[other] !== 'present')
    const otherSide = vectors.some((row) => row[other] === 'present' && row[mode] !== 'present')
    if (oneSide && otherSide) return other
  }
  return null
}
