import type { WorkState } from './progress.ts'

const MINUTE_MS = 60_000
/** A longer pause between two submits is a pause, not work on the second one. */
export const IDLE_CAP_MS = 5 * MINUTE_MS
const DAY_MS = 24 * 60 * MINUTE_MS
const STUCK_MS = 30 * MINUTE_MS

export type SignsOfLife = { readonly hasSeat: boolean; readonly isHere: boolean; readonly lastActiveAt: string | null }

/** What somebody is doing, by what the server has heard of them. `now` is a time of the server. */
export function workState({ hasSeat, isHere, lastActiveAt }: SignsOfLife, now: Date): WorkState {
  const quietMs = lastActiveAt === null ? 0 : now.getTime() - Date.parse(lastActiveAt)
  if (!isHere) return hasSeat ? 'offline' : 'away'
  if (hasSeat && quietMs >= STUCK_MS) return 'stuck'
  if (!hasSeat || quietMs >= IDLE_CAP_MS) return 'idle'
  return 'labelling'
}

export type Pace = { readonly perHour: number; readonly activeMinutes: number; readonly activeDayMinutes: number }

/**
 * Submits of the last hour, and the time between submits with each gap counted up to five minutes: of all times, and of those in the
 * last 24 hours. Times are ISO 8601, in any order.
 */
export function pace(submits: readonly string[], now: Date): Pace {
  const times = submits.map((at) => Date.parse(at)).toSorted((a, b) => a - b)
  const within = (ms: number) => times.filter((time) => now.getTime() - time < ms)
  return { perHour: within(60 * MINUTE_MS).length, activeMinutes: activeMinutes(times), activeDayMinutes: activeMinutes(within(DAY_MS)) }
}

function activeMinutes(times: readonly number[]): number {
  const activeMs = times.reduce((sum, time, index) => sum + Math.min(IDLE_CAP_MS, time - (times[index - 1] ?? time)), 0)
  return Math.round(activeMs / MINUTE_MS)
}
