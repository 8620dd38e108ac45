/** What somebody is doing, as icon, word and colour; and times as the board says them. */
import type { AnnotatorProgress, WorkState } from '../../../shared/assignments/progress.ts'
import { formatTime } from '../../ui/format.ts'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/tag.tsx'

type Word = { readonly icon: IconName; readonly tone?: Tone; readonly text: string }

export function minutesSince(at: string | null, now: Date): number {
  // The server's clock may be a little ahead of this one.
  return at === null ? 0 : Math.max(0, Math.round((now.getTime() - Date.parse(at)) / 60_000))
}

export function stateWord(one: Pick<AnnotatorProgress, 'state' | 'lastActiveAt'>, now: Date): Word {
  const minutes = minutesSince(one.lastActiveAt, now)
  const quiet = minutes > 0 ? ` ${minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`}` : ''
  const words: Record<WorkState, Word> = {
    labelling: { icon: 'disc', tone: 'ok', text: 'labelling' },
    idle: { icon: 'half', text: `idle${quiet}` },
    stuck: { icon: 'stuck', tone: 'warn', text: `stuck${quiet}` },
    offline: { icon: 'offline', tone: 'warn', text: `offline${quiet}` },
    away: { icon: 'ring', text: 'away' },
  }
  return words[one.state]
}

/** "2 h 05", "50 min". */
export function spent(minutes: number): string {
  if (minutes < 60) return `${minutes} min`
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`
}

export function lastWords(at: string | null, now: Date): string {
  if (at === null) return 'not yet'
  return minutesSince(at, now) < 1 ? 'now' : formatTime(at, now)
}
