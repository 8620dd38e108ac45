/** The ways in which a segment stands open or answered, in words. */
import { formatMany, listed } from '../../ui/format.ts'

export type Counts = { readonly asked: number; readonly submitted: number; readonly later: number; readonly unjudged: number }

/** "10 submitted (2 cannot judge), 1 later". */
export function sayCounts({ submitted, unjudged, later }: Counts): string {
  return `${submitted} submitted${unjudged > 0 ? ` (${unjudged} cannot judge)` : ''}${later > 0 ? `, ${later} later` : ''}`
}

/** "3 segments have no answer yet: 1 put off for later and 2 not answered." */
export function sayOpen({ asked, submitted, later }: Counts): string {
  const open = asked - submitted
  const parts = [later > 0 ? `${later} put off for later` : '', open > later ? `${open - later} not answered` : ''].filter(Boolean)
  return `${formatMany(open, 'segment has', 'segments have')} no answer yet: ${listed(parts)}.`
}
