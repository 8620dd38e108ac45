import type { Role } from '../accounts/role.ts'
import { unreachable } from '../assert.ts'
import type { BlindPolicy } from '../assignments/seat.ts'
import type { UserId } from '../ids.ts'
import type { LiveEvent } from './events.ts'

/** Who is looking: the one thing every serialiser and sender must know before it shows anything. */
export type Viewer = { readonly userId: UserId; readonly role: Role }

/** Leads and admins settle and watch; they see votes as they come. */
export function seesVotes(viewer: Viewer): boolean {
  return viewer.role === 'lead' || viewer.role === 'admin'
}

/** What is said to everybody in the project. The log is asked for these by type, and for the rest by whom it is about. */
export const SAID_TO_ALL = ['round.opened', 'round.closed', 'round.revealed'] as const satisfies readonly LiveEvent['type'][]

/** The annotator an event is about, or null when it is about no one of them. */
export function subjectOf(event: LiveEvent): UserId | null {
  if ('seat' in event) return event.seat.annotatorId
  if ('record' in event) return event.record.annotatorId
  return 'annotatorId' in event ? event.annotatorId : null
}

/**
 * The one gate for HTTP and websocket: may this viewer learn of this event? An annotator sees their own seats and labels and
 * what is said to all; nothing of a peer, not even that a peer acted. A hidden event causes no frame at all.
 */
export function visibleTo(event: LiveEvent, viewer: Viewer): boolean {
  if (seesVotes(viewer)) return true
  switch (event.type) {
    case 'seat.leased':
    case 'trace.submitted':
    case 'trace.reopened':
    case 'seat.released':
    case 'late.decided':
    case 'segment.submitted':
    case 'segment.deferred':
      return subjectOf(event) === viewer.userId
    case 'round.opened':
    case 'round.closed':
    case 'round.revealed':
      return true
    case 'cell.settled':
    case 'cell.reopened':
    case 'round.widened':
    case 'traces.imported':
      return false
    default:
      return unreachable(event)
  }
}

/** What decides whether somebody without a lead's rights may see peers' labels of a trace. */
export type PeerView = {
  readonly blind: BlindPolicy
  readonly isRevealed: boolean
  /** The viewer's own seat on the trace is submitted, or was once and is open again. */
  readonly hasSubmitted: boolean
}

/**
 * May this viewer see what others said of a trace? Leads always; annotators once they have submitted the whole trace, or, in a
 * round that is blind until it is revealed, after that and after they have submitted. From the same moment on what they write is exposed.
 */
export function mayReadPeers(viewer: Viewer, peers: PeerView): boolean {
  if (seesVotes(viewer)) return true
  return peers.hasSubmitted && (peers.blind === 'until_submit' || peers.isRevealed)
}
