import type { Events } from '../../../shared/live/down.ts'
import type { LiveEvent } from '../../../shared/live/events.ts'

/** One event goes to its author and to every lead who watches: it is written out once. */
const texts = new WeakMap<LiveEvent, string>()

function textOf(event: LiveEvent): string {
  const held = texts.get(event) ?? JSON.stringify(event)
  texts.set(event, held)
  return held
}

/** A delivery as it goes over the wire. */
export function eventsText({ from, to, events }: Omit<Events, 'type'>): string {
  return `{"type":"events","from":"${from}","to":"${to}","events":[${events.map(textOf).join(',')}]}`
}
