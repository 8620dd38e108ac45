import { AppError } from '../../../shared/errors.ts'
import type { RoundId } from '../../../shared/ids.ts'
import type { LiveEvent } from '../../../shared/live/events.ts'
import type { RoundWiden } from '../../../shared/live/mutations.ts'
import { recordEvent } from '../../event-log.ts'
import { assertLead } from '../accounts/index.ts'
import type { MutationContext } from './commands.ts'
import { insertSeats } from './create-round.ts'
import { getRound } from './queries.ts'

async function say({ deps, write, actor, at }: MutationContext, event: LiveEvent): Promise<void> {
  await recordEvent(deps, write, { projectId: actor.projectId, event, actorId: actor.userId, at })
}

/** Ends the handing out; what was labelled stays, and can still be settled. */
export async function closeRound(context: MutationContext, { roundId }: { roundId: RoundId }): Promise<void> {
  const { write, actor, mutationId } = context
  assertLead(actor)
  const round = await getRound(write.trx, actor.projectId, roundId)
  if (round.state === 'closed') return
  await write.trx.updateTable('round').set({ state: 'closed' }).where('id', '=', round.id).execute()
  await say(context, { type: 'round.closed', mutationId, roundId: round.id })
}

/** Lets annotators see each other's labels. From this moment on, what those who are done write there is exposed. */
export async function revealRound(context: MutationContext, { roundId }: { roundId: RoundId }): Promise<void> {
  const { write, actor, mutationId, at } = context
  assertLead(actor)
  const round = await getRound(write.trx, actor.projectId, roundId)
  if (round.revealedAt !== null) return
  await write.trx.updateTable('round').set({ revealed_at: at }).where('id', '=', round.id).execute()
  await write.trx
    .updateTable('seat')
    .set({ exposed_at: at })
    .where('round_id', '=', round.id)
    .where('submitted_at', 'is not', null)
    .where('exposed_at', 'is', null)
    .execute()
  await say(context, { type: 'round.revealed', mutationId, roundId: round.id })
}

/** Asks for more annotators per trace: each trace gets free seats in new slots. */
export async function widenRound(context: MutationContext, { roundId, overlap }: RoundWiden): Promise<void> {
  const { deps, write, actor, mutationId } = context
  assertLead(actor)
  const round = await getRound(write.trx, actor.projectId, roundId)
  if (round.state !== 'open') throw new AppError('round_closed', 'This round is closed. Make a new round for more annotators.')
  if (overlap <= round.overlap) {
    throw new AppError(
      'bad_request',
      `The overlap is ${round.overlap} now and can only be raised: seats that were given out are not taken back.`,
    )
  }
  const traces = await write.trx.selectFrom('round_trace').select('trace_id').where('round_id', '=', round.id).orderBy('position').execute()
  const slots = Array.from({ length: overlap - round.overlap }, (_, index) => round.overlap + index)
  await insertSeats(
    deps,
    write.trx,
    round.id,
    traces.flatMap(({ trace_id }) => slots.map((slot) => ({ trace_id, slot, pass: 1 }))),
  )
  await write.trx.updateTable('round').set({ overlap }).where('id', '=', round.id).execute()
  await say(context, { type: 'round.widened', mutationId, roundId: round.id, overlap })
}
