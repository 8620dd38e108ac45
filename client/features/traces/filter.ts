import type { TraceRow } from '../../../shared/http/api.ts'

export type RoundFilter = 'all' | 'none' | 'some'

/** Rows whose title, format, framework, model or benchmark holds every word, and that are in a round or not as asked. */
export function filterTraces(rows: readonly TraceRow[], text: string, rounds: RoundFilter): TraceRow[] {
  const words = text.toLowerCase().split(/\s+/u).filter(Boolean)
  return rows.filter((row) => {
    if (rounds === 'none' && row.rounds.length > 0) return false
    if (rounds === 'some' && row.rounds.length === 0) return false
    const all = [row.title, row.format, row.framework, row.model, row.benchmark, outcomeWord(row.success)].join(' ').toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

export function outcomeWord(success: boolean | null): string {
  if (success === null) return 'not known'
  return success ? 'success' : 'failure'
}
