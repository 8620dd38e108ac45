import { buildTrace, draftStep } from './build-trace.ts'
import { firstWords } from './first-words.ts'
import { type ColumnMapping, type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source } from './importer.ts'
import type { Anchor, PriorLabels, Role, Step } from './model.ts'
import { resultPart, saidParts } from './parts.ts'
import { findDelimiter, readRows } from './table/delimited.ts'

/** Tables of messages (CSV, TSV, semicolons) whose columns say what they hold, or a person does: trace, role or speaker, text, and label. */
export const table: Importer = { format: 'table', name: 'Table of messages', detect, read }

const COLUMNS = {
  trace: /^(trace|conversation|session|thread|dialog(?:ue)?|run)(?:[ _-]?id)?$/i,
  speaker: /^(role|speaker|author|from|actor|sender|name|agent)$/i,
  text: /^(text|content|message|body|utterance|value)$/i,
  label: /^(label|failure[ _-]?mode|mode|annotation)$/i,
}
type Column = keyof typeof COLUMNS

function detect(sample: Sample): Detection {
  const text = sample.records[0]?.value
  if (sample.shape !== 'text' || typeof text !== 'string') return NOT_MINE
  const columns = columnsOf(text)
  return columns === null
    ? NOT_MINE
    : {
        // Without a speaker it may be any table with a text in it: a person should look.
        score: columns.at.speaker === undefined ? 0.4 : columns.at.trace === undefined ? 0.6 : 0.8,
        why: `columns ${columns.names.join(', ')}`,
        formatVersion: columns.delimiter === '\t' ? 'tsv' : 'csv',
      }
}

type Columns = { readonly delimiter: string; readonly names: readonly string[]; readonly at: Partial<Record<Column, number>> }

/** A text must be there; without a speaker every row is the agent's, without a trace column the table is one trace. */
function columnsOf(text: string, mapped: ColumnMapping = {}): Columns | null {
  const delimiter = findDelimiter(text)
  if (delimiter === null) return null
  const names = (readRows(text.slice(0, 10_000).split('\n')[0] ?? '', delimiter)[0] ?? []).map((name) => name.trim())
  const at: Partial<Record<Column, number>> = {}
  for (const column of ['trace', 'speaker', 'text', 'label'] as const) {
    const wanted = mapped[column]
    const index = names.findIndex((name) => (wanted === undefined ? COLUMNS[column].test(name) : name === wanted))
    if (index >= 0) at[column] = index
  }
  return at.text === undefined ? null : { delimiter, names, at }
}

function* read(source: Source): Iterable<Imported> {
  for (const { value, anchor, line } of source.records) {
    const columns = typeof value === 'string' ? columnsOf(value, source.columns) : null
    if (columns === null || typeof value !== 'string') {
      yield { kind: 'refused', reason: 'No column of the table holds a text; say which one does.', line, anchor }
      continue
    }
    const groups = new Map<string, string[][]>()
    const { delimiter, at } = columns
    for (const row of readRows(value, delimiter).slice(1)) {
      const key = at.trace === undefined ? '' : (row[at.trace] ?? '')
      groups.set(key, [...(groups.get(key) ?? []), row])
    }
    for (const [id, rows] of groups) yield toTrace(id, rows, at, anchor)
  }
}

function toTrace(id: string, rows: readonly string[][], at: Columns['at'], anchor: Anchor): Imported {
  const cell = (row: readonly string[], column: Column): string => row[at[column] ?? -1] ?? ''
  const steps = rows.map((row) => toStep(cell(row, 'speaker').trim(), cell(row, 'text'), anchor))
  const labelled = rows.flatMap((row, index) => (cell(row, 'label').trim() === '' ? [] : [{ mode: cell(row, 'label').trim(), index }]))
  const trace = buildTrace({
    format: 'table',
    nativeIds: id === '' ? [] : [id],
    task: firstWords(steps),
    steps,
    priorLabels: labelsOf(labelled),
  })
  return { kind: 'trace', trace, warnings: [], anchor }
}

function toStep(speaker: string, text: string, anchor: Anchor): Step {
  const base = { rawRole: speaker, anchors: [anchor] }
  const role: Role = /^(user|human|customer)$/i.test(speaker)
    ? 'user'
    : /^(system|developer)$/i.test(speaker)
      ? 'system'
      : /^(tool|function|observation)\b/i.test(speaker)
        ? 'tool'
        : 'agent'
  if (role === 'tool') return draftStep({ ...base, actor: speaker, role, parts: [resultPart(null, text)] })
  const parts = saidParts(text, role === 'agent' ? 'markdown' : 'plain')
  return draftStep({
    ...base,
    actor: role === 'user' ? 'user' : speaker || 'agent',
    role,
    parts: role === 'system' ? parts.map((part) => ({ ...part, visibility: 'folded' as const })) : parts,
  })
}

/** A label says that its mode is there; nothing is known of modes that no row names. */
function labelsOf(labelled: readonly { mode: string; index: number }[]): PriorLabels[] {
  if (labelled.length === 0) return []
  const values = [...new Set(labelled.map((label) => label.mode))].map((mode) => ({ mode, value: true }))
  const note = labelled.map((label) => `${label.mode} at message ${label.index}`).join('; ')
  return [{ source: 'human', rater: 'label column', taxonomy: 'table', values, note }]
}
