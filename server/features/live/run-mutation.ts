import { unreachable } from '../../../shared/assert.ts'
import type { MutationId } from '../../../shared/ids.ts'
import type { Mutation } from '../../../shared/live/mutations.ts'
import { claimMutation } from '../../db/once.ts'
import { type Deps, nowText } from '../../deps.ts'
import { canonicalJson, sha256 } from '../../hash.ts'
import type { Actor } from '../accounts/index.ts'
import { reopenCell, settleCell } from '../adjudication/index.ts'
import {
  closeRound,
  decideLate,
  handBackSeat,
  type MutationContext,
  reopenTrace,
  revealRound,
  skipSeat,
  submitTrace,
  widenRound,
} from '../assignments/index.ts'
import { countSubmitted, deferSegment, submitSegment } from '../labels/index.ts'

/**
 * Does what a mutation asks for, once: claim, write, event and outcome are one transaction, and the answer comes only after the
 * commit is durable. Gives the time at which it was (first) recorded.
 */
export function runMutation(deps: Deps, actor: Actor, mutationId: MutationId, mutation: Mutation): Promise<{ at: string }> {
  return deps.writer.write(async (write) => {
    const at = nowText(deps)
    const payloadSha256 = sha256(canonicalJson({ project: actor.projectId, mutation }))
    const claim = await claimMutation(write.trx, { accountId: actor.userId, mutationId, payloadSha256, at })
    if (claim.kind === 'repeated') return { at: claim.at }
    await act({ deps, write, actor, mutationId, at }, mutation)
    return { at }
  })
}

function act(context: MutationContext, mutation: Mutation): Promise<void> {
  switch (mutation.type) {
    case 'segment.submit':
      return submitSegment(context, mutation)
    case 'segment.defer':
      return deferSegment(context, mutation)
    case 'trace.submit':
      return submitTrace(context, mutation, (seatId) => countSubmitted(context.write.trx, seatId, context.actor.userId))
    case 'seat.skip':
      return skipSeat(context, mutation)
    case 'cell.settle':
      return settleCell(context, mutation)
    case 'cell.reopen':
      return reopenCell(context, mutation)
    case 'seat.hand_back':
      return handBackSeat(context, mutation)
    case 'trace.reopen':
      return reopenTrace(context, mutation)
    case 'late.decide':
      return decideLate(context, mutation)
    case 'round.close':
      return closeRound(context, mutation)
    case 'round.reveal':
      return revealRound(context, mutation)
    case 'round.widen':
      return widenRound(context, mutation)
    default:
      return unreachable(mutation)
  }
}
