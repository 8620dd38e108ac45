import type { Kysely } from 'kysely'
import { must } from '../../../shared/assert.ts'
import { AppError } from '../../../shared/errors.ts'
import type { CellDetail, CellQueue } from '../../../shared/http/api.ts'
import { cellKey } from '../../../shared/live/reduce.ts'
import type { Database } from '../../db/database.ts'
import type { Actor } from '../accounts/index.ts'
import { getRound, listRoundTraces, type Round } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { letterValue, listFullVotes, listVotes } from '../labels/index.ts'
import { type CellSource, cellsOf } from './cells.ts'
import { type CellId, findDecision, listCellHistory, listDecisions, listPrecedents } from './queries.ts'
import { shuffled } from './shuffle.ts'

export type QueueFilter = 'open' | 'settled' | 'all'

/** The cells to settle (or settled), in the order trace, segment, mode. `root` is the process's database handle. */
export async function readQueue(db: Kysely<Database>, root: object, round: Round, filter: QueueFilter): Promise<CellQueue> {
  const cells = cellsOf(await readSource(db, root, round))
  const settled = cells.filter((cell) => cell.state === 'settled').length
  const wanted = cells.filter((cell) => filter === 'all' || (filter === 'settled') === (cell.state === 'settled'))
  return { cells: wanted, total: cells.length, settled }
}

/** How many cells of these traces wait for a decision, and how many are settled. `root` is the process's database handle. */
export async function countCells(
  db: Kysely<Database>,
  root: object,
  round: Round,
  traceIds: readonly string[],
): Promise<{ open: number; settled: number }> {
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const votes = await listVotes(db, round.id, traceIds)
  const decisions = await listDecisions(db, round.id, traceIds)
  const none = { titleOf: () => '', indexOf: () => 0 }
  const cells = cellsOf({ roundId: round.id, codebook, overlap: round.overlap, votes, decisions, ...none })
  const settled = cells.filter((cell) => cell.state === 'settled').length
  return { open: cells.length - settled, settled }
}

async function readSource(db: Kysely<Database>, root: object, round: Round): Promise<CellSource> {
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const votes = await listVotes(db, round.id)
  const decisions = await listDecisions(db, round.id)
  const traces = await listRoundTraces(db, round.id)
  const places = await db
    .selectFrom('segment')
    .innerJoin('round_trace', 'round_trace.trace_id', 'segment.trace_id')
    .select(['segment.id', 'segment.position', 'round_trace.position as trace_position'])
    .where('round_trace.round_id', '=', round.id)
    .execute()
  const titles = new Map(traces.map((trace) => [trace.id, trace.title]))
  const placeOf = new Map(places.map((place) => [place.id, place]))
  const place = (segmentId: string) => must(placeOf.get(segmentId), 'the segment of a vote in its round')
  const sorted = votes.toSorted((a, b) => {
    const [p, q] = [place(a.segmentId), place(b.segmentId)]
    return p.trace_position - q.trace_position || p.position - q.position
  })
  return {
    roundId: round.id,
    codebook,
    overlap: round.overlap,
    votes: sorted,
    decisions,
    titleOf: (traceId) => titles.get(traceId) ?? '',
    indexOf: (segmentId) => place(segmentId).position,
  }
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const PRECEDENTS = 8

/** One cell in full: shuffled votes with their evidence, history and precedents. */
export async function readCell(db: Kysely<Database>, root: object, actor: Actor, id: CellId): Promise<CellDetail> {
  const round = await getRound(db, actor.projectId, id.roundId)
  const { codebook } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const segment = await db
    .selectFrom('segment')
    .innerJoin('trace', 'trace.id', 'segment.trace_id')
    .innerJoin('round_trace', 'round_trace.trace_id', 'trace.id')
    .select(['segment.id', 'segment.position', 'trace.id as trace_id', 'trace.title'])
    .where('segment.id', '=', id.segmentId)
    .where('round_trace.round_id', '=', round.id)
    .executeTakeFirst()
  const mode = codebook.modes.findIndex((candidate) => candidate.id === id.mode)
  if (!segment || mode < 0) throw new AppError('not_found', 'There is no such cell in this round.')
  const votes = await listFullVotes(db, round.id, { traceId: segment.trace_id, segmentId: segment.id })
  const decision = (await findDecision(db, id)) ?? null
  const [row] = cellsOf({
    roundId: round.id,
    codebook,
    overlap: round.overlap,
    votes,
    decisions: decision ? [decision] : [],
    titleOf: () => segment.title,
    indexOf: () => segment.position,
  }).filter((cell) => cell.mode === id.mode)
  if (!row) throw new AppError('not_found', 'Nobody differs on this cell, so there is nothing to decide.')
  const precedents = await listPrecedents(db, actor.projectId, id, PRECEDENTS)
  return {
    cell: row,
    votes: shuffled(votes, cellKey(row)).map((vote, index) => ({
      letter: LETTERS[index] ?? `${index + 1}`,
      value: letterValue(vote.vector[mode]),
      note: vote.notes[id.mode] ?? null,
      evidence: vote.evidence.filter((evidence) => evidence.mode === id.mode).map(({ start, end, quote }) => ({ start, end, quote })),
      alsoPresent: codebook.modes
        .filter((other, index) => index !== mode && vote.vector[index] === 'p' && other.id !== id.mode)
        .map((other) => other.id),
    })),
    youVoted: votes.some((vote) => vote.raterId === actor.userId),
    history: await listCellHistory(db, id),
    precedents: precedents.flatMap((precedent) =>
      precedent.value === null
        ? []
        : [
            {
              value: precedent.value as 'present' | 'absent' | 'not_assessable',
              reason: precedent.reason ?? 'other',
              note: precedent.note,
              traceTitle: precedent.title,
              segmentIndex: precedent.position,
            },
          ],
    ),
  }
}
