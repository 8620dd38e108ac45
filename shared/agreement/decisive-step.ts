/** Whether two raters name the same step of a trace as the one where the run was lost. */
export interface DecisiveStepAgreement {
  /** Traces for which both named a step. */
  readonly n: number
  /** Traces for which only one of them named a step, or neither: not in the shares, but shown. */
  readonly onlyOne: number
  readonly neither: number
  /** Shares of n; null when n is 0. */
  readonly exact: number | null
  readonly withinOne: number | null
}

/** Agreement on the decisive step over traces, exact and within one step; null = named none. Shares of one rater's guess have no chance model. */
export function decisiveStepAgreement(steps: readonly (readonly [number | null, number | null])[]): DecisiveStepAgreement {
  let n = 0
  let onlyOne = 0
  let neither = 0
  let exact = 0
  let withinOne = 0
  for (const [a, b] of steps) {
    if (a === null && b === null) neither += 1
    else if (a === null || b === null) onlyOne += 1
    else {
      n += 1
      if (a === b) exact += 1
      if (Math.abs(a - b) <= 1) withinOne += 1
    }
  }
  return { n, onlyOne, neither, exact: n === 0 ? null : exact / n, withinOne: n === 0 ? null : withinOne / n }
}
