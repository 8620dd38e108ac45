/**
 * `npm run bench -- kappa-cold`: figures of a round whose counts are not in memory, from 1e6 stored labels (a label is one value of one
 * annotator for one segment and mode; a row holds the 14 of a segment): read from the database piece by piece and counted, with turns for others in between. Floor: one plain scan
 * of the same rows through the same driver. The longest time without a turn is what somebody who labels meanwhile could notice.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { readConfig } from '../../server/config.ts'
import { makeLiveAgreement, readAgreement } from '../../server/features/agreement/index.ts'
import { ensureProject } from '../../server/features/projects/index.ts'
import { openInstallation } from '../../server/installation.ts'
import { seededRandom } from '../../shared/agreement/random.ts'
import { WHOLE_ROUND } from '../../shared/agreement/round/round-ratings.ts'
import { mast14 } from '../../shared/codebooks/mast-14.ts'

const MODES = mast14.modes.length
const SEGMENTS = 20
const TRACES = Math.round(Number(process.env['BENCH_LABELS'] ?? 1e6) / MODES / 2 / SEGMENTS)
const ROWS = TRACES * 2 * SEGMENTS

export default async function kappaCold() {
  const data = mkdtempSync(join(tmpdir(), 'touchstone-cold-'))
  try {
    const installation = await openInstallation(readConfig({ data }, {}))
    const { deps } = installation
    await ensureProject(deps, { id: 'p', name: 'p' })
    fill(join(data, 'touchstone.db'))
    let longest = 0
    let since = performance.now()
    const rest = () =>
      new Promise<void>((resolve) => {
        longest = Math.max(longest, performance.now() - since)
        setImmediate(() => {
          since = performance.now()
          resolve()
        })
      })
    const live = makeLiveAgreement({ ...deps, nextTurn: (run) => void rest().then(run) })
    since = performance.now()
    const startedAt = performance.now()
    const summary = await live.read('p', 'r')
    const ours = performance.now() - startedAt
    live.stop()
    if (summary.segments.used !== ROWS / 2) throw new Error(`${summary.segments.used} segments were counted, not ${ROWS / 2}.`)
    const partAt = performance.now()
    await readAgreement(deps.db, deps.db, 'p', 'r', { ...WHOLE_ROUND, level: 'trace', includeLate: false })
    const part = performance.now() - partAt
    await installation.close()
    const floor = scan(join(data, 'touchstone.db'))
    const perMillion = (ms: number) => (ms * 1e6) / (ROWS * MODES)
    return {
      name: 'kappa-cold',
      ours: perMillion(ours),
      floor: perMillion(floor),
      ratio: ours / floor,
      unit: 'ms per 1e6 stored labels; target 1500',
      notes: [
        `${ROWS * MODES} labels in ${ROWS} rows of ${TRACES} traces, 10 annotators; longest time without a turn for others ${longest.toFixed(1)} ms`,
        `by trace, from the rows: ${part.toFixed(0)} ms`,
      ],
    }
  } finally {
    rmSync(data, { recursive: true, force: true })
  }
}

/** The rows a round of this size leaves, written past the commands: only what agreement reads has to be true. */
function fill(file: string): void {
  const db = new SqliteDatabase(file)
  db.pragma('foreign_keys = OFF')
  const at = '2026-03-02T09:00:00.000Z'
  const insert = (table: string, row: Record<string, unknown>) =>
    db.prepare(
      `insert into ${table} (${Object.keys(row).join(',')}) values (${Object.keys(row)
        .map(() => '?')
        .join(',')})`,
    )
  const many = (table: string, first: Record<string, unknown>) => {
    const statement = insert(table, first)
    return (row: Record<string, unknown>) => statement.run(...Object.values(row))
  }
  const round = {
    id: 'r',
    project_id: 'p',
    number: 1,
    name: 'r',
    state: 'open',
    codebook_id: mast14.id,
    codebook_version: mast14.version,
    overlap: 2,
    policy: JSON.stringify({ blind: 'until_submit', kind: 'normal', quota: null, order: 'given', repeats: 0 }),
    opened_at: at,
    revealed_at: null,
  }
  db.transaction(() => {
    insert('round', round).run(...Object.values(round))
    const trace = (t: number) => ({
      id: `t${t}`,
      project_id: 'p',
      native_key: `t${t}`,
      content_sha256: `t${t}`,
      title: `t${t}`,
      format: 'x',
      framework: null,
      benchmark: null,
      model: null,
      success: null,
      segment_policy: 'step',
      segment_count: SEGMENTS,
      step_count: SEGMENTS,
      head: '{}',
      source_name: 'x',
      source_sha256: 'x',
      raw_start: 0,
      raw_end: 0,
      imported_at: at,
    })
    const roundTrace = (t: number) => ({ round_id: 'r', trace_id: `t${t}`, position: t, segment_count: SEGMENTS, segment_ids: null })
    const seat = (t: number, slot: number) => ({
      id: `seat${t}-${slot}`,
      round_id: 'r',
      trace_id: `t${t}`,
      slot,
      pass: 1,
      annotator_id: raterOf(t, slot),
      state: 'submitted',
      epoch: 1,
      expires_at: null,
      submitted_at: at,
      exposed_at: null,
      task_completed: null,
    })
    const segment = (t: number, s: number) => ({
      id: `t${t}-${s}`,
      trace_id: `t${t}`,
      position: s,
      first_step: s,
      last_step: s,
      sha256: 'x',
      outline: '{}',
      steps: '[]',
    })
    const label = (t: number, slot: number, s: number, vector: string, sequence: number) => ({
      seat_id: `seat${t}-${slot}`,
      annotator_id: raterOf(t, slot),
      segment_id: `t${t}-${s}`,
      round_id: 'r',
      trace_id: `t${t}`,
      state: 'submitted',
      vector,
      blind_vector: vector,
      detail: '{"evidence":[],"notes":{}}',
      is_decisive: 0,
      is_bulk: 0,
      is_late: 0,
      is_exposed: 0,
      revision: 1,
      sequence,
      at,
    })
    const putTrace = many('trace', trace(0))
    const putRoundTrace = many('round_trace', roundTrace(0))
    const putSeat = many('seat', seat(0, 1))
    const putSegment = many('segment', segment(0, 0))
    const putLabel = many('label', label(0, 1, 0, '', 0))
    const random = seededRandom(1)
    let sequence = 0
    for (let t = 0; t < TRACES; t++) {
      putTrace(trace(t))
      putRoundTrace(roundTrace(t))
      for (let s = 0; s < SEGMENTS; s++) putSegment(segment(t, s))
      for (const slot of [1, 2]) {
        putSeat(seat(t, slot))
        for (let s = 0; s < SEGMENTS; s++) {
          let vector = ''
          for (let mode = 0; mode < mast14.modes.length; mode++) vector += random() % 100 < 6 ? 'p' : 'a'
          putLabel(label(t, slot, s, vector, ++sequence))
        }
      }
    }
    if (db.prepare('select 1 from codebook where id = ? and version = ?').get(mast14.id, mast14.version) === undefined) {
      db.prepare('insert into codebook (id, version, sha256, body) values (?, ?, ?, ?)').run(
        mast14.id,
        mast14.version,
        'x',
        JSON.stringify(mast14),
      )
    }
  })()
  db.exec('analyze')
  db.close()
}

function raterOf(trace: number, slot: number): string {
  return `r${(trace + (slot - 1) * (1 + (trace % 9))) % 10}`
}

function scan(file: string): number {
  const db = new SqliteDatabase(file, { readonly: true })
  const startedAt = performance.now()
  const rows = db.prepare('select trace_id, segment_id, annotator_id, blind_vector, is_bulk, at from label where round_id = ?').all('r')
  if (rows.length !== ROWS) throw new Error('Rows are missing.')
  const ms = performance.now() - startedAt
  db.close()
  return ms
}
