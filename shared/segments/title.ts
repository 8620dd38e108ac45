import { firstSentence, shortened } from '../traces/first-sentence.ts'
import type { Part, Step } from '../traces/model.ts'
import { isVisible, partText } from './segment-text.ts'

/** A short title for a segment: the first sentence that is said, else the first call, else the first thing that is there. */
export function segmentTitle(steps: readonly Step[]): string {
  const parts = steps.flatMap((step) => step.parts.filter((part) => isVisible(part) && partText(part).trim() !== ''))
  const main = parts.filter((part) => part.visibility === 'main')
  const said = main.find(isSaid)
  if (said !== undefined) return firstSentence(partText(said))
  const called = main.find((part) => part.kind === 'tool_call')
  if (called !== undefined) return shortened(partText(called))
  const any = main[0] ?? parts[0]
  return any === undefined ? '' : firstSentence(partText(any))
}

function isSaid(part: Part): boolean {
  return part.kind === 'text' || part.kind === 'handoff' || part.kind === 'compaction'
}
