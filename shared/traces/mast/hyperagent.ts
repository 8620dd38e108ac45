import { draftStep } from '../build-trace.ts'
import type { Anchor, Step } from '../model.ts'
import { furnitureStep, speechStep, splitEntries } from './entries.ts'

const HEADER = /^HyperAgent_\S+ - [A-Z]+ - (.*)$/
const RESPONSE = /^(.+?)'s Response: ?/
const HANDOFF = /^([\w -]+?)->([\w -]+?): ?/

/** HyperAgent's log, regrouped: one entry per header, however many lines it has; an entry logged twice in a row is one. */
export function hyperAgentLog(text: string, anchors: Anchor[]): Step[] | null {
  // The log carries carriage returns of the programs it ran.
  const entries = splitEntries(text.replaceAll('\r\n', '\n'), (line) => HEADER.exec(line)?.[1] ?? null)
  if (!entries.some(({ head }) => head !== null && (RESPONSE.test(head) || HANDOFF.test(head)))) return null
  const steps: Step[] = []
  let before = ''
  for (const { head, body } of entries) {
    const words = `${head ?? ''}\n${body}`.trim()
    if (words !== before) steps.push(...entrySteps(head, words, anchors))
    before = words
  }
  return steps
}

function entrySteps(head: string | null, words: string, anchors: Anchor[]): Step[] {
  const response = head === null ? null : RESPONSE.exec(words)
  if (response !== null) return [speechStep(response[1] ?? '', words.slice(response[0].length), anchors)]
  const handoff = head === null ? null : HANDOFF.exec(words)
  if (handoff === null) return furnitureStep('HyperAgent', words, anchors)
  const part = { kind: 'handoff' as const, visibility: 'main' as const, to: handoff[2] ?? '', text: words.slice(handoff[0].length) }
  return [draftStep({ actor: handoff[1] ?? '', role: 'agent', anchors, parts: [part] })]
}
