import type { FileReport, TraceReport } from '../../../shared/traces/import-report.ts'
import { formatCount, formatMany } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/tag.tsx'

type Sign = { icon: IconName; tone?: Tone; word: string }

export const traceSigns: Readonly<Record<TraceReport['status'], Sign & { about: string }>> = {
  new: { icon: 'plus', tone: 'ok', word: 'new', about: 'will be added' },
  identical: { icon: 'agree', word: 'identical', about: 'left alone' },
  changed: { icon: 'diff', tone: 'warn', word: 'changed', about: 'its text differs from what is held' },
}

/** What came of a file in one word: the most telling of its traces, or its refusal. */
export function fileSign(file: FileReport): Sign {
  if (file.result === 'refused') return { icon: 'x', tone: 'danger', word: 'refused' }
  if (file.result === 'joined') return { icon: 'link', word: 'joined' }
  const statuses = file.traces.map((trace) => trace.status)
  if (statuses.includes('changed')) return traceSigns.changed
  return statuses.includes('new') ? traceSigns.new : traceSigns.identical
}

/** "10 new, 2 identical", when there is more than the sign already says. */
export function fileCounts(file: FileReport): string {
  const counts = (['new', 'identical', 'changed'] as const)
    .map((status) => ({ status, count: file.traces.filter((trace) => trace.status === status).length }))
    .filter(({ count }) => count > 0)
  const said = counts.length > 1 ? [counts.map(({ status, count }) => `${formatCount(count)} ${status}`).join(', ')] : []
  const partly = file.result === 'partial' ? ['in part'] : []
  const warnings = file.warnings.reduce((sum, warning) => sum + warning.count, 0)
  return [...partly, ...said, ...(warnings > 0 ? [formatMany(warnings, 'warning')] : [])].join(', ')
}

/** How sure the recognition was; a low score, or a close second, wants a look. */
export function sureness(file: FileReport): { word: string; wantsLook: boolean } {
  const lead = file.score - (file.runnerUp?.score ?? 0)
  if (file.score >= 0.9 && lead >= 0.2) return { word: 'sure', wantsLook: false }
  if (file.score >= 0.7 && lead >= 0.1) return { word: 'quite sure', wantsLook: false }
  return { word: 'please check', wantsLook: true }
}

export function segmentsOf(file: FileReport): number {
  return file.traces.reduce((sum, trace) => sum + trace.segments, 0)
}

/** The result as the report names it. */
export const resultSigns: Readonly<Record<FileReport['result'], Sign>> = {
  imported: { icon: 'check', tone: 'ok', word: 'imported' },
  partial: { icon: 'half', tone: 'warn', word: 'in part' },
  joined: { icon: 'link', word: 'joined to other traces' },
  refused: { icon: 'x', tone: 'danger', word: 'refused' },
}
