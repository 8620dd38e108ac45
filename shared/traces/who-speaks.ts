import type { Part, Role, Step } from './model.ts'

/** Whether an agent acts in a trace, only users (or tools) do, or nobody does. Folded instructions are nobody's word. */
export function whoSpeaks(steps: readonly Step[]): 'agents' | 'only-users' | 'nobody' {
  const acts = (role: Role): boolean => steps.some((step) => step.role === role && step.parts.some(isActed))
  if (acts('agent')) return 'agents'
  // Results without a word of the agent are still somebody's doing.
  return acts('user') || acts('tool') ? 'only-users' : 'nobody'
}

function isActed(part: Part): boolean {
  if (part.visibility === 'hidden') return false
  return !('text' in part) || part.kind === 'handoff' || part.text.trim() !== ''
}
