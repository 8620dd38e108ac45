/**
 * `npm run bench -- reconnect-storm`: the server is killed with SIGKILL while 500 annotators have submits under way, and started again on
 * the same folder and port; from the kill to the moment when everyone is back and has every answer. Clients wait as the browser does, with
 * full jitter. Floor: starting a bare websocket server and 500 upgrades, all at once. Asserted: nothing lost, nothing doubled.
 */
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import { startProcess } from './label/process.ts'
import type { Counted, Ready } from './label/server.ts'
import { type Survivor, survive } from './label/storm.ts'

const CLIENTS = Number(process.env['BENCH_CLIENTS'] ?? 500)
const RUNS = Number(process.env['BENCH_RUNS'] ?? 3)
const SEGMENTS = 60
/** Submits acknowledged before the kill, per client on average; enough for all to be at work. */
const BEFORE_KILL = 5
const PATIENCE_MS = 60_000

type Storm = { readonly seconds: number; readonly restart: number; readonly underWay: number; readonly acknowledged: number }

async function until(what: string, holds: () => boolean): Promise<void> {
  const start = performance.now()
  while (!holds()) {
    if (performance.now() - start > PATIENCE_MS) throw new Error(`After ${PATIENCE_MS / 1000} s still not: ${what}.`)
    await sleep(5)
  }
}

const sum = (all: readonly Survivor[], of: (one: Survivor) => number) => all.reduce((total, one) => total + of(one), 0)

async function storm(): Promise<Storm> {
  const directory = mkdtempSync(join(tmpdir(), 'touchstone-storm-'))
  const args = [`${CLIENTS}`, `${SEGMENTS}`, directory]
  const failures: Error[] = []
  try {
    const { ready, server } = await startProcess<Ready>('server.ts', args)
    const clients = ready.annotators.map((person) => survive(ready.port, person, ready.project, (error) => failures.push(error)))
    await until('everybody there', () => clients.every((one) => one.isConnected()))
    for (const one of clients) one.begin()
    await until('enough submits', () => sum(clients, (one) => one.acknowledged()) >= CLIENTS * BEFORE_KILL)

    const killed = performance.now()
    const gone = once(server.child, 'exit')
    server.child.kill('SIGKILL')
    for (const one of clients) one.rest()
    await gone
    await until('everybody cut off', () => clients.every((one) => !one.isConnected()))
    const underWay = sum(clients, (one) => one.waiting())
    const { server: again } = await startProcess('server.ts', args, { BENCH_PORT: `${ready.port}` })
    const restart = (performance.now() - killed) / 1000
    await until('everybody back, and every outbox empty', () => clients.every((one) => one.isConnected() && one.waiting() === 0))
    const seconds = (performance.now() - killed) / 1000

    const acknowledged = sum(clients, (one) => one.acknowledged())
    const { events, labels } = await again.ask<Counted>('count')
    for (const one of clients) one.close()
    await again.stop()
    if (failures[0]) throw failures[0]
    if (underWay === 0) throw new Error('Nothing was under way when the server was killed.')
    if (events !== acknowledged || labels !== acknowledged) {
      throw new Error(`${acknowledged} submits were acknowledged; ${events} events and ${labels} labels are stored.`)
    }
    return { seconds, restart, underWay, acknowledged }
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

async function floor(): Promise<number> {
  const start = performance.now()
  const { ready, server } = await startProcess<{ port: number }>('floor-server.ts', [])
  const sockets = Array.from({ length: CLIENTS }, () => new WebSocket(`ws://127.0.0.1:${ready.port}/`, { perMessageDeflate: false }))
  await Promise.all(sockets.map((socket) => once(socket, 'open')))
  const seconds = (performance.now() - start) / 1000
  for (const socket of sockets) socket.terminate()
  await server.stop()
  return seconds
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

export default async function reconnectStorm() {
  const storms: Storm[] = []
  const floors: number[] = []
  for (let run = 0; run < RUNS; run++) {
    storms.push(await storm())
    floors.push(await floor())
  }
  const ours = median(storms.map((one) => one.seconds))
  const bare = median(floors)
  return {
    name: 'reconnect-storm',
    ours,
    floor: bare,
    ratio: ours / bare,
    unit: `s from kill -9 until all ${CLIENTS} clients are back and have every answer, median of ${RUNS}; target 5`,
    notes: storms.map(
      ({ seconds, restart, underWay, acknowledged }) =>
        `${seconds.toFixed(2)} s, of which ${restart.toFixed(2)} s until the server listened again; ${underWay} submits under way at the kill, ${acknowledged} acknowledged in all, 0 lost, 0 doubled`,
    ),
  }
}
