import { at } from './at.ts'
import { cohenKappa } from './cohen-kappa.ts'
import { cohenKappaMax } from './cohen-kappa-max.ts'
import { type ContingencyTable, cell } from './contingency-table.ts'
import { gwetAc } from './gwet-ac.ts'
import { mcnemar } from './mcnemar.ts'
import { pabak } from './pabak.ts'
import { prevalenceBias } from './prevalence-bias.ts'
import { specificAgreement } from './specific-agreement.ts'

/** What a reader must know before believing a figure; a closed list. */
export const NOTE_CODES = [
  'paradox',
  'biased-rater',
  'unequal-margins',
  'few-positives',
  'rater-constant',
  'few-traces',
  'one-trace',
  'design-effect',
  'pairs-undefined',
  'bootstrap',
  'centred-on-pi',
] as const
export type NoteCode = (typeof NOTE_CODES)[number]

/** A warning beside a figure: a code for programs, a sentence for people. */
export interface Note {
  readonly code: NoteCode
  readonly message: string
}

/** Fewer present labels than this by either rater: not enough to say anything, the figure is greyed. */
export const ENOUGH_POSITIVES = 10

/** Below this number of traces no interval here reaches its 95 %. */
export const ENOUGH_TRACES = 30

/**
 * The notes of a pair of raters on one label, in order of weight: one rater constant, too few positives, kappa paradox, biased rater, margins.
 * Rules: (1) pe > 0.8 or |prevalence index| > 0.6; (2) |bias index| > 0.1 or McNemar p < .05; (3) kappa max < 0.8;
 * (4) fewer than 10 present labels by either rater; (5) a rater who used one category only. (2), (4) are for binary labels, category 0 = present.
 * Sources: Feinstein & Cicchetti (1990); Byrt, Bishop & Carlin (1993). None without a common item.
 */
export function pairNotes(table: ContingencyTable, raters: readonly [string, string]): Note[] {
  if (table.n === 0) return []
  const notes = [constantNote(table, raters)]
  if (table.k === 2) notes.push(positivesNote(table, raters), paradoxNote(table), biasNote(table, raters))
  else notes.push(chanceNote(table))
  notes.push(marginsNote(table))
  return notes.filter((note) => note !== null)
}

/** Note on the number of clusters (traces) an interval rests on; null from 30 on. */
export function traceNote(clusters: number): Note | null {
  if (clusters >= ENOUGH_TRACES) return null
  if (clusters < 2)
    return {
      code: 'one-trace',
      message: 'All items are of one trace: how figures vary between traces cannot be seen, so there is no interval.',
    }
  return { code: 'few-traces', message: `The interval rests on ${clusters} traces; under ${ENOUGH_TRACES} none reaches its 95 %.` }
}

/** A share or coefficient for a sentence: two decimals, an undefined one as a dash. */
export function spoken(value: number | null): string {
  return value === null ? '-' : value.toFixed(2).replace('-0.00', '0.00')
}

function constantNote(table: ContingencyTable, raters: readonly [string, string]): Note | null {
  const isConstant = (totals: Float64Array) => totals.includes(table.n)
  const constant = raters.filter((_, side) => isConstant(side === 0 ? table.rowTotals : table.columnTotals))
  if (constant.length === 0) return null
  const verb = constant.length === 1 ? 'used' : 'each used'
  return {
    code: 'rater-constant',
    message: `${constant.join(' and ')} ${verb} one category only: kappa is 0 or undefined by construction.`,
  }
}

function positivesNote(table: ContingencyTable, raters: readonly [string, string]): Note | null {
  const positives = [at(table.rowTotals, 0), at(table.columnTotals, 0)] as const
  if (Math.min(...positives) >= ENOUGH_POSITIVES) return null
  const counts = `${raters[0]} ${positives[0]}, ${raters[1]} ${positives[1]}`
  return { code: 'few-positives', message: `Not enough positives (${counts}; ${ENOUGH_POSITIVES} each are wanted).` }
}

function paradoxNote(table: ContingencyTable): Note | null {
  const kappa = cohenKappa(table)
  const index = prevalenceBias(table)?.prevalenceIndex ?? 0
  if (!((kappa.expected ?? 0) > 0.8 || Math.abs(index) > 0.6)) return null
  const [positive, negative] = specificAgreement(table)
  const ac1 = gwetAc(table)
  const adjusted = pabak(table)
  const parts = [
    `raw agreement ${spoken(kappa.observed)}`,
    `positive agreement ${spoken(positive ?? null)}`,
    `negative agreement ${spoken(negative ?? null)}`,
    `AC1 ${spoken(ac1.kind === 'value' ? ac1.value : null)}`,
    `PABAK ${spoken(adjusted.kind === 'value' ? adjusted.value : null)}`,
  ]
  const rarity = index < 0 ? 'rare' : 'nearly everywhere'
  return {
    code: 'paradox',
    message: `Present is ${rarity}, which lowers kappa at the same raw agreement; read beside it: ${parts.join(', ')}.`,
  }
}

function chanceNote(table: ContingencyTable): Note | null {
  const kappa = cohenKappa(table)
  if (!((kappa.expected ?? 0) > 0.8)) return null
  const sentence = `One category prevails (expected agreement ${spoken(kappa.expected)}), which lowers kappa`
  return { code: 'paradox', message: `${sentence}; raw agreement is ${spoken(kappa.observed)}.` }
}

function biasNote(table: ContingencyTable, raters: readonly [string, string]): Note | null {
  const { biasIndex } = prevalenceBias(table) ?? { biasIndex: 0 }
  const { exactP } = mcnemar(table)
  if (!(Math.abs(biasIndex) > 0.1 || exactP < 0.05)) return null
  const [more, less] = biasIndex > 0 ? raters : [raters[1], raters[0]]
  const counts = [at(table.rowTotals, 0), at(table.columnTotals, 0)]
  const often = `${more} marks it present more often than ${less} (${Math.max(...counts)} against ${Math.min(...counts)} of ${table.n}`
  return {
    code: 'biased-rater',
    message: `${often}; they differ on ${cell(table, 0, 1) + cell(table, 1, 0)}, McNemar p ${pValue(exactP)}).`,
  }
}

function marginsNote(table: ContingencyTable): Note | null {
  const largest = cohenKappaMax(table)
  if (largest.kind === 'undefined' || largest.value >= 0.8) return null
  return { code: 'unequal-margins', message: `With how often each category was used, kappa cannot exceed ${spoken(largest.value)}.` }
}

function pValue(p: number): string {
  return p < 0.001 ? '< 0.001' : `= ${p.toFixed(3)}`
}
