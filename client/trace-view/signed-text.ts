import { plainRuns } from './signs.ts'

/** A text for a head or a chip, with its unseen characters made visible. Not for quoting: it has lost its places. */
export function signedText(text: string): string {
  return plainRuns(text, 0)
    .map((run) => (run.kind === 'sign' && run.text.length > 1 ? `[${run.text}]` : run.text))
    .join('')
}
