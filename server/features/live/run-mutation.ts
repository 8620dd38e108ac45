import { unreachable } from '../../../shared/assert.ts'
import type { MutationId } from '../../../shared/ids.ts'
import type { Mutation, SegmentSubmit } from '../../../shared/live/mutations.ts'
import { claimMutations, findRepeats } from '../../db/once.ts'
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
import { countSubmitted, deferSegment, makeSubmitSegments } from '../labels/index.ts'

/**
 * Does what a mutation asks for, once: claim, write, event and outcome are one transaction, and the answer comes only after the
 * commit is durable. Gives the time at which it was (first) recorded.
 */
export type RunMutation = (actor: Actor, mutationId: MutationId, mutation: Mutation) => Promise<{ at: string }>

export function makeRunMutation(deps: Deps): RunMutation {
  const submitSegments = makeSubmitSegments(deps)
  return (actor, mutationId, mutation) => {
    const payloadSha256 = sha256(canonicalJson({ project: actor.projectId, mutation }))
    if (mutation.type === 'segment.submit') return deps.writer.writeSet(submitSegments, { actor, mutationId, payloadSha256, mutation })
    return deps.writer.write(async (write) => {
      const at = nowText(deps)
      const claim = { accountId: actor.userId, mutationId, payloadSha256, at }
      const before = (await findRepeats(write.trx, [claim]))(claim)
      if (before !== null) return { at: before }
      await claimMutations(write.trx, [claim])
      await act({ deps, write, actor, mutationId, at }, mutation)
      return { at }
    })
  }
}

function act(context: MutationContext, mutation: Exclude<Mutation, SegmentSubmit>): Promise<void> {
  switch (mutation.type) {
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
