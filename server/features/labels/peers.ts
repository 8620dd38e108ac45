import { AppError } from '../../../shared/errors.ts'
import { groupBy } from '../../../shared/group-by.ts'
import type { PeerLabels } from '../../../shared/http/api.ts'
import { SegmentId } from '../../../shared/ids.ts'
import { mayReadPeers } from '../../../shared/live/visible-to.ts'
import type { Deps } from '../../deps.ts'
import { sha256 } from '../../hash.ts'
import { ensureSecret } from '../../secret.ts'
import type { Actor } from '../accounts/index.ts'
import { findOwnSeatOn, getRound } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { listFullVotes } from './queries.ts'
import { decodeVector } from './vector.ts'

const LETTERS = 'ABCDEFGHIJKLMNOPQRST'

/**
 * What the others said of a trace, without names, for somebody who may see it. The refusal is the same whether anybody
 * has labelled the trace or not.
 */
export async function readPeers(deps: Deps, actor: Actor, roundId: string, traceId: string): Promise<PeerLabels> {
  const { db } = deps
  const round = await getRound(db, actor.projectId, roundId)
  const own = await findOwnSeatOn(db, roundId, traceId, actor.userId)
  const peers = { blind: round.policy.blind, isRevealed: round.revealedAt !== null, hasSubmitted: own?.submittedAt != null }
  if (!mayReadPeers(actor, peers)) {
    const when = round.policy.blind === 'until_submit' ? 'once you have submitted the whole trace' : 'when a lead reveals the round'
    throw new AppError('not_allowed', `What others said of a trace is shown ${when}.`)
  }
  const { codebook } = await getCodebook(db, db, round.codebook.id, round.codebook.version)
  const all = await listFullVotes(db, round.id, { traceId })
  const votes = all.filter((vote) => vote.raterId !== actor.userId)
  // In an order of the trace's own that only the server can compute, so that a letter says nothing about a name.
  const secret = await ensureSecret(deps, 'peer_order_secret')
  const rank = (rater: string) => sha256(`${secret}\n${traceId}\n${rater}`)
  const raters = [...groupBy(votes, (vote) => vote.raterId)].toSorted(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
  const toSaid = (vote: (typeof all)[number]) => ({
    segmentId: SegmentId.parse(vote.segmentId),
    values: decodeVector(codebook, vote.vector),
  })
  return {
    mine: all.filter((vote) => vote.raterId === actor.userId).map(toSaid),
    peers: raters.map(([, of], index) => ({
      letter: LETTERS[index] ?? `${index + 1}`,
      segments: of.map(toSaid),
    })),
  }
}
