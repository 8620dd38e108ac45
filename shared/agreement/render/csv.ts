/** One record of a CSV text: its fields and the line on which it starts. */
export interface CsvRecord {
  readonly line: number
  readonly fields: readonly string[]
}

/**
 * Records of a CSV text after RFC 4180: comma separated, fields may be quoted, quotes are doubled inside, line breaks and commas are kept
 * inside quotes; CRLF, LF and CR end a record. Blank lines are skipped. Throws with the line where a quoted field is not closed, or where
 * text follows a closing quote.
 */
export function* csvRecords(text: string): Generator<CsvRecord> {
  let position = text.charCodeAt(0) === 0xfeff ? 1 : 0
  let line = 1
  while (position < text.length) {
    const start = line
    const fields: string[] = []
    for (;;) {
      const field = text[position] === '"' ? quotedField(text, position, line) : plainField(text, position)
      fields.push(field.value)
      line += field.lineBreaks
      position = field.end
      if (text[position] !== ',') break
      position += 1
    }
    if (text[position] === '\r' && text[position + 1] === '\n') position += 1
    position += 1
    line += 1
    if (fields.length > 1 || fields[0] !== '') yield { line: start, fields }
  }
}

interface Field {
  readonly value: string
  /** Where the field ends: at a comma, a line end, or the end of the text. */
  readonly end: number
  readonly lineBreaks: number
}

const PLAIN_END = /[,\r\n]/g

function plainField(text: string, start: number): Field {
  PLAIN_END.lastIndex = start
  const end = PLAIN_END.exec(text)?.index ?? text.length
  return { value: text.slice(start, end), end, lineBreaks: 0 }
}

function quotedField(text: string, start: number, line: number): Field {
  let value = ''
  let position = start + 1
  for (;;) {
    const quote = text.indexOf('"', position)
    if (quote < 0) throw new Error(`Line ${line}: a quoted field is not closed.`)
    value += text.slice(position, quote)
    position = quote + 1
    if (text[position] !== '"') break
    value += '"'
    position += 1
  }
  const next = text[position]
  if (next !== undefined && next !== ',' && next !== '\r' && next !== '\n') {
    throw new Error(`Line ${line}: text follows the closing quote of a field.`)
  }
  return { value, end: position, lineBreaks: value.match(/\r\n|\r|\n/g)?.length ?? 0 }
}

/** A field as CSV writes it: quoted when it holds a comma, a quote or a line break. */
export function csvField(value: string | number | undefined): string {
  const text = value === undefined ? '' : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
