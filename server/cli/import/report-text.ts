import type { FileReport, ImportReport } from '../../../shared/traces/import-report.ts'

/** The report for people: a line per file, a line per trace, and the sum. */
export function reportText(report: ImportReport): string {
  const { totals } = report
  const sum = [
    `${count(totals.files, 'file')}: ${totals.new} new, ${totals.identical} identical, ${totals.changed} changed, ${count(totals.refused, 'file')} refused`,
    [count(totals.steps, 'step'), count(totals.segments, 'segment'), count(totals.warnings, 'warning')].join(', '),
  ].join('; ')
  return [...report.files.flatMap(fileLines), sum].join('\n')
}

function fileLines(file: FileReport): string[] {
  const format = file.format === null ? '' : ` (${file.format})`
  return [
    `${file.result.padEnd(8)}  ${file.file}${format}${file.reason === null ? '' : `: ${file.reason}`}`,
    ...file.traces.map(
      (trace) =>
        `          ${trace.status.padEnd(9)} ${trace.title}: ${count(trace.segments, 'segment')}, ${count(trace.toolCalls, 'call')}`,
    ),
    ...file.warnings.map(
      (warning) =>
        `          warning ${warning.code}${warning.line === null ? '' : ` at line ${warning.line}`}${warning.count > 1 ? ` (${warning.count} times)` : ''}: ${warning.message}`,
    ),
  ]
}

function count(n: number, noun: string): string {
  return `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`
}
