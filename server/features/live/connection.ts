import secureJson from 'secure-json-parse'
import * as z from 'zod'
import { unreachable } from '../../../shared/assert.ts'
import { AppError } from '../../../shared/errors.ts'
import { MutationId } from '../../../shared/ids.ts'
import type { DownMessage } from '../../../shared/live/down.ts'
import { PROTOCOL_VERSION } from '../../../shared/live/protocol-version.ts'
import { type Hello, UpMessage } from '../../../shared/live/up.ts'
import { visibleTo } from '../../../shared/live/visible-to.ts'
import type { Deps } from '../../deps.ts'
import type { Published } from '../../hub.ts'
import { isDiskFull } from '../../plugins/errors.ts'
import { type Account, type Actor, findAccountBySession, toActor } from '../accounts/index.ts'
import { keepSeat } from '../assignments/index.ts'
import type { Cursors } from './cursor.ts'
import { eventsText } from './events-text.ts'
import { readState } from './read-state.ts'
import type { RunMutation } from './run-mutation.ts'

/** Above this much unsent data a reader is too slow: it is told to start over, and nothing more is kept for it. */
const MAX_BUFFERED_BYTES = 1024 * 1024

/** How long a session and a role are believed once they were looked at. A sign-out here closes the socket at once. */
const RECHECK_MS = 30_000

export const CLOSE = { signedOut: 4401, protocol: 4400, restart: 1012 } as const

/** What a connection needs of its websocket. */
export type ServerSocket = {
  readonly OPEN: number
  readonly readyState: number
  readonly bufferedAmount: number
  send(text: string): void
  close(code: number, reason: string): void
}

export type Connection = {
  readonly sessionSha256: string
  /** Null until it has said hello. */
  readonly actor: () => Actor | null
  readonly receive: (raw: string) => void
  readonly publish: (published: Published) => void
  readonly send: (message: DownMessage) => void
  /** A message that was written out already, for several readers. */
  readonly sendText: (text: string) => void
  readonly close: (code: number, reason: string) => void
  /** The socket is gone. */
  readonly end: () => void
}

type Session = { readonly actor: Actor; sent: number; waiting: Published[]; isReady: boolean; readonly leave: () => void }

export type ConnectionContext = {
  readonly deps: Deps
  readonly run: RunMutation
  readonly cursors: Cursors
  readonly account: Account
  readonly sessionSha256: string
  readonly onPresence: (projectId: string) => void
}

