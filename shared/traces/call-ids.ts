import type { Part, Step } from './model.ts'

/**
 * Tells calls apart that carry one id: some models use an id again after its call was answered. The later call and its results get
 * `#2`, `#3` and so on. An id that is called twice without an answer in between is one call, written twice.
 */
export function tellCallsApart(steps: readonly Step[]): Step[] {
  const uses = new Map<string, { count: number; isAnswered: boolean }>()
  const renamed = (id: string, count: number): string => (count === 1 ? id : `${id}#${count}`)
  const rename = (part: Part): Part => {
    if ((part.kind !== 'tool_call' && part.kind !== 'tool_result') || part.callId === null) return part
    const use = uses.get(part.callId) ?? { count: part.kind === 'tool_call' ? 0 : 1, isAnswered: part.kind === 'tool_call' }
    if (part.kind === 'tool_call' && use.isAnswered) {
      use.count++
      use.isAnswered = false
    } else if (part.kind === 'tool_result') use.isAnswered = true
    uses.set(part.callId, use)
    return { ...part, callId: renamed(part.callId, use.count) }
  }
  return steps.map((step) => ({ ...step, parts: step.parts.map(rename) }))
}
