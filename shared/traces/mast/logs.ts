import type { Anchor, Step } from '../model.ts'
import { communicationLog, runLog } from './metagpt.ts'

/** A kind of log: its steps, or null when the text is no such log. */
type LogReader = (text: string, anchors: Anchor[]) => Step[] | null

const READERS: readonly { readonly name: string; readonly read: LogReader }[] = [
  { name: 'MetaGPT communication log', read: communicationLog },
  { name: 'MetaGPT run log', read: runLog },
]

/** The steps of a log of the frameworks that MAST looked at, or null when it is none of them. */
export function logSteps(text: string, anchors: Anchor[]): Step[] | null {
  for (const { read } of READERS) {
    const steps = read(text, anchors)
    if (steps !== null && steps.length > 0) return steps
  }
  return null
}
