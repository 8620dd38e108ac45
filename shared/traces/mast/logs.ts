import type { Anchor, Step } from '../model.ts'
import { appWorldLog } from './appworld.ts'
import { autogenConsole } from './autogen-console.ts'
import { chatDevLog } from './chatdev.ts'
import { hyperAgentLog } from './hyperagent.ts'
import { communicationLog, runLog } from './metagpt.ts'
import { openManusLog } from './openmanus.ts'
import { reasonersLog } from './reasoners.ts'

/** A kind of log: the framework that writes it, and a reader that gives its steps, or null when a text is no such log. */
export type LogKind = { readonly framework: string; readonly read: (text: string, anchors: Anchor[]) => Step[] | null }

/** Every kind of log, the narrowest signature first. */
export const LOG_KINDS: readonly LogKind[] = [
  { framework: 'MetaGPT', read: communicationLog },
  { framework: 'MetaGPT', read: runLog },
  { framework: 'ChatDev', read: chatDevLog },
  { framework: 'HyperAgent', read: hyperAgentLog },
  { framework: 'OpenManus', read: openManusLog },
  { framework: 'AppWorld', read: appWorldLog },
  { framework: 'MA-ToT', read: reasonersLog },
  { framework: 'AutoGen', read: autogenConsole },
]

/** The steps of a log and the framework that wrote it, or null when it is none of them. */
export function logSteps(text: string, anchors: Anchor[]): { framework: string; steps: Step[] } | null {
  for (const { framework, read } of LOG_KINDS) {
    const steps = read(text, anchors)
    if (steps !== null && steps.length > 0) return { framework, steps }
  }
  return null
}