/** One websocket: reads messages, runs mutations, and delivers what its viewer may see, one frame per turn of the event loop. */
export function makeConnection(socket: ServerSocket, context: ConnectionContext): Connection {
  const { deps, run, cursors, account, sessionSha256, onPresence } = context
  let session: Session | null = null
  let isScheduled = false
  let checkedAt = deps.clock.now().getTime()
  let checked = Promise.resolve()

  function sendText(text: string): void {
    if (socket.readyState === socket.OPEN) socket.send(text)
  }

  function send(message: DownMessage): void {
    sendText(JSON.stringify(message))
  }

  function close(code: number, reason: string): void {
    socket.close(code, reason)
  }

  function end(): void {
    if (!session) return
    session.leave()
    onPresence(session.actor.projectId)
    session = null
  }

  function flush(): void {
    isScheduled = false
    if (!session?.isReady || session.waiting.length === 0) return
    if (socket.bufferedAmount > MAX_BUFFERED_BYTES) {
      reset('The connection is too slow for what happens; start over from a snapshot.')
      return
    }
    const { actor, sent } = session
    const news = session.waiting.filter((published) => published.sequence > sent && visibleTo(published.event, actor))
    session.waiting = []
    const last = news.at(-1)
    if (!last) return
    const from = cursors.encode(sent, actor.userId)
    const to = cursors.encode(last.sequence, actor.userId)
    sendText(eventsText({ from, to, events: news.map((published) => published.event) }))
    session.sent = last.sequence
  }

  function reset(reason: string): void {
    send({ type: 'reset', reason })
    end()
  }

  function publish(published: Published): void {
    if (!session || published.projectId !== session.actor.projectId) return
    // A hidden event leaves nothing behind here either, not even a scheduled turn.
    if (!visibleTo(published.event, session.actor)) return
    session.waiting.push(published)
    if (isScheduled) return
    isScheduled = true
    deps.nextTurn(flush)
  }

  async function hello(message: Hello): Promise<void> {
    if (message.protocolVersion !== PROTOCOL_VERSION) {
      send({
        type: 'problem',
        code: 'protocol_version',
        message: `This page speaks protocol ${message.protocolVersion}, the server ${PROTOCOL_VERSION}. Reload the page; what waits to be sent is kept.`,
      })
      return close(CLOSE.protocol, 'protocol version')
    }
    end()
    const actor = await toActor(deps, account, message.project)
    // Listening starts before the state is read, so that nothing falls between the two.
    const mine: Session = { actor, sent: 0, waiting: [], isReady: false, leave: deps.hub.arrive(actor.projectId, actor.userId) }
    session = mine
    const after = message.cursor === null ? null : cursors.decode(message.cursor, actor.userId)
    const state = await readState(deps, actor, after)
    if (session !== mine) return
    mine.sent = state.upTo
    mine.isReady = true
    const viewer = { userId: actor.userId, name: actor.name, role: actor.role }
    const content = state.kind === 'snapshot' ? { kind: state.kind, snapshot: state.snapshot } : { kind: state.kind, events: state.events }
    send({ type: 'welcome', protocolVersion: PROTOCOL_VERSION, viewer, cursor: cursors.encode(state.upTo, actor.userId), state: content })
    flush()
    onPresence(actor.projectId)
  }

  async function mutate(message: Extract<UpMessage, { type: 'mutate' }>): Promise<void> {
    // Everyone waits for the check that is under way, so that mutations keep their order.
    if (deps.clock.now().getTime() - checkedAt >= RECHECK_MS) checked = recheck().catch(lookAgain)
    await checked
    if (!session) throw new AppError('message_malformed', 'Say hello first.')
    const { mutationId } = message
    try {
      const { at } = await run(session.actor, mutationId, message.mutation)
      // The event goes out before the answer, so that the sender never shows a state between the two.
      flush()
      send({ type: 'mutation.accepted', mutationId, at })
    } catch (error) {
      const { code, text, retry, current } = explain(error)
      send({ type: 'mutation.rejected', mutationId, code, message: text, retry, current })
    }
  }

  /** A check that could not be made is no reason to refuse everything until the next one is due. */
  function lookAgain(error: unknown): never {
    checkedAt = Number.NEGATIVE_INFINITY
    throw error
  }

  /** A session may have ended, or a role changed, since the socket was opened. */
  async function recheck(): Promise<void> {
    const held = session
    const now = deps.clock.now()
    checkedAt = now.getTime()
    const known = await findAccountBySession(deps.db, sessionSha256, now.toISOString())
    if (!known) {
      end()
      return close(CLOSE.signedOut, 'signed out')
    }
    if (!held) return
    const actor = await toActor(deps, known, held.actor.projectId).catch(() => null)
    if (actor?.role !== held.actor.role) reset('Your role in this project has changed.')
  }

  async function handle(message: UpMessage): Promise<void> {
    switch (message.type) {
      case 'hello':
        return hello(message)
      case 'mutate':
        return mutate(message)
      case 'ping':
        send({ type: 'pong', n: message.n })
        if (session && message.idleSeconds !== undefined) {
          const at = new Date(deps.clock.now().getTime() - message.idleSeconds * 1000).toISOString()
          deps.hub.noteActive(session.actor.projectId, session.actor.userId, at)
        }
        await recheck()
        if (session && message.seatId !== null) await keepSeat(deps, session.actor, message.seatId)
        return
      default:
        return unreachable(message)
    }
  }

  function receive(raw: string): void {
    const message = read(raw)
    if (message.type === 'problem' || message.type === 'mutation.rejected') {
      send(message)
      return
    }
    handle(message).catch((error: unknown) => {
      const { code, text } = explain(error)
      send({ type: 'problem', code, message: text })
    })
  }

  function explain(error: unknown): { code: string; text: string; retry: boolean; current: unknown } {
    if (error instanceof AppError)
      return { code: error.code, text: error.message, retry: error.code === 'database_busy', current: error.current ?? null }
    deps.log.error({ err: error }, 'a live message failed')
    if (isDiskFull(error))
      return {
        code: 'storage_full',
        text: 'The disk of the server is full. Nothing was recorded; it is sent again when there is space.',
        retry: true,
        current: null,
      }
    return {
      code: 'internal',
      text: 'The server failed on this. Nothing was recorded; it is kept here and sent again.',
      retry: true,
      current: null,
    }
  }

  return { sessionSha256, actor: () => session?.actor ?? null, receive, publish, send, sendText, close, end }
}

/** As much of a mutation as is needed to answer it. */
const Addressed = z.object({ type: z.literal('mutate'), mutationId: MutationId })

/** The message, or what is to be answered to one that cannot be read. Prototype keys are refused at the door. */
function read(raw: string): UpMessage | Extract<DownMessage, { type: 'problem' | 'mutation.rejected' }> {
  const code = 'message_malformed'
  let json: unknown
  try {
    json = secureJson.parse(raw, undefined, { protoAction: 'error', constructorAction: 'error' })
  } catch {
    return { type: 'problem', code, message: 'This message is not JSON. Nothing was changed.' }
  }
  const parsed = UpMessage.safeParse(json)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const message = `This message is not one the server knows: ${issue?.path.join('.') || 'type'}: ${issue?.message ?? 'it could not be read'}. Nothing was changed.`
  // A mutation is always answered under its id, or it would wait in its outbox for ever and hold up those behind it.
  const addressed = Addressed.safeParse(json)
  if (addressed.success)
    return { type: 'mutation.rejected', mutationId: addressed.data.mutationId, code, message, retry: false, current: null }
  return { type: 'problem', code, message }
}
