import type { Codebook } from './codebook.ts'

/**
 * Spellings of MAST-14 modes found in label files and judge answers, beside the names and codes the codebook itself gives.
 * Keys are written as `normalise` leaves them. A title goes in alone only when it can mean one mode; a title whose meaning
 * depends on its code goes in with the code. Titles of the earlier taxonomies (18 and 17 modes) never go in: they are mapped
 * by a chosen profile, or not at all.
 */
const mast14: Readonly<Record<string, string>> = {
  'information witholding': 'FM-2.4',
  'action reasoning mismatch': 'FM-2.6',
  // Names in a judge prompt in wide use. Alone they straddle 3.2 and 3.3, so only the code says which is meant.
  '3.2 no or incorrect verification': 'FM-3.2',
  '3.3 weak verification': 'FM-3.3',
}

const none: Readonly<Record<string, string>> = {}

/** The alias table of a codebook; empty for one that has none. An alias of one codebook says nothing about another. */
export function aliasesOf(codebook: Codebook): Readonly<Record<string, string>> {
  return codebook.id === 'mast-14' && codebook.version === '3' ? mast14 : none
}
