import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Figure } from '../../../shared/agreement/summary.ts'
import type { GoldManifest, GoldRecord } from '../../../shared/gold/gold-record.ts'
import type { Database } from '../../db/database.ts'
import { lastSequence } from '../../event-log.ts'
import { readAgreement } from '../agreement/index.ts'
import type { Round } from '../assignments/index.ts'
import { goldOf, type TraceGold } from './lines.ts'

export const GOLD_FILES = ['gold.jsonl', 'gold.traces.jsonl', 'manifest.json'] as const
export type GoldFile = (typeof GOLD_FILES)[number]

/** One of the files of a draft, as chunks of text. `root` is the process's database handle. */
export async function* goldFile(db: Kysely<Database>, root: object, round: Round, file: GoldFile): AsyncGenerator<string> {
  if (file === 'manifest.json') {
    yield `${JSON.stringify(await readManifest(db, root, round), null, 2)}\n`
    return
  }
  for await (const gold of goldOf(db, root, round)) yield linesOf(gold, file)
}

function linesOf({ segments, trace }: TraceGold, file: GoldFile): string {
  const records = file === 'gold.jsonl' ? segments : [trace]
  return records.map((record) => `${JSON.stringify(record)}\n`).join('')
}

/** Counts, agreement and hashes of what the other files hold. */
export async function readManifest(db: Kysely<Database>, root: object, round: Round): Promise<GoldManifest> {
  const names = ['gold.jsonl', 'gold.traces.jsonl'] as const
  const files = names.map((name) => ({ name, hash: createHash('sha256'), lines: 0, bytes: 0 }))
  const statuses: GoldManifest['statuses'] = {}
  let traces = 0
  let segments = 0
  let codebook: GoldRecord['codebook'] = { ...round.codebook, sha256: '' }
  for await (const gold of goldOf(db, root, round)) {
    traces += 1
    segments += gold.segments.length
    codebook = gold.trace.codebook
    for (const line of gold.segments) countStatuses(statuses, line)
    for (const file of files) {
      const text = linesOf(gold, file.name)
      file.hash.update(text)
      file.bytes += Buffer.byteLength(text)
      file.lines += file.name === 'gold.jsonl' ? gold.segments.length : 1
    }
  }
  const agreement = await readAgreement(db, root, round.projectId, round.id)
  return {
    schema: 'touchstone.gold-manifest/1',
    project: round.projectId,
    release: null,
    round: round.id,
    createdAt: null,
    sequence: await lastSequence(db, round.projectId, null),
    codebook,
    traces,
    segments,
    statuses,
    agreement: {
      pooledKappa: agreement.pooled.kind === 'value' ? agreement.pooled.value : null,
      modes: Object.fromEntries(agreement.modes.map((mode) => [mode.mode, toManifestFigure(mode.kappa)])),
    },
    files: files.map(({ name, hash, lines, bytes }) => ({ name, lines, bytes, sha256: hash.digest('hex') })),
  }
}

function countStatuses(statuses: GoldManifest['statuses'], line: GoldRecord): void {
  for (const [mode, label] of Object.entries(line.labels)) {
    const counts = statuses[mode] ?? {}
    counts[label.status] = (counts[label.status] ?? 0) + 1
    statuses[mode] = counts
  }
}

function toManifestFigure(figure: Figure): GoldManifest['agreement']['modes'][string] {
  return {
    kappa: figure.kind === 'value' ? figure.value : null,
    reason: figure.kind === 'undefined' ? figure.reason : null,
    observed: figure.observed,
    n: figure.n,
  }
}
