/** What can be read off the 2x2 table of a pair beside kappa. Null where there is nothing to divide by. */
import type { Coefficient } from '../../../shared/agreement/coefficient.ts'
import { binaryTable } from '../../../shared/agreement/contingency-table.ts'
import { gwetAc } from '../../../shared/agreement/gwet-ac.ts'
import { mcnemar } from '../../../shared/agreement/mcnemar.ts'
import { pabak } from '../../../shared/agreement/pabak.ts'
import { percentAgreement } from '../../../shared/agreement/percent-agreement.ts'
import { prevalenceBias } from '../../../shared/agreement/prevalence-bias.ts'
import { specificAgreement } from '../../../shared/agreement/specific-agreement.ts'
import type { PairFigure } from '../../../shared/agreement/summary.ts'

export type Counts = Pick<PairFigure, 'bothPresent' | 'onlyA' | 'onlyB' | 'neither'>

/** Segments in which at least one of the two marked the mode present. */
export function seenBy(pair: Counts): number {
  return pair.bothPresent + pair.onlyA + pair.onlyB
}

export function pairMeasures(pair: Counts) {
  const table = binaryTable(pair.bothPresent, pair.onlyA, pair.onlyB, pair.neither)
  const indices = prevalenceBias(table)
  const [positive, negative] = specificAgreement(table)
  return {
    n: table.n,
    presentA: pair.bothPresent + pair.onlyA,
    presentB: pair.bothPresent + pair.onlyB,
    observed: valueIn(percentAgreement(table)),
    ac1: valueIn(gwetAc(table)),
    pabak: valueIn(pabak(table)),
    positive: positive ?? null,
    negative: negative ?? null,
    prevalence: indices?.prevalenceIndex ?? null,
    bias: indices?.biasIndex ?? null,
  }
}

function valueIn(coefficient: Coefficient): number | null {
  return coefficient.kind === 'value' ? coefficient.value : null
}

const LARGE_BIAS = 0.1
const SIGNIFICANT = 0.05

/** Whether one of the two marks the mode so much more often that it is worth saying. */
export function isOneSided(pair: Counts): boolean {
  const table = binaryTable(pair.bothPresent, pair.onlyA, pair.onlyB, pair.neither)
  return Math.abs(prevalenceBias(table)?.biasIndex ?? 0) > LARGE_BIAS || mcnemar(table).exactP < SIGNIFICANT
}
