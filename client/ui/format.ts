/** How numbers and times are written: 0.36, "> .99" unless exact, 1,204, 15:11, "0.22 to 0.46". */

const MINUS = '−'
const grouped = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 })

/**
 * A coefficient between -1 and 1 with two digits. 1.00 and -1.00 are printed only when exact: a value that would round to 1
 * without being it reads "> .99".
 */
export function formatCoefficient(value: number): string {
  if (value === 1) return '1.00'
  if (value > 0.995) return '> .99'
  if (value === -1) return `${MINUS}1.00`
  if (value < -0.995) return `< ${MINUS}.99`
  const text = Math.abs(value).toFixed(2)
  return value < 0 && text !== '0.00' ? MINUS + text : text
}

/** "0.22 to 0.46"; limits of intervals are clipped to what the coefficient can be, so an edge is exact there. */
export function formatInterval(interval: readonly [number, number]): string {
  return `${formatCoefficient(interval[0])} to ${formatCoefficient(interval[1])}`
}

/** 1,204 */
export function formatCount(value: number): string {
  return value < 0 ? MINUS + grouped.format(-value) : grouped.format(value)
}

/** "1 segment", "1,204 segments". */
export function formatMany(count: number, one: string, many = `${one}s`): string {
  return `${formatCount(count)} ${count === 1 ? one : many}`
}

/** A share as a whole per cent; 0 % and 100 % only when exact. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return 'none'
  if (part === 0) return '0 %'
  if (part === whole) return '100 %'
  const percent = Math.round((part / whole) * 100)
  if (percent === 0) return '< 1 %'
  return percent === 100 ? '> 99 %' : `${percent} %`
}

const SMALL_NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven', 'twelve']

/** Numbers up to twelve in words, as prose wants them. */
export function inWords(count: number): string {
  return SMALL_NUMBERS[count] ?? formatCount(count)
}

/** The first letter large. */
export function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** "a", "a and b", "a, b and c". */
export function listed(items: readonly string[]): string {
  const last = items.at(-1)
  if (last === undefined) return ''
  return items.length === 1 ? last : `${items.slice(0, -1).join(', ')} and ${last}`
}

/** 15:11 today; "Tue 15:11" within a week; "21 Apr 15:11" before. */
export function formatTime(iso: string, now: Date): string {
  const at = new Date(iso)
  const clock = `${two(at.getHours())}:${two(at.getMinutes())}`
  const days = (startOfDay(now) - startOfDay(at)) / MS_PER_DAY
  if (days < 1) return clock
  if (days < 7) return `${at.toLocaleDateString('en-GB', { weekday: 'short' })} ${clock}`
  return `${formatDate(iso)} ${clock}`
}

/** 15:11:06 */
export function formatClock(iso: string): string {
  const at = new Date(iso)
  return `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
}

/** 21 Apr 2026 */
export function formatDate(iso: string): string {
  return new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })
}

/** 746 kB, 2.1 MB; decimal units, as file managers show them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  const mega = bytes / 1e6
  return mega < 10 ? `${mega.toFixed(1)} MB` : `${formatCount(Math.round(mega))} MB`
}

/** Two letters for an avatar. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/u)
  const first = words[0]?.[0] ?? '?'
  const last = words.length > 1 ? (words.at(-1)?.[0] ?? '') : (words[0]?.[1] ?? '')
  return (first + last).toUpperCase()
}

const MS_PER_DAY = 86_400_000
const two = (value: number) => String(value).padStart(2, '0')
// Rounded, so that a change of summer time does not make a day of 23 hours.
const startOfDay = (date: Date) => Math.round(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / MS_PER_DAY) * MS_PER_DAY
