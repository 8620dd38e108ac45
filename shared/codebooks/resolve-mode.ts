import type { ModeId } from '../ids.ts'
import { aliasesOf } from './aliases.ts'
import type { Codebook, Mode } from './codebook.ts'

/**
 * The mode that a text from outside means, or null when it means none or might mean more than one: an unknown spelling is
 * the caller's error to report, never a guess. Understood are the id (`FM-3.2`, `fm_3.2`, `FM3.2`), the code (`3.2`), the
 * name, an alias, and id or code followed by a name. In the last case both must say the same mode, or the text is refused:
 * that is what keeps `2.6 Disobey role specification` of an earlier taxonomy from being read as today's 2.6.
 * A bare code says nothing of its taxonomy; a caller that knows it to be another one must not ask.
 */
export function resolveMode(codebook: Codebook, text: string): ModeId | null {
  const wanted = normalise(text)
  const aliases = aliasesOf(codebook)
  for (const mode of codebook.modes) {
    for (const label of labelsOf(mode)) {
      if (wanted === label) return mode.id
      if (!wanted.startsWith(`${label} `)) continue
      const title = wanted.slice(label.length + 1)
      const isSame = byTitle(codebook, title)?.id === mode.id || aliases[`${mode.code} ${title}`] === mode.id
      return isSame ? mode.id : null
    }
  }
  return byTitle(codebook, wanted)?.id ?? null
}

/** What identifies a mode without its name, normalised. */
function labelsOf(mode: Mode): string[] {
  const id = normalise(mode.id)
  return [id, id.replaceAll(' ', ''), mode.code]
}

function byTitle(codebook: Codebook, title: string): Mode | undefined {
  const alias = aliasesOf(codebook)[title]
  return codebook.modes.find((mode) => normalise(mode.name) === title || mode.id === alias)
}

/**
 * The first line that is not blank (files put a definition below the title), in Unicode's compatibility form, lower case,
 * without apostrophes of any shape, and with every run of blanks, dashes and other marks as one blank. Dots stay inside a
 * code and go at its end.
 */
export function normalise(text: string): string {
  const line = text.split(/\r?\n/).find((candidate) => candidate.trim() !== '') ?? ''
  return line
    .normalize('NFKC')
    .toLowerCase()
    .replace(/['’‘ʼ`´]/g, '')
    .replace(/\.(?![\p{L}\p{N}])/gu, ' ')
    .replace(/[^\p{L}\p{N}.]+/gu, ' ')
    .trim()
}
