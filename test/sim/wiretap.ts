/** Reads every message between server and tabs, and checks what must hold at each single one of them. */
import { canonicalJson } from '../../server/hash.ts'
import { must } from '../../shared/assert.ts'
import { DownMessage } from '../../shared/live/down.ts'
import { visibleTo } from '../../shared/live/visible-to.ts'
import { short } from './browser.ts'
import { ownersOf } from './canary.ts'
import { type Ledger, type Line, promise } from './ledger.ts'
import type { Wire } from './network.ts'
import type { Actor } from './scheduler.ts'
import type { SimServer } from './server.ts'
import { PEOPLE, type Person } from './template.ts'
import type { Trail } from './trail.ts'

export type Wiretap = Wire & {
  /** The acts that somebody was told are safe. */
  readonly acknowledged: () => ReadonlySet<string>
}

export function makeWiretap(options: {
  readonly server: () => SimServer
  readonly ledger: Ledger
  readonly trail: Trail
  readonly whoseToken: (token: string) => Person | undefined
  readonly onBroken: (error: unknown) => void
}): Wiretap {
  const { server, ledger, trail, whoseToken } = options
  const acknowledged = new Set<string>()
  /** The cursor of the last hello on each line. */
  const greetings = new WeakMap<object, string>()

  function said(line: object, token: string, text: string): void {
    const person = must(whoseToken(token), 'a person behind a token')
    checkBlindness(person, text)
    const message = DownMessage.parse(JSON.parse(text))
    ledger.look()
    if (message.type === 'mutation.accepted') {
      acknowledged.add(`${person.id} ${message.mutationId}`)
      promise(
        ledger.hasMutation(person.id, message.mutationId),
        `${short(message.mutationId)} of ${person.id} is acknowledged and not on the disk`,
      )
    }
    if (message.type === 'events') checkDelivery(person, message)
    if (message.type === 'welcome' && message.state.kind === 'delta')
      checkEvents(person, message.state.events, must(greetings.get(line), 'the cursor of a hello'), message.cursor)
  }

  function checkBlindness(person: Person, text: string): void {
    if (person.role === 'lead') return
    const foreign = ownersOf(text).filter((owner) => owner !== person.id)
    promise(foreign.length === 0, `${person.id} is sent words of ${foreign.join(', ')}: ${text.slice(0, 400)}`)
    for (const other of PEOPLE) {
      if (other.id === person.id) continue
      promise(!text.includes(`"${other.id}"`), `${person.id} is sent the name of ${other.id}: ${text.slice(0, 400)}`)
    }
  }

  function checkDelivery(person: Person, message: Extract<DownMessage, { type: 'events' }>): void {
    promise(message.events.length > 0, 'an empty delivery says that something hidden has happened')
    checkEvents(person, message.events, message.from, message.to)
  }

  /** What is between two cursors is exactly what the log holds there for this viewer; the last of it is where the cursor stands. */
  function checkEvents(person: Person, events: readonly unknown[], from: string, to: string): void {
    const cursors = server().cursors()
    const end = must(cursors.decode(to, person.id), 'a cursor that its viewer can read')
    const start = must(cursors.decode(from, person.id), 'a cursor that its viewer can read')
    const expected = ledger.lines().filter((line) => line.sequence > start && line.sequence <= end && isVisible(line, person))
    promise(
      canonicalJson(expected.map((line) => line.event)) === canonicalJson(events),
      `${person.id} is sent up to ${end}: ${names(events)}; the log has: ${names(expected.map((line) => line.event))}`,
    )
    const last = expected.at(-1)?.sequence ?? start
    promise(last === end, `the cursor of ${person.id} stands at ${end} and the last event of theirs at ${last}`)
  }

  return {
    acknowledged: () => acknowledged,
    heard: (line, text) => {
      const message = JSON.parse(text)
      if (message.type === 'hello' && message.cursor !== null) greetings.set(line, message.cursor)
    },
    said: (line, token, text) => {
      try {
        said(line, token, text)
      } catch (error) {
        options.onBroken(error)
      }
    },
    sent: (owner: Actor, text) => trail.note(owner.name, describeSent(text)),
    arrived: (owner: Actor, text) => trail.note(owner.name, describe(text)),
  }
}

export function isVisible(line: Line, person: Person): boolean {
  return visibleTo(line.event, { userId: person.id, role: person.role })
}

function names(events: readonly unknown[]): string {
  return events.map((event) => (event as { type: string }).type).join(', ') || 'nothing'
}

function describeSent(text: string): string {
  const message = JSON.parse(text)
  return message.type === 'mutate' ? `> ${message.mutation.type} ${short(message.mutationId)}` : `> ${message.type}`
}

function describe(text: string): string {
  const message = JSON.parse(text)
  switch (message.type) {
    case 'welcome':
      return `< welcome with a ${message.state.kind} of ${message.state.kind === 'delta' ? names(message.state.events) : `${message.state.snapshot.seats.length} seats and ${message.state.snapshot.records.length} records`}`
    case 'events':
      return `< ${names(message.events)}`
    case 'mutation.accepted':
      return `< accepted ${short(message.mutationId)}`
    case 'mutation.rejected':
      return `< rejected ${short(message.mutationId)}: ${message.code}${message.retry ? ' (again later)' : ''}`
    case 'problem':
      return `< problem ${message.code}`
    default:
      return `< ${message.type}`
  }
}
