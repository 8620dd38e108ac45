/**
 * One websocket that comes back by itself. Knows hello, ping and when to give up; knows nothing of labels.
 * Socket, time and chance are parameters, so that every turn of it can be played in a test.
 */
import { unreachable } from '../../shared/assert.ts'
import type { SeatId } from '../../shared/ids.ts'
import { DownMessage, type Welcome } from '../../shared/live/down.ts'
import type { Hello, UpMessage } from '../../shared/live/up.ts'
import { reconnectDelay } from './backoff.ts'
import type { Cancel, Clock } from './clock.ts'

export type ConnectionState =
  | { readonly kind: 'stopped' }
  | { readonly kind: 'connecting'; readonly attempt: number }
  /** The socket is open and hello is said; what arrives before the welcome is already part of the welcome. */
  | { readonly kind: 'greeting'; readonly attempt: number }
  | { readonly kind: 'ready' }
  | { readonly kind: 'waiting'; readonly attempt: number; readonly until: number }
  /** The session ended; only signing in again helps. */
  | { readonly kind: 'signed-out' }
  /** The server will not talk to this page, for example after an upgrade; only loading it anew helps. */
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }

export type Socket = { readonly send: (text: string) => void; readonly close: () => void }
export type SocketEvents = {
  readonly opened: () => void
  readonly received: (text: string) => void
  readonly closed: (code: number) => void
}
export type OpenSocket = (events: SocketEvents) => Socket

export type ConnectionOptions = {
  readonly openSocket: OpenSocket
  readonly clock: Clock
  readonly isHidden: () => boolean
  /** Asked over HTTP when a socket does not even open: the browser does not say that it was refused for want of a session. */
  readonly isSignedIn?: () => Promise<boolean>
  readonly hello: () => Hello
  /** The seat whose lease the ping keeps alive. */
  readonly seatInHand: () => SeatId | null
  /** How long the person has pressed no key and pointed at nothing, for the lead's board. */
  readonly idleSeconds?: () => number
  /** A welcome arrives while the state is still `greeting`, everything else while it is `ready`. */
  readonly onMessage: (message: DownMessage) => void
  readonly onState: (state: ConnectionState) => void
}

export type Connection = {
  readonly state: () => ConnectionState
  readonly start: () => void
  readonly stop: () => void
  /** False when there is nobody to hear it. */
  readonly send: (message: UpMessage) => boolean
  /** Says hello again on the open socket: after a gap, or after a reset. */
  readonly greetAgain: () => void
  /** Gives the socket up and comes back with another: something was not answered. */
  readonly giveUp: () => void
  /** The network or the tab came back: tries at once, or makes sure that the other side still answers. */
  readonly wake: () => void
}

export const PING_INTERVAL_MS = 25_000
/** Silence alone is not death, since the timers of a hidden tab are throttled; only an unanswered question is. */
export const ANSWER_TIMEOUT_MS = 10_000
/** When there is a reason to doubt, such as a change of the network, the answer is due sooner. */
export const DOUBT_TIMEOUT_MS = 3_000

const SIGNED_OUT = 4401
const OTHER_PROTOCOL = 4400
/** Refusals of a hello that saying it again cannot change. */
const FINAL_REFUSALS: ReadonlySet<string> = new Set(['protocol_version', 'not_allowed', 'not_found'])

