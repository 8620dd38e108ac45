/** A clock, sockets and tabs that tests move by hand. */
import { ClientId, ProjectId, SeatId } from '../../shared/ids.ts'
import type { DownMessage } from '../../shared/live/down.ts'
import type { Clock } from './clock.ts'
import { type ConnectionState, makeConnection, type OpenSocket, type SocketEvents } from './connection.ts'
import type { OpenTabs, TabMessage } from './tabs.ts'

export function fakeClock() {
  let now = Date.UTC(2026, 10, 30, 15)
  let timers: { at: number; run: () => void }[] = []
  const clock: Clock = {
    now: () => now,
    random: () => 0.5,
    after: (ms, run) => {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((one) => one !== timer)
      }
    },
  }
  function advance(ms: number) {
    const until = now + ms
    for (;;) {
      const next = timers.filter((one) => one.at <= until).toSorted((a, b) => a.at - b.at)[0]
      if (!next) break
      timers = timers.filter((one) => one !== next)
      now = next.at
      next.run()
    }
    now = until
  }
  return { clock, advance }
}

// biome-ignore lint/suspicious/noExplicitAny: a test reads what was sent by its shape
type Sent = any

export type FakeSocket = {
  readonly sent: Sent[]
  readonly opened: () => void
  readonly receive: (message: unknown) => void
  readonly close: (code: number) => void
}

export function fakeSockets() {
  const made: FakeSocket[] = []
  const open: OpenSocket = (events: SocketEvents) => {
    const sent: Sent[] = []
    made.push({
      sent,
      opened: events.opened,
      receive: (message) => events.received(JSON.stringify(message)),
      close: events.closed,
    })
    return { send: (text) => void sent.push(JSON.parse(text)), close: () => {} }
  }
  const last = () => {
    const socket = made.at(-1)
    if (!socket) throw new Error('No socket was opened.')
    return socket
  }
  return { open, last, count: () => made.length }
}

/** Tabs of one browser: they hear each other, and the first that is still open sends. */
export function fakeTabs() {
  type Tab = { hear: (message: TabMessage) => void; elected: () => void; isElected: boolean }
  let tabs: Tab[] = []
  const elect = () => {
    const first = tabs[0]
    if (!first || first.isElected) return
    first.isElected = true
    first.elected()
  }
  const open: OpenTabs = (on) => {
    const tab: Tab = { ...on, isElected: false }
    tabs.push(tab)
    queueMicrotask(elect)
    return {
      tell: (message) => {
        for (const other of tabs) if (other !== tab) other.hear(message)
      },
      close: () => {
        tabs = tabs.filter((one) => one !== tab)
        elect()
      },
    }
  }
  return { open }
}

export function welcome(options: { userId?: string; cursor?: string; events?: unknown[]; snapshot?: unknown } = {}) {
  return {
    type: 'welcome',
    protocolVersion: 1,
    viewer: { userId: options.userId ?? 'ann', name: 'Ann', role: 'annotator' },
    cursor: options.cursor ?? 'c0',
    state: options.events
      ? { kind: 'delta', events: options.events }
      : { kind: 'snapshot', snapshot: options.snapshot ?? { seats: [], records: [] } },
  }
}

export function fakeConnection(options: { seat?: string; isSignedIn?: () => Promise<boolean>; idleSeconds?: () => number } = {}) {
  const { clock, advance } = fakeClock()
  const sockets = fakeSockets()
  const states: ConnectionState[] = []
  const messages: DownMessage[] = []
  const connection = makeConnection({
    openSocket: sockets.open,
    clock,
    isHidden: () => false,
    ...(options.isSignedIn ? { isSignedIn: options.isSignedIn } : {}),
    ...(options.idleSeconds ? { idleSeconds: options.idleSeconds } : {}),
    hello: () => ({ type: 'hello', protocolVersion: 1, clientId: ClientId.parse('c'), project: ProjectId.parse('p'), cursor: null }),
    seatInHand: () => (options.seat ? SeatId.parse(options.seat) : null),
    onMessage: (message) => messages.push(message),
    onState: (state) => states.push(state),
  })
  return { connection, sockets, states, messages, clock: { advance } }
}
