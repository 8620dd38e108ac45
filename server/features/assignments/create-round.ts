import type { Transaction } from 'kysely'
import { AppError } from '../../../shared/errors.ts'
import type { NewRound } from '../../../shared/http/api.ts'
import { RoundId, type SegmentId, type TraceId } from '../../../shared/ids.ts'
import type { Database } from '../../db/database.ts'
import { insertRows } from '../../db/insert-rows.ts'
import { type Deps, nowText } from '../../deps.ts'
import { recordEvent } from '../../event-log.ts'
import { sha256 } from '../../hash.ts'
import { type Actor, assertLead } from '../accounts/index.ts'
import { defaultCodebook } from '../codebooks/index.ts'

/** Hands out work: a free seat per trace and slot, and second passes for the share of traces that is repeated. */
export async function createRound(deps: Deps, actor: Actor, round: NewRound): Promise<RoundId> {
  assertLead(actor)
  const id = RoundId.parse(deps.newId('round'))
  const at = nowText(deps)
  await deps.writer.write(async (write) => {
    const { trx } = write
    const places = await placesOf(trx, actor.projectId, round)
    const last = await trx
      .selectFrom('round')
      .select((eb) => eb.fn.max('number').as('n'))
      .where('project_id', '=', actor.projectId)
      .executeTakeFirst()
    await trx
      .insertInto('round')
      .values({
        id,
        project_id: actor.projectId,
        number: (last?.n ?? 0) + 1,
        name: round.name,
        state: 'open',
        codebook_id: defaultCodebook.id,
        codebook_version: defaultCodebook.version,
        overlap: round.overlap,
        policy: JSON.stringify(round.policy),
        opened_at: at,
        revealed_at: null,
      })
      .execute()
    await insertRows(
      trx,
      'round_trace',
      places.map((place, position) => ({ round_id: id, position, ...place })),
    )
    const repeated = chooseRepeated(id, places, round.policy.repeats)
    const slots = Array.from({ length: round.overlap }, (_, slot) => slot)
    await insertSeats(
      deps,
      trx,
      id,
      places.flatMap(({ trace_id }) =>
        slots.flatMap((slot) => [{ trace_id, slot, pass: 1 }, ...(repeated.has(trace_id) ? [{ trace_id, slot, pass: 2 }] : [])]),
      ),
    )
    const event = { type: 'round.opened', mutationId: null, roundId: id, name: round.name } as const
    await recordEvent(deps, write, { projectId: actor.projectId, event, actorId: actor.userId, at })
  })
  return id
}

type Place = { readonly trace_id: TraceId; readonly segment_count: number; readonly segment_ids: string | null }

/** The traces of the round with what is asked of each; refuses a trace or a segment that is not there. */
async function placesOf(trx: Transaction<Database>, projectId: string, round: NewRound): Promise<Place[]> {
  const wanted = [...new Set(round.traces)]
  const rows = await trx
    .selectFrom('trace')
    .select(['id', 'segment_count'])
    .where('project_id', '=', projectId)
    .where('id', 'in', wanted)
    .execute()
  const counts = new Map(rows.map((row) => [row.id, row.segment_count]))
  const missing = wanted.filter((trace) => !counts.has(trace)).length
  if (missing > 0) throw new AppError('not_found', `${missing} of the chosen traces are not in this project. Nothing was handed out.`)
  const places: Place[] = []
  for (const trace of wanted) {
    const chosen = round.segments[trace]
    const segments = chosen ? await inPlace(trx, trace, chosen) : null
    places.push({
      trace_id: trace,
      segment_count: segments?.length ?? counts.get(trace) ?? 0,
      segment_ids: segments && JSON.stringify(segments),
    })
  }
  return places
}

/** The chosen segments in the order in which they stand in their trace. */
async function inPlace(trx: Transaction<Database>, traceId: TraceId, chosen: readonly SegmentId[]): Promise<string[]> {
  const rows = await trx.selectFrom('segment').select('id').where('trace_id', '=', traceId).orderBy('position').execute()
  const wanted = new Set<string>(chosen)
  const found = rows.filter((row) => wanted.has(row.id)).map((row) => row.id)
  if (found.length !== wanted.size)
    throw new AppError('not_found', `${wanted.size - found.length} of the chosen segments are not in their trace. Nothing was handed out.`)
  return found
}

/** Which traces come back: fixed by a hash, so that nobody chooses them. */
function chooseRepeated(roundId: string, places: readonly Place[], share: number): Set<string> {
  const ranked = places
    .map(({ trace_id }) => ({ trace_id, rank: sha256(`${roundId}\n${trace_id}`) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
  return new Set(ranked.slice(0, Math.ceil(share * places.length)).map(({ trace_id }) => trace_id))
}

type NewSeat = { readonly trace_id: string; readonly slot: number; readonly pass: number }

export async function insertSeats(
  deps: Pick<Deps, 'newId'>,
  trx: Transaction<Database>,
  roundId: string,
  seats: readonly NewSeat[],
): Promise<void> {
  const empty = {
    annotator_id: null,
    state: 'free',
    epoch: 0,
    expires_at: null,
    submitted_at: null,
    exposed_at: null,
    task_completed: null,
  }
  await insertRows(
    trx,
    'seat',
    seats.map((seat) => ({ id: deps.newId('seat'), round_id: roundId, ...seat, ...empty })),
  )
}
