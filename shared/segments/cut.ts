import type { Role, Step } from '../traces/model.ts'
import { DEFAULT_SEGMENT_POLICY, type SegmentPolicy, windowSize } from './policy.ts'
import { isHiddenStep } from './segment-text.ts'
import { segmentTitle } from './title.ts'

/** A segment before it has an identity: a range of steps (both ends inclusive), named after its first visible step. */
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
  const first = visible[0]
  if (first === undefined) throw new Error('A segment has at least one visible step.')
  const at = visible.find((step) => step.at !== null)?.at ?? null
  return { index, firstStep, lastStep, actor: first.actor, role: first.role, title: segmentTitle(visible), at }
}

function rule(policy: SegmentPolicy): Opens {
  const size = windowSize(policy)
  if (size !== null) return (_step, open) => open.length >= size
  switch (policy) {
    case 'turn':
      return opensTurn
    case 'message':
      return (step) => step.role !== 'tool'
    case 'step':
      return () => true
    case 'user-turn':
      return (step) => step.role === 'user'
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
  return last.actor !== step.actor || last.lane !== step.lane || last.parts.some((part) => part.kind === 'tool_result')
}
