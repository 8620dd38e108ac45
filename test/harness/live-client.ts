import type { WebSocket } from 'ws'
import { ClientId, type Cursor, type MutationId, ProjectId } from '../../shared/ids.ts'
import { DownMessage } from '../../shared/live/down.ts'
import type { Mutation } from '../../shared/live/mutations.ts'
import { PROTOCOL_VERSION } from '../../shared/live/protocol-version.ts'
import type { UpMessage } from '../../shared/live/up.ts'

export type MessageOf<T extends DownMessage['type']> = Extract<DownMessage, { type: T }>
export type Answer = MessageOf<'mutation.accepted'> | MessageOf<'mutation.rejected'>

/** What the server must say within; only a broken test waits this long. */
const PATIENCE_MS = 5_000

export type LiveClient = {
  /** Every frame as it came, byte for byte. */
  readonly frames: readonly string[]
  /** The same, read by the schema of the wire: a frame that breaks it fails the test. */
  readonly received: readonly DownMessage[]
  readonly closed: Promise<{ code: number; reason: string }>
  send(message: UpMessage): void
  sendText(text: string): void
  /** The first message of the type from the given place on that passes the test. */
  next<T extends DownMessage['type']>(type: T, test?: (message: MessageOf<T>) => boolean, from?: number): Promise<MessageOf<T>>
  hello(cursor?: Cursor | null): Promise<MessageOf<'welcome'>>
  mutate(mutation: Mutation, mutationId?: MutationId): Promise<Answer>
  /** Everything the server had to say before is here when this resolves. */
  settle(): Promise<void>
  close(): Promise<void>
}

export function makeLiveClient(socket: WebSocket, options: { project: string; newMutationId: () => MutationId }): LiveClient {
  const frames: string[] = []
  const received: DownMessage[] = []
  const waiting = new Set<() => void>()
  let pings = 0
  socket.on('message', (data) => {
    const text = data.toString()
    frames.push(text)
    received.push(DownMessage.parse(JSON.parse(text)))
    for (const look of waiting) look()
  })
  socket.on('error', () => undefined)
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: reason.toString() }))
  })

  function find<T extends DownMessage['type']>(type: T, test: (message: MessageOf<T>) => boolean, from: number): MessageOf<T> | undefined {
    return received.slice(from).find((message): message is MessageOf<T> => message.type === type && test(message as MessageOf<T>))
  }

  function next<T extends DownMessage['type']>(
    type: T,
    test: (message: MessageOf<T>) => boolean = () => true,
    from = 0,
  ): Promise<MessageOf<T>> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(look)
        reject(new Error(`No ${type} came; the last frames: ${frames.slice(-3).join(' ')}`))
      }, PATIENCE_MS)
      function look(): void {
        const found = find(type, test, from)
        if (!found) return
        clearTimeout(timer)
        waiting.delete(look)
        resolve(found)
      }
      waiting.add(look)
      look()
    })
  }

  const client: LiveClient = {
    frames,
    received,
    closed,
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    next,
    hello(cursor = null) {
      const from = received.length
      client.send({
        type: 'hello',
        protocolVersion: PROTOCOL_VERSION,
        clientId: ClientId.parse('browser'),
        project: ProjectId.parse(options.project),
        cursor,
      })
      return next('welcome', () => true, from)
    },
    mutate(mutation, mutationId = options.newMutationId()) {
      const from = received.length
      client.send({ type: 'mutate', mutationId, mutation })
      const mine = (message: { mutationId: string }) => message.mutationId === mutationId
      return Promise.race([next('mutation.accepted', mine, from), next('mutation.rejected', mine, from)])
    },
    async settle() {
      for (let round = 0; round < 2; round++) {
        const n = ++pings
        client.send({ type: 'ping', n, seatId: null })
        await next('pong', (message) => message.n === n)
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    },
    async close() {
      socket.close()
      await closed
    },
  }
  return client
}
