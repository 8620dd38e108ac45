import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { WebSocket } from 'ws'
import { reconnectDelay } from '../../../client/live/backoff.ts'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import { nothingHere } from '../../../shared/labels/nothing-here.ts'
import { PROTOCOL_VERSION } from '../../../shared/live/protocol-version.ts'
import type { Person } from './server.ts'

/** An annotator whose connection comes back by itself, with the delays of the browser's client, and who sends again what got no answer. */
export type Survivor = {
  readonly acknowledged: () => number
  readonly waiting: () => number
  /** Welcomed by the server that runs now. */
  readonly isConnected: () => boolean
  readonly begin: () => void
  /** Makes no new submits from now on. */
  readonly rest: () => void
  readonly close: () => void
}

const values = nothingHere(mast14)
const IN_FLIGHT = 2

type Message = { readonly type: string; readonly mutationId?: string; readonly code?: string; readonly message?: string }

/** Once told to begin, submits the segments of the seat one after the other, two under way at a time, until told to rest. */
export function survive(port: number, person: Person, project: string, onFailure: (error: Error) => void): Survivor {
  const { seat } = person
  if (!seat) throw new Error('An annotator has a seat.')
  const outbox: { id: string; text: string }[] = []
  let acknowledged = 0
  let made = 0
  let isConnected = false
  let isResting = true
  let isClosed = false
  let attempt = 0
  let socket: WebSocket

  function make(): void {
    const segmentId = seat?.segments[made]
    if (segmentId === undefined) return
    made += 1
    const id = uuidv7()
    const mutation = {
      type: 'segment.submit',
      seatId: seat?.id,
      epoch: seat?.epoch,
      segmentId,
      codebook: { id: mast14.id, version: mast14.version },
      baseRevision: 0,
      labels: { values, evidence: [], notes: {}, decisive: false, bulk: false },
    }
    const text = JSON.stringify({ type: 'mutate', mutationId: id, mutation })
    outbox.push({ id, text })
    socket.send(text)
  }

  function fill(): void {
    while (!isResting && outbox.length < IN_FLIGHT && made < (seat?.segments.length ?? 0)) make()
  }

  function hear(message: Message): void {
    if (message.type === 'welcome') welcome()
    if (message.type === 'mutation.accepted') settle(message)
    if (message.type === 'mutation.rejected') onFailure(new Error(`${message.code}: ${message.message}`))
  }

  function welcome(): void {
    isConnected = true
    attempt = 0
    for (const { text } of outbox) socket.send(text)
    fill()
  }

  function settle(message: Message): void {
    const at = outbox.findIndex(({ id }) => id === message.mutationId)
    if (at < 0) onFailure(new Error('An answer came to something that was not asked, or came twice.'))
    else outbox.splice(at, 1)
    acknowledged += 1
    fill()
  }

  function open(): void {
    socket = new WebSocket(`ws://127.0.0.1:${port}/live`, {
      headers: { cookie: `touchstone_session=${person.cookie}`, origin: `http://127.0.0.1:${port}` },
      perMessageDeflate: false,
    })
    socket.on('open', () =>
      socket.send(JSON.stringify({ type: 'hello', protocolVersion: PROTOCOL_VERSION, clientId: 'bench', project, cursor: null })),
    )
    socket.on('message', (data) => hear(JSON.parse(data.toString())))
    socket.on('error', () => undefined)
    socket.on('close', async () => {
      isConnected = false
      if (isClosed) return
      await sleep(reconnectDelay(attempt, Math.random(), false))
      attempt += 1
      open()
    })
  }

  open()
  return {
    acknowledged: () => acknowledged,
    waiting: () => outbox.length,
    isConnected: () => isConnected,
    begin: () => {
      isResting = false
      fill()
    },
    rest: () => {
      isResting = true
    },
    close: () => {
      isClosed = true
      socket.close()
    },
  }
}
