import type { Kysely } from 'kysely'
import { onlyIn } from '../../../shared/agreement/round/confusions.ts'
import type { ItemVote } from '../../../shared/agreement/round/round-ratings.ts'
import type { CellName, CellsBehind } from '../../../shared/agreement/round/study.ts'
import { must } from '../../../shared/assert.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { AppError } from '../../../shared/errors.ts'
import { type ModeId, SegmentId, TraceId, UserId } from '../../../shared/ids.ts'
import type { Database } from '../../db/database.ts'
import { getRound } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { listQuotes, type Quote } from '../labels/index.ts'
import { listTraceFacts, type RatingRequest, readRatings } from './ratings.ts'

const SHOWN = 200
const QUOTES = 3

export type CellQuestion = { readonly mode: string; readonly a: string; readonly b: string; readonly cell: CellName }

const LETTERS: Readonly<Record<CellName, string>> = { both: 'pp', onlyA: 'pa', onlyB: 'ap', neither: 'aa' }

/** The very segments (or traces) behind a number of a pair's table, with what the two quoted and marked. For those who may see votes. */
export async function readCellsBehind(
  db: Kysely<Database>,
  projectId: string,
  roundId: string,
  { mode, a, b, cell }: CellQuestion,
  request: RatingRequest,
): Promise<CellsBehind> {
  const round = await getRound(db, projectId, roundId)
  const { codebook } = await getCodebook(db, db, round.codebook.id, round.codebook.version)
  const index = codebook.modes.findIndex((one) => one.id === mode)
  const modeId = codebook.modes[index]?.id
  if (modeId === undefined) throw new AppError('not_found', `The codebook of this round has no mode "${mode}".`)
  const { items, votes } = await readRatings(db, round, { ...request, raters: [a, b] })
  const of = (rater: string) => new Map(votes.filter((vote) => vote.rater === rater).map((vote) => [vote.item, vote]))
  const [ofA, ofB] = [of(a), of(b)]
  const inCell = items.flatMap(({ id, trace }) => {
    const [one, other] = [ofA.get(id), ofB.get(id)]
    return one && other && `${one.vector[index]}${other.vector[index]}` === LETTERS[cell] ? [{ id, trace, one, other }] : []
  })
  const shown = inCell.slice(0, SHOWN)
  const facts = new Map((await listTraceFacts(db, round.id)).map((trace) => [trace.id, trace]))
  const isTraces = request.level === 'trace'
  const quotes = await listQuotes(
    db,
    round.id,
    modeId,
    [a, b],
    isTraces ? { traceIds: shown.map((item) => item.trace) } : { segmentIds: shown.map((item) => item.id) },
  )
  return {
    mode: modeId,
    raters: [UserId.parse(a), UserId.parse(b)],
    cell,
    total: inCell.length,
    items: shown.map(({ id, trace, one, other }) => {
      const { title, segments } = must(facts.get(trace), 'the trace of an item in its round')
      const side = (vote: ItemVote) => ({ quotes: quotesOf(quotes, vote, isTraces), present: presentIn(codebook, vote.vector) })
      return {
        traceId: TraceId.parse(trace),
        traceTitle: title,
        segmentId: isTraces ? null : SegmentId.parse(id),
        segmentIndex: isTraces ? null : (segments.find((segment) => segment.id === id)?.index ?? null),
        a: side(one),
        b: side(other),
      }
    }),
    instead: insteadOf(codebook, cell, inCell),
  }
}

function quotesOf(quotes: readonly Quote[], { rater, item }: ItemVote, isTraces: boolean): string[] {
  return quotes
    .filter((quote) => quote.raterId === rater && (isTraces ? quote.traceId : quote.segmentId) === item)
    .map((quote) => quote.quote)
    .slice(0, QUOTES)
}

function presentIn(codebook: Codebook, vector: string): ModeId[] {
  return codebook.modes.filter((_mode, index) => vector[index] === 'p').map((mode) => mode.id)
}

/** Modes that the one who did not mark it marked, and the other did not. Nothing where the two say the same. */
function insteadOf(codebook: Codebook, cell: CellName, items: readonly { one: ItemVote; other: ItemVote }[]): CellsBehind['instead'] {
  if (cell === 'both' || cell === 'neither') return []
  const counts = new Map<number, number>()
  for (const { one, other } of items) {
    const modes = cell === 'onlyA' ? onlyIn(other.vector, one.vector) : onlyIn(one.vector, other.vector)
    for (const mode of modes) counts.set(mode, (counts.get(mode) ?? 0) + 1)
  }
  return [...counts]
    .toSorted(([a, n], [b, m]) => m - n || a - b)
    .map(([mode, count]) => ({ mode: must(codebook.modes[mode], 'a mode of the codebook').id, items: count }))
}
