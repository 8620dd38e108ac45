import { setTimeout as sleep } from 'node:timers/promises'
import { v7 as uuidv7 } from 'uuid'
import { WebSocket } from 'ws'
import { mast14 } from '../../../shared/codebooks/mast-14.ts'
import { nothingHere } from '../../../shared/labels/nothing-here.ts'
import { PROTOCOL_VERSION } from '../../../shared/live/protocol-version.ts'
import type { Person } from './server.ts'

export type Annotator = {
  /** Sends the next submit; resolves with the time from `scheduledAt` (performance.now) to its acknowledgement, in ms. */
  readonly submit: (scheduledAt: number) => Promise<number>
  readonly close: () => void
}

const values = nothingHere(mast14)

function connect(port: number, person: Person): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, {
    headers: { cookie: `touchstone_session=${person.cookie}`, origin: `http://127.0.0.1:${port}` },
    perMessageDeflate: false,
  })
  return new Promise((resolve, reject) => {
    socket.once('open', () => resolve(socket))
    socket.once('error', reject)
    socket.once('unexpected-response', (_request, response) => reject(new Error(`The server answered ${response.statusCode}.`)))
  })
}

function hello(socket: WebSocket, project: string): Promise<void> {
  return new Promise((resolve) => {
    socket.once('message', () => resolve())
    socket.send(JSON.stringify({ type: 'hello', protocolVersion: PROTOCOL_VERSION, clientId: 'bench', project, cursor: null }))
  })
}

/** A lead who only watches: counts what arrives. */
export async function watch(port: number, person: Person, project: string): Promise<{ frames: () => number; close: () => void }> {
  const socket = await connect(port, person)
  await hello(socket, project)
  let frames = 0
  socket.on('message', () => {
    frames += 1
  })
  return { frames: () => frames, close: () => socket.close() }
}

/** An annotator at work: goes through the segments of the seat again and again, each submit a new revision. */
export async function annotate(port: number, person: Person, project: string): Promise<Annotator> {
  const { seat } = person
  if (!seat) throw new Error('An annotator has a seat.')
  const socket = await connect(port, person)
  await hello(socket, project)
  const waiting = new Map<string, { scheduledAt: number; resolve: (ms: number) => void; reject: (error: Error) => void }>()
  socket.on('message', (data) => {
    const message = JSON.parse(data.toString())
    if (message.type !== 'mutation.accepted' && message.type !== 'mutation.rejected') return
    const held = waiting.get(message.mutationId)
    waiting.delete(message.mutationId)
    if (message.type === 'mutation.accepted') held?.resolve(performance.now() - held.scheduledAt)
    else held?.reject(new Error(`${message.code}: ${message.message}`))
  })
  let count = 0
  return {
    submit(scheduledAt) {
      const index = count % seat.segments.length
      const baseRevision = Math.floor(count / seat.segments.length)
      count += 1
      const mutationId = uuidv7()
      const labels = { values, evidence: [], notes: {}, decisive: false, bulk: false }
      const mutation = {
        type: 'segment.submit',
        seatId: seat.id,
        epoch: seat.epoch,
        segmentId: seat.segments[index],
        codebook: { id: mast14.id, version: mast14.version },
        baseRevision,
        labels,
      }
      return new Promise((resolve, reject) => {
        waiting.set(mutationId, { scheduledAt, resolve, reject })
        socket.send(JSON.stringify({ type: 'mutate', mutationId, mutation }))
      })
    },
    close: () => socket.close(),
  }
}

/** Open loop: each annotator submits once a second, spread evenly, counted from the time it was due, so that a stall is not hidden. */
export async function paced(annotators: readonly Annotator[], seconds: number): Promise<number[]> {
  const latencies: number[] = []
  const start = performance.now() + 200
  const failures: Error[] = []
  const work = annotators.flatMap((annotator, index) =>
    Array.from({ length: seconds }, async (_, second) => {
      const due = start + (index / annotators.length + second) * 1000
      await sleep(Math.max(0, due - performance.now()))
      try {
        latencies.push(await annotator.submit(due))
      } catch (error) {
        failures.push(error instanceof Error ? error : new Error(String(error)))
      }
    }),
  )
  await Promise.all(work)
  if (failures[0]) throw failures[0]
  return latencies
}

/** Closed loop: each sends the next submit as soon as the last one is acknowledged. Gives submits per second. */
export async function peak(annotators: readonly Annotator[], seconds: number): Promise<{ perSecond: number; total: number }> {
  let total = 0
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    annotators.map(async (annotator) => {
      while (performance.now() < end) {
        await annotator.submit(performance.now())
        total += 1
      }
    }),
  )
  return { perSecond: total / ((performance.now() - start) / 1000), total }
}

export function quantile(sorted: readonly number[], q: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(q * sorted.length))] ?? Number.NaN
}
