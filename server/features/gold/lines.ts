import type { Kysely } from 'kysely'
import { buildTraceGold } from '../../../shared/gold/build-gold.ts'
import type { GoldRecord } from '../../../shared/gold/gold-record.ts'
import { splitOf } from '../../../shared/gold/split.ts'
import { groupBy } from '../../../shared/group-by.ts'
import { fromFlag } from '../../db/codecs.ts'
import type { Database } from '../../db/database.ts'
import { sha256 } from '../../hash.ts'
import { listDecisions } from '../adjudication/index.ts'
import { listRoundSeats, listRoundTraces, type Round } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { decodeVector, listFullVotes } from '../labels/index.ts'
import { getTrace, listSegmentContents, type StoredTrace } from '../traces/index.ts'

export type TraceGold = { readonly segments: GoldRecord[]; readonly trace: GoldRecord }

/**
 * The gold of a round as it stands now, trace by trace in the order of their ids, so that the same state gives the same bytes on any
 * database. One trace is in memory at a time. `root` is the process's database handle.
 */
export async function* goldOf(db: Kysely<Database>, root: object, round: Round): AsyncGenerator<TraceGold> {
  const { codebook, sha256: codebookSha256 } = await getCodebook(db, root, round.codebook.id, round.codebook.version)
  const decisions = groupBy(await listDecisions(db, round.id), (decision) => decision.traceId as string)
  const seats = groupBy(await listRoundSeats(db, round.id), (seat) => seat.trace_id)
  const traces = (await listRoundTraces(db, round.id)).toSorted((a, b) => (a.id < b.id ? -1 : 1))
  for (const { id, segments: asked } of traces) {
    const trace = await getTrace(db, round.projectId, id)
    const votes = await listFullVotes(db, round.id, { traceId: id })
    const submitted = votes.map((vote) => ({
      ...vote,
      rater: vote.raterId,
      values: decodeVector(codebook, vote.vector),
      blindValues: vote.blindVector === null ? null : decodeVector(codebook, vote.blindVector),
    }))
    yield buildTraceGold({
      head: {
        project: round.projectId,
        release: null,
        round: round.id,
        trace: toGoldTrace(trace),
        codebook: { ...round.codebook, sha256: codebookSha256 },
        split: splitOfTrace(trace),
      },
      codebook,
      overlap: round.overlap,
      asked,
      segments: await listSegmentContents(db, id),
      submitted: submitted.toSorted((a, b) => (a.rater < b.rater ? -1 : a.rater > b.rater ? 1 : 0)),
      decisions: decisions.get(id) ?? [],
      taskCompleted: (seats.get(id) ?? [])
        .filter((seat) => seat.state === 'submitted' && seat.pass === 1)
        .map((seat) => fromFlag(seat.task_completed)),
    })
  }
}

function toGoldTrace({ id, contentSha256, sourceName, head }: StoredTrace): GoldRecord['trace'] {
  return {
    id,
    sha256: contentSha256,
    source: { format: head.format, file: sourceName, nativeIds: head.nativeIds },
    model: head.model,
    framework: head.framework,
    benchmark: head.benchmark,
    task: head.task,
    agents: head.agents,
    outcome: { success: head.outcome?.success ?? null, rule: head.outcome?.rule ?? null, scores: head.outcome?.scores ?? {} },
    licence: head.licence,
  }
}

/** Runs of one task stay together. */
function splitOfTrace({ projectId, id, head }: StoredTrace): GoldRecord['split'] {
  return splitOf(sha256(`${projectId}\n${head.task ?? id}`))
}
