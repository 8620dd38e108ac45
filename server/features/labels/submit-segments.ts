import type { Transaction } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { MutationId } from '../../../shared/ids.ts'
import { checkLabels } from '../../../shared/labels/check-labels.ts'
import type { SegmentSubmit } from '../../../shared/live/mutations.ts'
import type { Database } from '../../db/database.ts'
import { type Claim, claimMutations, findRepeats } from '../../db/once.ts'
import type { Settled, SetWork, Write } from '../../db/writer.ts'
import { type Deps, nowText } from '../../deps.ts'
import type { Actor } from '../accounts/index.ts'
import { asksFor, assertOpen, listOwnSeats, type OwnSeats } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { findSegmentText, listTraceOfSegments } from '../traces/index.ts'
import { appendRecords, type Entry } from './append-records.ts'
import { getRecord, type HeldLabel, labelKey, listHeldLabels } from './queries.ts'
import { isExposed, notAsked, toRecord } from './record.ts'

export type SubmitRequest = {
  readonly actor: Actor
  readonly mutationId: MutationId
  readonly payloadSha256: string
  readonly mutation: SegmentSubmit
}
export type Recorded = { readonly at: string }

/**
 * Records whole vectors of segments, or corrections of them. Everybody who submits in one turn of the event loop is read and written
 * together, statement by statement over all of them; each is checked, accepted or refused for itself.
 */
export function makeSubmitSegments(deps: Deps): SetWork<SubmitRequest, Recorded> {
  return async (write, requests) => {
    const outcomes: Settled<Recorded>[] = []
    for (const run of runsWithoutRepetition(requests)) outcomes.push(...(await submitRun(deps, write, run)))
    return outcomes
  }
}

/** One segment submitted twice, or one mutation sent twice, must see the first before the second. */
function runsWithoutRepetition(requests: readonly SubmitRequest[]): SubmitRequest[][] {
  const runs: SubmitRequest[][] = []
  let seen = new Set<string>()
  for (const request of requests) {
    const { actor, mutation, mutationId } = request
    const keys = [`m\n${actor.userId}\n${mutationId}`, `s\n${labelKey(mutation.seatId, actor.userId, mutation.segmentId)}`]
    if (runs.length === 0 || keys.some((key) => seen.has(key))) {
      runs.push([])
      seen = new Set()
    }
    runs.at(-1)?.push(request)
    for (const key of keys) seen.add(key)
  }
  return runs
}

type Reading = {
  readonly repeatOf: (claim: Claim) => string | null
  readonly seats: OwnSeats
  readonly held: ReadonlyMap<string, HeldLabel>
  readonly traceOf: ReadonlyMap<string, string>
}

async function submitRun(deps: Deps, write: Write, requests: readonly SubmitRequest[]): Promise<Settled<Recorded>[]> {
  const at = nowText(deps)
  const claims = requests.map(({ actor, mutationId, payloadSha256 }) => ({ accountId: actor.userId, mutationId, payloadSha256, at }))
  const reading = await readFor(write.trx, requests, claims)
  const accepted: { claim: Claim; entry: Entry }[] = []
  const outcomes: Settled<Recorded>[] = []
  for (const [index, request] of requests.entries()) {
    const claim = claims[index]
    if (!claim) continue
    try {
      const before = reading.repeatOf(claim)
      if (before === null) accepted.push({ claim, entry: await check(deps, write, request, reading, at) })
      outcomes.push({ ok: true, value: { at: before ?? at } })
    } catch (error) {
      // A refusal has written nothing; anything else is a fault, and undoes the whole run.
      if (!(error instanceof AppError)) throw error
      outcomes.push({ ok: false, error })
    }
  }
  await claimMutations(
    write.trx,
    accepted.map(({ claim }) => claim),
  )
  await appendRecords(
    deps,
    write,
    accepted.map(({ entry }) => entry),
  )
  return outcomes
}

async function readFor(trx: Transaction<Database>, requests: readonly SubmitRequest[], claims: readonly Claim[]): Promise<Reading> {
  const seatIds = requests.map(({ mutation }) => mutation.seatId)
  const segmentIds = requests.map(({ mutation }) => mutation.segmentId)
  return {
    repeatOf: await findRepeats(trx, claims),
    seats: await listOwnSeats(trx, seatIds),
    held: await listHeldLabels(trx, seatIds, segmentIds),
    traceOf: await listTraceOfSegments(trx, segmentIds),
  }
}

/** The entry to write, or a refusal. */
async function check(deps: Deps, write: Write, request: SubmitRequest, reading: Reading, at: string): Promise<Entry> {
  const { actor, mutation, mutationId } = request
  const { segmentId, labels, epoch } = mutation
  const own = await reading.seats.get(actor, mutation)
  assertOpen(own)
  const { codebook: wanted } = own.round
  if (wanted.id !== mutation.codebook.id || wanted.version !== mutation.codebook.version) {
    throw new AppError(
      'wrong_codebook',
      `This round is labelled with ${wanted.id} version ${wanted.version}, not ${mutation.codebook.id} version ${mutation.codebook.version}. Reload the page to get it.`,
    )
  }
  if (reading.traceOf.get(segmentId) !== own.seat.trace_id || !asksFor(own, segmentId)) throw notAsked()
  const { codebook } = await getCodebook(write.trx, deps.db, wanted.id, wanted.version)
  // The text is only needed to verify quotes, and most submits have none.
  const text = labels.evidence.length > 0 ? await findSegmentText(write.trx, own.seat.trace_id, segmentId) : ''
  checkLabels(labels, codebook, text ?? '')
  const held = reading.held.get(labelKey(own.seat.id, actor.userId, segmentId))
  if ((held?.revision ?? 0) !== mutation.baseRevision) {
    throw new AppError(
      'revision_conflict',
      'You changed this segment in another window meanwhile. Both versions are kept; choose which one counts.',
      held && (await getRecord(write.trx, actor.projectId, held.sequence)),
    )
  }
  const exposed = await isExposed(write.trx, actor, own, segmentId)
  const record = toRecord(own, actor, { segmentId, labels, revision: mutation.baseRevision + 1, at, exposed })
  return { projectId: actor.projectId, codebook, epoch, mutationId, record }
}
