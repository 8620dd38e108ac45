import type { Codebook } from '../codebooks/codebook.ts'
import { AppError } from '../errors.ts'
import type { SegmentLabels } from './label.ts'

/** The slice of `text` between two code-point offsets, or null when they lie outside of it or are the wrong way round. */
export function quoteAt(text: string, start: number, end: number): string | null {
  if (start < 0 || end <= start) return null
  const points = Array.from(text)
  if (end > points.length) return null
  return points.slice(start, end).join('')
}

/**
 * Throws unless the labels are complete and true to the segment: a value for every mode and no other,
 * evidence and notes only for modes of the codebook, and every quote found at its offsets.
 */
export function checkLabels(labels: SegmentLabels, codebook: Codebook, segmentText: string): void {
  const modes = new Set<string>(codebook.modes.map((mode) => mode.id))
  const named = [...Object.keys(labels.values), ...Object.keys(labels.notes), ...labels.evidence.map((e) => e.mode)]
  const unknown = named.find((mode) => !modes.has(mode))
  if (unknown !== undefined) {
    throw new AppError(
      'unknown_mode',
      `"${unknown}" is not a mode of codebook ${codebook.id} version ${codebook.version}. Nothing was recorded.`,
    )
  }
  const missing = codebook.modes.filter((mode) => labels.values[mode.id] === undefined)
  if (missing.length > 0) {
    const names = missing.map((mode) => mode.code).join(', ')
    throw new AppError('incomplete_vector', `A submit needs a value for every mode; ${names} had none. Nothing was recorded.`)
  }
  for (const evidence of labels.evidence) {
    if (quoteAt(segmentText, evidence.start, evidence.end) !== evidence.quote) {
      throw new AppError(
        'bad_evidence',
        `The quote for ${evidence.mode} does not stand at ${evidence.start} to ${evidence.end} of the segment. Select it again.`,
      )
    }
  }
}
