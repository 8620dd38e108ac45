import type { Note } from '../notes.ts'
import type { Coefficients } from '../report/coefficient-json.ts'

/** Each note once, however many coefficients carry it. */
export function notesOf(coefficients: Coefficients): Note[] {
  const byMessage = new Map<string, Note>()
  for (const json of Object.values(coefficients)) {
    if ('value' in json) for (const note of json.notes) byMessage.set(note.message, note)
  }
  return [...byMessage.values()]
}

/** For two categories these equal nominal alpha, or the kappa above them. */
const SAME_FOR_BINARY = ['alpha_ordinal', 'alpha_interval', 'alpha_ratio', 'category_kappa', 'cohen_category_kappa']

/** Whether a coefficient only repeats another one, so that people need not see it. */
export function isRepetition(name: string, categories: readonly string[]): boolean {
  return categories.length === 2 && SAME_FOR_BINARY.includes(name)
}
