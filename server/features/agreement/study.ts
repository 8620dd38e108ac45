import { makeReliabilityCounts } from '../../../shared/agreement/reliability-counts.ts'
import { modeConfusions } from '../../../shared/agreement/round/confusions.ts'
import { agreementByWeek, positivesByWeek } from '../../../shared/agreement/round/drift.ts'
import type { RoundRatings, RoundVote } from '../../../shared/agreement/round/round-ratings.ts'
import type { AgreementStudy, AnnotatorStudy, RoundPoint } from '../../../shared/agreement/round/study.ts'
import { summariseRound } from '../../../shared/agreement/round/summarise-round.ts'
import { must } from '../../../shared/assert.ts'
import { IDLE_CAP_MS } from '../../../shared/assignments/pace.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import { UserId } from '../../../shared/ids.ts'
import type { Deps } from '../../deps.ts'
import { getRound, listRounds, type Round } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import type { LiveAgreement } from './live-agreement.ts'
import { readAgreement } from './queries.ts'
import { type RatingRequest, type Rest, readRatings, votesOf } from './ratings.ts'

const MINUTE_MS = 60_000

/** What stands beside the figures of a round. Read when somebody looks, never with a submit. `isWhole`: the round without any filter, whose figures are in memory. */
export async function readStudy(
  deps: Deps,
  live: LiveAgreement,
  projectId: string,
  roundId: string,
  request: RatingRequest,
  isWhole: boolean,
): Promise<AgreementStudy> {
  const { db } = deps
  const rest: Rest = () => new Promise((resolve) => deps.nextTurn(resolve))
  const round = await getRound(db, projectId, roundId)
  const { codebook } = await getCodebook(db, db, round.codebook.id, round.codebook.version)
  const ratings = await readRatings(db, round, request, rest)
  const firsts: RoundVote[] = []
  const seconds: RoundVote[] = []
  for await (const piece of votesOf(db, round, { pass: 1, includeLate: false }, rest)) for (const vote of piece) firsts.push(vote)
  for await (const piece of votesOf(db, round, { pass: 2, includeLate: false }, rest)) for (const vote of piece) seconds.push(vote)
  const modeAt = (index: number) => must(codebook.modes[index], 'a mode of the codebook').id
  return {
    roundId: round.id,
    annotators: ratings.raters.map((rater) => annotatorStudy(rater, ratings, firsts, seconds, round, codebook)),
    confusions: modeConfusions(ratings.votes).map(({ modes, items, traces }) => ({
      modes: [modeAt(modes[0]), modeAt(modes[1])],
      segments: items,
      traces,
    })),
    trend: await readTrend(deps, live, projectId, round, request, isWhole, rest),
    drift: [
      { rater: null, weeks: agreementByWeek(ratings.votes) },
      ...ratings.raters.map((rater) => ({ rater: UserId.parse(rater), weeks: positivesByWeek(ratings.votes, rater) })),
    ],
  }
}

function annotatorStudy(
  rater: string,
  ratings: RoundRatings,
  firsts: readonly RoundVote[],
  seconds: readonly RoundVote[],
  round: Round,
  codebook: Codebook,
): AnnotatorStudy {
  // The two looks of one person are two raters who share the segments that were shown twice.
  const counts = makeReliabilityCounts(codebook.modes.length)
  const again = new Set(seconds.filter((vote) => vote.raterId === rater).map((vote) => vote.segmentId))
  const looks = [
    { votes: firsts, name: 'first' },
    { votes: seconds, name: 'second' },
  ]
  for (const { votes, name } of looks) {
    for (const { segmentId, traceId, raterId, vector } of votes) {
      if (raterId === rater && again.has(segmentId)) counts.put({ segment: segmentId, trace: traceId, rater: name, vector })
    }
  }
  const own = ratings.votes.filter((vote) => vote.rater === rater)
  const times = own.map((vote) => Date.parse(vote.at)).toSorted((a, b) => a - b)
  const activeMs = times.reduce((sum, time, index) => sum + Math.min(IDLE_CAP_MS, time - (times[index - 1] ?? time)), 0)
  return {
    id: UserId.parse(rater),
    self: summariseRound({ roundId: round.id, codebook, raters: [], totalSegments: 0, counts }).pooled,
    segments: own.length,
    activeMinutes: Math.round(activeMs / MINUTE_MS),
  }
}

/** Pooled kappa of the rounds of the same kind, oldest first, up to the one that is looked at and beyond. */
async function readTrend(
  deps: Deps,
  live: LiveAgreement,
  projectId: string,
  round: Round,
  request: RatingRequest,
  isWhole: boolean,
  rest: Rest,
): Promise<RoundPoint[]> {
  const points: RoundPoint[] = []
  for (const one of await listRounds(deps.db, projectId)) {
    if (one.policy.kind !== round.policy.kind) continue
    const { pooled } = isWhole
      ? await live.read(projectId, one.id)
      : await readAgreement(deps.db, deps.db, projectId, one.id, request, rest)
    points.push({ roundId: one.id, number: one.number, name: one.name, codebook: one.codebook, pooled })
  }
  return points
}
