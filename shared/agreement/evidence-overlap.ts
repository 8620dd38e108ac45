/** A quote as half-open code-point offsets into the segment's text. */
export interface EvidenceSpan {
  readonly start: number
  readonly end: number
}

/** How far two raters point at the same words. */
export interface EvidenceOverlap {
  /** 2 both / (tokensA + tokensB), 0..1. */
  readonly f1: number
  readonly tokensA: number
  readonly tokensB: number
  readonly both: number
}

/**
 * Token F1 of the evidence of two raters for a cell that both marked present: a token (run of non-blank characters) counts for a rater when
 * any of the rater's quotes touches it. Symmetric, 1 for the same tokens, 0 when only one rater gave evidence or they touch nothing in
 * common; null when neither touches a token. Source: as in SQuAD, Rajpurkar et al. (2016) EMNLP, p. 2388, on positions instead of words.
 */
export function evidenceOverlap(text: string, spansA: readonly EvidenceSpan[], spansB: readonly EvidenceSpan[]): EvidenceOverlap | null {
  let tokensA = 0
  let tokensB = 0
  let both = 0
  for (const token of tokenSpans(text)) {
    const inA = spansA.some((span) => touches(span, token))
    const inB = spansB.some((span) => touches(span, token))
    if (inA) tokensA += 1
    if (inB) tokensB += 1
    if (inA && inB) both += 1
  }
  if (tokensA + tokensB === 0) return null
  return { f1: (2 * both) / (tokensA + tokensB), tokensA, tokensB, both }
}

function touches(span: EvidenceSpan, token: EvidenceSpan): boolean {
  return span.start < token.end && token.start < span.end
}

function* tokenSpans(text: string): Generator<EvidenceSpan> {
  let start = -1
  let position = 0
  for (const character of text) {
    const isBlank = /\s/.test(character)
    if (!isBlank && start < 0) start = position
    if (isBlank && start >= 0) {
      yield { start, end: position }
      start = -1
    }
    position += 1
  }
  if (start >= 0) yield { start, end: position }
}
