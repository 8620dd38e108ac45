const TITLE_LENGTH = 80
/** Only this much of a text is looked at: a first sentence further in is no title. */
const LOOK_AT = 2000

/** The first sentence, or line, of a text as a title of at most 80 code points; the leading marks of markdown are left off. */
export function firstSentence(text: string): string {
  const lines = text.slice(0, LOOK_AT).split('\n').map(stripMarks)
  const line = lines.find((candidate) => candidate !== '') ?? ''
  const end = /[.!?](?=\s)|[。！？]/u.exec(line)
  return shortened(end === null ? line : line.slice(0, end.index + 1))
}

/** A text on one line of at most 80 code points, with an ellipsis where it was cut. */
export function shortened(text: string): string {
  const line = text.slice(0, LOOK_AT).replace(/\s+/gu, ' ').trim()
  if (line.length <= TITLE_LENGTH) return line
  // A code point takes two units at most: what is further on cannot be in the title.
  const points = [...line.slice(0, 2 * (TITLE_LENGTH + 1))]
  return points.length <= TITLE_LENGTH
    ? line
    : `${points
        .slice(0, TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}

function stripMarks(line: string): string {
  return line
    .replace(/^[\s#>*`_-]+/u, '')
    .replaceAll('**', '')
    .trim()
}