export function makeConnection(options: ConnectionOptions): Connection {
  const { clock } = options
  let state: ConnectionState = { kind: 'stopped' }
  let socket: Socket | undefined
  let attempt = 0
  let pings = 0
  let cancelNext: Cancel = () => {}
  let cancelDeadline: Cancel = () => {}

  function become(next: ConnectionState) {
    state = next
    options.onState(next)
  }

  function open() {
    cancelNext()
    become({ kind: 'connecting', attempt })
    // A socket that was given up may still speak; only the current one is listened to.
    const mine: Socket = options.openSocket({
      opened: () => mine === socket && greet(),
      received: (text) => mine === socket && receive(text),
      closed: (code) => mine === socket && lost(code),
    })
    socket = mine
    awaitAnswer()
  }

  function greet() {
    become({ kind: 'greeting', attempt })
    socket?.send(JSON.stringify(options.hello()))
    awaitAnswer()
  }

  function awaitAnswer(withinMs = ANSWER_TIMEOUT_MS) {
    cancelDeadline()
    cancelDeadline = clock.after(withinMs, () => lost(null))
  }

  function dropSocket() {
    const old = socket
    socket = undefined
    cancelNext()
    cancelDeadline()
    old?.close()
  }

  function lost(code: number | null) {
    const hadOpened = state.kind !== 'connecting'
    dropSocket()
    if (code === SIGNED_OUT) return become({ kind: 'signed-out' })
    if (code === OTHER_PROTOCOL) return become({ kind: 'refused', code: 'protocol_version', message: 'Load it anew.' })
    const delay = reconnectDelay(attempt, clock.random(), options.isHidden())
    attempt += 1
    cancelNext = clock.after(delay, open)
    become({ kind: 'waiting', attempt, until: clock.now() + delay })
    if (!hadOpened) askWhetherSignedIn()
  }

  /** No answer is no answer: only a clear "no" ends the attempts. */
  function askWhetherSignedIn() {
    options.isSignedIn?.().then(
      (isSignedIn) => {
        if (isSignedIn || (state.kind !== 'waiting' && state.kind !== 'connecting')) return
        dropSocket()
        become({ kind: 'signed-out' })
      },
      () => undefined,
    )
  }

  function receive(text: string) {
    const message = parse(text)
    // Half understood is not understood: start over from the cursor rather than skip what may have been a label.
    if (!message) return lost(null)
    switch (message.type) {
      case 'welcome':
        return welcome(message)
      case 'pong':
        cancelDeadline()
        if (state.kind === 'ready') options.onMessage(message)
        return
      case 'problem':
        if (state.kind !== 'greeting') return options.onMessage(message)
        if (FINAL_REFUSALS.has(message.code)) {
          dropSocket()
          return become({ kind: 'refused', code: message.code, message: message.message })
        }
        return lost(message.code === 'not_signed_in' ? SIGNED_OUT : null)
      case 'events':
      case 'agreement.updated':
      case 'progress.updated':
      case 'mutation.accepted':
      case 'mutation.rejected':
      case 'reset':
        if (state.kind === 'ready') options.onMessage(message)
        return
      default:
        return unreachable(message)
    }
  }

  function welcome(message: Welcome) {
    if (state.kind !== 'greeting') return
    cancelDeadline()
    attempt = 0
    options.onMessage(message)
    // The listener may have stopped the connection, for example because another user is signed in now.
    if (socket === undefined) return
    become({ kind: 'ready' })
    schedulePing()
  }

  function schedulePing() {
    cancelNext()
    cancelNext = clock.after(PING_INTERVAL_MS, () => ping())
  }

  function ping(withinMs = ANSWER_TIMEOUT_MS) {
    if (state.kind !== 'ready') return
    pings += 1
    const idle = options.idleSeconds ? { idleSeconds: options.idleSeconds() } : {}
    send({ type: 'ping', n: pings, seatId: options.seatInHand(), ...idle })
    awaitAnswer(withinMs)
    schedulePing()
  }

  function send(message: UpMessage): boolean {
    if (state.kind !== 'ready' || !socket) return false
    socket.send(JSON.stringify(message))
    return true
  }

  return {
    state: () => state,
    start: () => {
      if (state.kind === 'stopped' || state.kind === 'signed-out' || state.kind === 'refused') open()
    },
    stop: () => {
      dropSocket()
      become({ kind: 'stopped' })
    },
    send,
    greetAgain: () => {
      if (state.kind === 'ready') {
        cancelNext()
        greet()
      }
    },
    giveUp: () => {
      if (state.kind === 'ready') lost(null)
    },
    wake: () => {
      if (state.kind === 'waiting') open()
      else if (state.kind === 'ready') ping(DOUBT_TIMEOUT_MS)
    },
  }
}

function parse(text: string): DownMessage | null {
  try {
    const parsed = DownMessage.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}
