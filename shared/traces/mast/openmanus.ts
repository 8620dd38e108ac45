import { draftStep } from '../build-trace.ts'
import type { Anchor, Part, Step } from '../model.ts'
import { callPart, resultPart } from '../parts.ts'
import { furnitureStep, speechStep, splitEntries } from './entries.ts'

const HEADER = /^(?:(.*?: ))?(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.\d+ \| [A-Z]+\s*\| (?:app|__main__)[\w.]*:\w+:\d+ - (.*)$/
const THOUGHTS = /^\W*([\w-]+)'s thoughts: ?/
const ARGUMENTS = /^\W*Tool arguments: ?/
const ACTIVATING = /^\W*Activating tool: '(.+?)'/
const RESULT = /^\W*Tool '(.+?)' completed its mission! Result: ?/

/** OpenManus' log: thoughts are what the agent says, tools with their arguments and results follow. */
export function openManusLog(text: string, anchors: Anchor[]): Step[] | null {
  const entries = splitEntries(text, headerOf)
  if (!entries.some(({ head }) => head !== null && THOUGHTS.test(head.rest))) return null
  const steps: Step[] = []
  let agent = 'Manus'
  let pendingArguments = ''
  const act = (at: string, part: Part): void => void steps.push(draftStep({ actor: agent, role: 'agent', at, anchors, parts: [part] }))
  for (const { head, body } of entries) {
    const words = `${head?.rest ?? ''}\n${body}`.trim()
    const at = head?.at ?? null
    const thoughts = THOUGHTS.exec(words)
    const activating = ACTIVATING.exec(words)
    const result = RESULT.exec(words)
    if (thoughts !== null && at !== null) {
      agent = thoughts[1] ?? agent
      const said = words.slice(thoughts[0].length).trim()
      if (said !== '') steps.push(speechStep(agent, said, anchors, at))
    } else if (ARGUMENTS.test(words)) pendingArguments = words.replace(ARGUMENTS, '')
    else if (activating !== null && at !== null) {
      act(at, callPart(null, activating[1] ?? 'tool', pendingArguments))
      pendingArguments = ''
    } else if (result !== null && at !== null) {
      steps.push(
        draftStep({ actor: result[1] ?? 'tool', role: 'tool', at, anchors, parts: [resultPart(null, words.slice(result[0].length))] }),
      )
    } else steps.push(...furnitureStep('OpenManus', words, anchors, at))
  }
  return steps
}

function headerOf(line: string): { at: string; rest: string } | null {
  const found = HEADER.exec(line)
  return found === null ? null : { at: (found[2] ?? '').replace(' ', 'T'), rest: `${found[1] ?? ''}${found[3] ?? ''}` }
}
