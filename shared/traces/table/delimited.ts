const DELIMITERS = [',', ';', '\t', '|'] as const

/** The rows of a table with a header, by RFC 4180: quotes are doubled inside quotes, and line breaks may stand in them. */
export function readRows(text: string, delimiter: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let position = text.startsWith('\ufeff') ? 1 : 0
  while (position <= text.length) {
    const { field, end } = readField(text, position, delimiter)
    row.push(field)
    position = end + 1
    if (text[end] === delimiter) continue
    if (text[end] === '\r' && text[end + 1] === '\n') position++
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}

function readField(text: string, start: number, delimiter: string): { field: string; end: number } {
  if (text[start] === '"') {
    let field = ''
    for (let at = start + 1; ; ) {
      const quote = text.indexOf('"', at)
      if (quote < 0) return { field: field + text.slice(at), end: text.length }
      field += text.slice(at, quote)
      if (text[quote + 1] !== '"') return { field, end: endOfField(text, quote + 1, delimiter) }
      field += '"'
      at = quote + 2
    }
  }
  const end = endOfField(text, start, delimiter)
  return { field: text.slice(start, end), end }
}

function endOfField(text: string, start: number, delimiter: string): number {
  for (let at = start; at < text.length; at++) {
    const char = text[at]
    if (char === delimiter || char === '\n' || (char === '\r' && text[at + 1] === '\n')) return at
  }
  return text.length
}

/** The delimiter that cuts the first line into most columns, or null when none cuts it. */
export function findDelimiter(text: string): string | null {
  const header = text.slice(0, 10_000).split('\n')[0] ?? ''
  const ranked = DELIMITERS.map((delimiter) => ({ delimiter, columns: header.split(delimiter).length })).sort(
    (a, b) => b.columns - a.columns,
  )
  const best = ranked[0]
  return best !== undefined && best.columns >= 2 ? best.delimiter : null
}
