import type { Step } from './model.ts'

/** What the user asked for first: the task, where a format does not name it. */
export function firstWords(steps: readonly Step[]): string | null {
  for (const step of steps) {
    if (step.role !== 'user') continue
    for (const part of step.parts) if (part.kind === 'text' && part.visibility === 'main' && part.text.trim() !== '') return part.text
  }
  return null
}
