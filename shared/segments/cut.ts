import type { Role, Step } from '../traces/model.ts'
import { DEFAULT_SEGMENT_POLICY, type SegmentPolicy, windowSize } from './policy.ts'
import { isHiddenStep } from './segment-text.ts'
import { segmentTitle } from './title.ts'

/** A segment before it has an identity: a range of steps (both ends inclusive), named after its first visible step that is more than furniture. */
export type SegmentRange = {
  readonly index: number
  readonly firstStep: number
  readonly lastStep: number
  readonly actor: string
  readonly role: Role
  /** Short: the first sentence, or the first call. */
  readonly title: string
  readonly at: string | null
}

/** Whether `step` opens a new segment, given the visible steps of the segment that is open. */
type Opens = (step: Step, open: readonly Step[]) => boolean

/**
 * Cuts steps into segments: contiguous, in order, together all steps. Hidden steps decide nothing and go with the range before them
 * (those at the front with the first). A trace in which everything is hidden has no segments.
 */
export function cutSegments(steps: readonly Step[], policy: SegmentPolicy = DEFAULT_SEGMENT_POLICY): SegmentRange[] {
  const opens = rule(policy)
  const groups: Step[][] = []
  const starts: number[] = []
  let open: Step[] | undefined
  for (const [position, step] of steps.entries()) {
    if (isHiddenStep(step)) continue
    if (open === undefined || opens(step, open)) {
      open = []
      groups.push(open)
      starts.push(starts.length === 0 ? 0 : position)
    }
    open.push(step)
  }
  return groups.map((visible, index) => toRange(visible, index, starts[index] ?? 0, (starts[index + 1] ?? steps.length) - 1))
}

function toRange(visible: readonly Step[], index: number, firstStep: number, lastStep: number): SegmentRange {
  const first = visible.find((step) => !isFurniture(step)) ?? visible[0]
  if (first === undefined) throw new Error('A segment has at least one visible step.')
  const at = visible.find((step) => step.at !== null)?.at ?? null
  return { index, firstStep, lastStep, actor: first.actor, role: first.role, title: segmentTitle(visible), at }
}

function rule(policy: SegmentPolicy): Opens {
  const size = windowSize(policy)
  if (size !== null) return (_step, open) => open.length >= size
  switch (policy) {
    case 'turn':
      return pastFurniture(opensTurn)
    case 'message':
      return pastFurniture((step) => step.role !== 'tool')
    case 'step':
      return () => true
    case 'user-turn':
      return pastFurniture((step) => step.role === 'user')
    case 'span':
      return pastFurniture(opensSpan)
    default:
      return () => false
  }
}

/**
 * A turn ends when somebody else speaks, and when the agent has seen what its tools answered: what it does next is a new decision.
 * Results join the turn that is open, also those of calls that ran side by side.
 */
function opensTurn(step: Step, open: readonly Step[]): boolean {
  if (step.role === 'tool') return false
  if (step.role !== 'agent') return true
  const last = open.at(-1)
  if (last === undefined || last.role !== 'agent') return true
  return (
    last.actor !== step.actor ||
    last.lane !== step.lane ||
    last.parts.some((part) => part.kind === 'tool_result' || part.kind === 'terminal')
  )
}

/** A stretch of work ends when somebody else speaks, also in another lane; what tools answer in between belongs to it. */
function opensSpan(step: Step, open: readonly Step[]): boolean {
  if (step.role === 'tool') return false
  const last = open.findLast((one) => one.role !== 'tool')
  return last === undefined || last.role !== step.role || last.actor !== step.actor || last.lane !== step.lane
}

/**
 * Instructions, environment notes and log headers that an importer folded away: visible, but nothing happens in them. A segment of their
 * own would cost every annotator a decision about nothing, and flatter agreement.
 */
function isFurniture(step: Step): boolean {
  return (step.role === 'system' || step.role === 'environment') && !step.parts.some((part) => part.visibility === 'main')
}

/** Furniture goes with the segment before it, at the front with the one after it. */
function pastFurniture(opens: Opens): Opens {
  return (step, open) => !isFurniture(step) && !open.every(isFurniture) && opens(step, open)
}
