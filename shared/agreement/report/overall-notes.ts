import { at } from '../at.ts'
import type { CoincidenceMatrix } from '../coincidence-matrix.ts'
import { type Note, spoken, traceNote } from '../notes.ts'
import type { RatingProfile } from '../rating-profile.ts'

/**
 * Notes beside chance-corrected figures of any number of raters: prevalence (the paradox rule of two raters, with the positive agreement of
 * all pairs), and the number of traces when clusters are used.
 */
export function overallNotes(
  profile: Pick<RatingProfile, 'observedDisagreement' | 'shares'>,
  coincidences: Pick<CoincidenceMatrix, 'units' | 'totals' | 'cells'>,
  clusters: number | null,
): Note[] {
  const notes: Note[] = []
  const { observedDisagreement, shares } = profile
  if (observedDisagreement !== null) {
    const expected = shares.reduce((total, share) => total + share * share, 0)
    const imbalance = shares.length === 2 ? Math.abs(at(shares, 0) - at(shares, 1)) : 0
    if (expected > 0.8 || imbalance > 0.6) {
      const agreement = `raw agreement ${spoken(1 - observedDisagreement)}`
      const beside = shares.length === 2 ? `${agreement}, positive agreement ${spoken(positiveAgreement(coincidences))}` : agreement
      notes.push({ code: 'paradox', message: `One category prevails, which lowers chance-corrected figures; read beside them: ${beside}.` })
    }
  }
  const traces = clusters === null || coincidences.units === 0 ? null : traceNote(clusters)
  return traces === null ? notes : [...notes, traces]
}

/** Share of the partners of a present label that are present too, over all pairs of raters; null when nothing was marked present. */
function positiveAgreement({ totals, cells }: Pick<CoincidenceMatrix, 'totals' | 'cells'>): number | null {
  const present = at(totals, 0)
  return present === 0 ? null : at(cells, 0) / present
}
