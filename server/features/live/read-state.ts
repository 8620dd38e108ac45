import type { Kysely } from 'kysely'
import { must } from '../../../shared/assert.ts'
import type { Codebook } from '../../../shared/codebooks/codebook.ts'
import type { Snapshot } from '../../../shared/live/down.ts'
import type { LiveEvent } from '../../../shared/live/events.ts'
import { seesVotes, visibleTo } from '../../../shared/live/visible-to.ts'
import type { Database } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { lastSequence, listEvents } from '../../event-log.ts'
import type { Actor } from '../accounts/index.ts'
import { listRounds, listSeatsOf } from '../assignments/index.ts'
import { getCodebook } from '../codebooks/index.ts'
import { listRecordsOf } from '../labels/index.ts'

/** More than this, and a snapshot is quicker than what was missed. */
const MAX_DELTA = 2_000

/** `upTo` is the last event in it that the viewer may see: the state is that of this moment. */
export type ViewerState = { readonly upTo: number } & (
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'delta'; readonly events: LiveEvent[] }
)

/** State and its place in the log, read at one moment. */
export function readState(deps: Deps, actor: Actor, after: number | null): Promise<ViewerState> {
  return deps.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const subject = seesVotes(actor) ? null : actor.userId
      const delta = after === null ? null : await readDelta(trx, actor, subject, after)
      return (
        delta ?? {
          kind: 'snapshot',
          upTo: await lastSequence(trx, actor.projectId, subject),
          snapshot: await readSnapshot(trx, deps.db, actor),
        }
      )
    })
}

async function readDelta(db: Kysely<Database>, actor: Actor, subject: string | null, after: number): Promise<ViewerState | null> {
  // A cursor from beyond the end of the log: an older copy of the database was put back. What the client holds is not its past.
  if (after > (await lastSequence(db, actor.projectId, null))) return null
  const logged = await listEvents(db, actor.projectId, { after, subject, limit: MAX_DELTA + 1 })
  if (logged.length > MAX_DELTA) return null
  const visible = logged.filter(({ event }) => visibleTo(event, actor))
  return { kind: 'delta', upTo: visible.at(-1)?.sequence ?? after, events: visible.map(({ event }) => event) }
}

async function readSnapshot(db: Kysely<Database>, root: object, actor: Actor): Promise<Snapshot> {
  const seats = await listSeatsOf(db, actor.projectId, actor.userId, ['leased', 'submitted'])
  const codebooks = new Map<string, Codebook>()
  for (const round of await listRounds(db, actor.projectId)) {
    codebooks.set(round.id, (await getCodebook(db, root, round.codebook.id, round.codebook.version)).codebook)
  }
  // Labels of finished traces are fetched when they are looked at; those in hand come along.
  const inHand = seats.filter((seat) => seat.state === 'leased').map((seat) => seat.id)
  const records = await listRecordsOf(db, actor.userId, inHand, (roundId) => must(codebooks.get(roundId), 'the codebook of a round'))
  return { seats, records }
}
