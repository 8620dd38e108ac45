import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { startServerProcess } from '../harness/child.ts'
import { sqlite } from '../harness/databases.ts'
import { makeMutationIds } from '../harness/effects.ts'
import { type LiveClient, makeLiveClient } from '../harness/live-client.ts'
import { labels } from '../harness/traces.ts'
import { openWorld, PROJECT, submit } from '../harness/world.ts'

const hasStrace = spawnSync('strace', ['-V']).status === 0
if (!hasStrace) console.log('strace was not found: that a label is on the disk before it is acknowledged is not looked at here.')

const SUBMITS = 12

/** One system call: what it did to which file or socket. Calls of several threads may be cut in two and are joined again. */
type Call = { readonly name: string; readonly target: string; readonly text: string; readonly startLine: number; readonly endLine: number }

function readCalls(trace: string): Call[] {
  const calls: Call[] = []
  const unfinished = new Map<string, { text: string; line: number }>()
  for (const [line, whole] of trace.split('\n').entries()) {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(whole) ?? []
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)
    if (rest.endsWith('<unfinished ...>')) {
      unfinished.set(thread, { text: rest.slice(0, -'<unfinished ...>'.length), line })
      continue
    }
    const begun = resumed ? unfinished.get(thread) : undefined
    unfinished.delete(thread)
    const text = begun ? begun.text + (resumed?.[1] ?? '') : rest
    // strace -y names the file behind a descriptor: `fdatasync(21</data/touchstone.db-wal>) = 0`.
    const [, name, target] = /^(\w+)\(\d+<([^>]*)>/.exec(text) ?? []
    if (name && target) calls.push({ name, target, text, startLine: begun?.line ?? line, endLine: line })
  }
  return calls
}

async function connect(port: number, cookie: string): Promise<LiveClient> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/live`, { headers: { cookie, origin: `http://localhost:${port}` } })
  const client = makeLiveClient(socket, { project: PROJECT, newMutationId: makeMutationIds(1) })
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  await client.hello()
  return client
}

describe.skipIf(!hasStrace)('the server, watched at its system calls', () => {
  it('syncs the log of the database to the disk before it writes the answer to the socket, for every label', {
    timeout: 90_000,
  }, async () => {
    const world = await openWorld(sqlite)
    const round = await world.makeRound({ traces: [Array.from({ length: SUBMITS }, (_, index) => `segment ${index}`)], overlap: 1 })
    // The server process lives in real time; so must the session and the lease that were made for it.
    world.effects.clock.advance(Date.now() - world.effects.clock.now().getTime())
    const seat = await world.takeSeat('ann', round)
    const cookie = await world.cookie('ann')
    await world.stop()

    const traceFile = join(world.config.data, 'system-calls.txt')
    // -D: the server stays our child, and strace looks on from the side, so that signals reach the server.
    const watch = [
      'strace',
      '-D',
      '-f',
      '-y',
      '-s',
      '4096',
      '-e',
      'trace=fsync,fdatasync,pwrite64,write,writev,sendto,sendmsg',
      '-o',
      traceFile,
    ]
    const server = await startServerProcess(world.config.data, watch)
    const client = await connect(server.port, cookie)
    for (const segment of round.traces[0]?.segments ?? []) {
      expect((await submit(client, seat, segment.id, labels())).type).toBe('mutation.accepted')
    }
    await client.close()
    await server.kill('SIGTERM')
    await vi.waitFor(() => expect(readFileSync(traceFile, 'utf8')).toContain('+++ exited with 0 +++'), { timeout: 10_000 })
    await world.resume()

    const calls = readCalls(readFileSync(traceFile, 'utf8'))
    const isWal = (call: Call) => call.target.endsWith('touchstone.db-wal')
    const answers = calls.filter((call) => call.target.startsWith('socket') || call.target.startsWith('TCP'))
    const acknowledged = answers.filter((call) => call.text.includes('mutation.accepted'))
    expect(acknowledged.length).toBe(SUBMITS)
    let from = 0
    for (const answer of acknowledged) {
      // Since the answer before: the frames of this label are written to the log, and then synced, and only then is it said.
      const since = calls.filter((call) => call.startLine > from && call.endLine < answer.startLine && isWal(call))
      const written = since.findLastIndex((call) => call.name === 'pwrite64')
      const synced = since.findLastIndex((call) => /^f(data)?sync$/.test(call.name) && call.text.includes('= 0'))
      expect(written).toBeGreaterThanOrEqual(0)
      expect(synced).toBeGreaterThan(written)
      from = answer.endLine
    }
  })
})
