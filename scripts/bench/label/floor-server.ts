/**
 * The floor under the label benches: a bare websocket server that, for each message, writes the same rows as a submit does with
 * prepared statements, one commit per turn of the event loop, and then acknowledges. No checks, no projections of its own, no viewers.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { type WebSocket, WebSocketServer } from 'ws'

const data = mkdtempSync(join(tmpdir(), 'touchstone-floor-'))
const db = new SqliteDatabase(join(data, 'floor.db'))
db.pragma('journal_mode = WAL')
db.pragma('synchronous = FULL')
db.exec(`
  create table mutation (account text, id text, payload text, at text, primary key (account, id));
  create table project (id text primary key, last_sequence integer);
  create table event (project text, sequence integer, type text, body text, actor text, subject text, at text, primary key (project, sequence));
  create index event_by_subject on event (project, subject, sequence);
  create table label_event (project text, sequence integer, seat text, segment text, annotator text, epoch integer, mutation text, revision integer, record text, at text, primary key (project, sequence));
  create table label (seat text, annotator text, segment text, round text, trace text, state text, vector text, blind text, detail text, decisive integer, bulk integer, late integer, exposed integer, revision integer, sequence integer, at text, primary key (seat, annotator, segment));
  create index label_by_round on label (round, segment);
  insert into project values ('p', 0);
`)
const claim = db.prepare('insert into mutation values (?, ?, ?, ?)')
const next = db.prepare('update project set last_sequence = last_sequence + 1 where id = ? returning last_sequence')
const event = db.prepare('insert into event values (?, ?, ?, null, ?, ?, ?)')
const labelEvent = db.prepare('insert into label_event values (?, ?, ?, ?, ?, 1, ?, ?, ?, ?)')
const label = db.prepare(
  "insert into label values (?, ?, ?, 'r', 't', 'submitted', ?, ?, ?, 0, 0, 0, 0, ?, ?, ?) on conflict (seat, annotator, segment) do update set vector = excluded.vector, blind = excluded.blind, detail = excluded.detail, revision = excluded.revision, sequence = excluded.sequence, at = excluded.at",
)

type Waiting = { socket: WebSocket; mutationId: string; seat: string; segment: string; revision: number; text: string }
let queue: Waiting[] = []
let isScheduled = false

const writeAll = db.transaction((batch: Waiting[]) => {
  for (const { mutationId, seat, segment, revision, text } of batch) {
    const at = new Date().toISOString()
    claim.run(seat, mutationId, '0'.repeat(64), at)
    const { last_sequence: sequence } = next.get('p') as { last_sequence: number }
    event.run('p', sequence, 'segment.submitted', seat, seat, at)
    labelEvent.run('p', sequence, seat, segment, seat, mutationId, revision, text, at)
    label.run(seat, seat, segment, 'aaaaaaaaaaaaaa', 'aaaaaaaaaaaaaa', '{"evidence":[],"notes":{}}', revision, sequence, at)
  }
})

function flush(): void {
  isScheduled = false
  const batch = queue
  queue = []
  writeAll(batch)
  for (const { socket, mutationId } of batch) socket.send(JSON.stringify({ type: 'mutation.accepted', mutationId }))
}

const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false })
server.on('connection', (socket) => {
  socket.on('message', (data) => {
    const text = data.toString()
    const message = JSON.parse(text)
    if (message.type === 'hello') return socket.send('{"type":"welcome"}')
    const { seatId, segmentId, baseRevision } = message.mutation
    queue.push({ socket, mutationId: message.mutationId, seat: seatId, segment: segmentId, revision: baseRevision + 1, text })
    if (isScheduled) return
    isScheduled = true
    setImmediate(flush)
  })
})
server.on('listening', () => {
  const address = server.address()
  process.send?.({ kind: 'ready', port: typeof address === 'object' && address !== null ? address.port : 0 })
})
process.on('message', (message) => {
  if (message === 'count') {
    const { n: events } = db.prepare('select count(*) as n from label_event').get() as { n: number }
    const { n: labels } = db.prepare('select count(*) as n from label').get() as { n: number }
    const { user, system } = process.cpuUsage()
    process.send?.({ kind: 'counted', events, labels, cpuSeconds: (user + system) / 1e6, rssMiB: process.memoryUsage.rss() / 2 ** 20 })
  }
  if (message === 'stop') {
    rmSync(data, { recursive: true, force: true })
    process.exit(0)
  }
})
