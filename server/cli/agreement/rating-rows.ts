import { csvRecords } from '../../../shared/agreement/render/csv.ts'

/** One line of a ratings file. `label` null = missing; the row still says that the item and the rater exist. */
export interface RatingRow {
  readonly line: number
  readonly item: string
  readonly rater: string
  readonly label: string | null
  readonly mode: string | null
  readonly cluster: string | null
}

/** The rows of a ratings file, CSV with a header or JSONL, told apart by the first character. Throws with line and sentence. */
export function ratingRows(text: string): RatingRow[] {
  const start = text.search(/[^\s\uFEFF]/)
  if (start < 0) throw new Error('The file is empty.')
  if (text[start] === '{') return jsonRows(text)
  if (text[start] === '[') throw new Error('A ratings file is CSV, or JSONL with one object per line; this one starts with "[".')
  return csvRows(text)
}

const COLUMNS = ['item', 'rater', 'label', 'mode', 'cluster'] as const
type Column = (typeof COLUMNS)[number]
type Fields = Readonly<Record<Column, string | null>>

function csvRows(text: string): RatingRow[] {
  const rows: RatingRow[] = []
  let header: readonly string[] | null = null
  for (const { line, fields } of csvRecords(text)) {
    if (header === null) {
      header = fields.map((name) => name.trim().toLowerCase())
      checkHeader(header)
      continue
    }
    if (fields.length !== header.length) throw new Error(`Line ${line}: ${fields.length} fields, but the header has ${header.length}.`)
    const columns: readonly string[] = header
    const field = (column: Column) => {
      const value = fields[columns.indexOf(column)]
      return value === undefined || value.trim() === '' ? null : value
    }
    rows.push(
      row(line, { item: field('item'), rater: field('rater'), label: field('label'), mode: field('mode'), cluster: field('cluster') }),
    )
  }
  return rows
}

function checkHeader(header: readonly string[]): void {
  for (const name of ['item', 'rater', 'label']) {
    if (!header.includes(name)) throw new Error(`The header needs item, rater and label; "${name}" is not among: ${header.join(', ')}.`)
  }
  const twice = COLUMNS.find((name) => header.indexOf(name) !== header.lastIndexOf(name))
  if (twice !== undefined) throw new Error(`The header names "${twice}" twice.`)
}

function jsonRows(text: string): RatingRow[] {
  const rows: RatingRow[] = []
  text.split(/\r\n|\n|\r/).forEach((content, index) => {
    const trimmed = content.replace(/^\uFEFF/, '').trim()
    if (trimmed === '') return
    const line = index + 1
    const record = parsed(trimmed, line)
    const field = (column: Column) => fieldOf(record[column], column, line)
    rows.push(
      row(line, { item: field('item'), rater: field('rater'), label: field('label'), mode: field('mode'), cluster: field('cluster') }),
    )
  })
  return rows
}

function parsed(content: string, line: number): Readonly<Record<string, unknown>> {
  let record: unknown
  try {
    record = JSON.parse(content)
  } catch {
    throw new Error(`Line ${line} is not JSON.`)
  }
  if (typeof record !== 'object' || record === null || Array.isArray(record)) throw new Error(`Line ${line} is not a JSON object.`)
  return record as Readonly<Record<string, unknown>>
}

/** Labels are strings; a number or a boolean is read as it is written. */
function fieldOf(value: unknown, column: Column, line: number): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'string') throw new Error(`Line ${line}: "${column}" is a list or an object; a string, number or boolean is meant.`)
  return value.trim() === '' ? null : value
}

function row(line: number, { item, rater, label, mode, cluster }: Fields): RatingRow {
  if (item === null) throw new Error(`Line ${line}: the item is empty.`)
  if (rater === null) throw new Error(`Line ${line}: the rater is empty.`)
  return { line, item, rater, label, mode, cluster }
}
