import { draftStep } from '../build-trace.ts'
import type { Anchor, Step } from '../model.ts'
import { resultPart, textPart } from '../parts.ts'
import { furnitureStep, speechStep, splitEntries } from './entries.ts'

type Head = {
  readonly kind: 'response' | 'message' | 'output' | 'loop' | 'task'
  readonly who: string
  readonly line: string
  readonly indent: number
}

const HEADERS: readonly (readonly [Head['kind'], RegExp])[] = [
  ['response', /^Response from (.+?)(?: Agent)?$/],
  ['message', /^Message to (.+?)(?: Agent)?$/],
  ['output', /^(?:Code )?Execution Output$/],
  ['loop', /^(?:Entering|Exiting) (.+?) (?:Agent )?message loop$/],
  ['task', /^\*{5,} Task .*\*{5,}$/],
]

/** The log of AppWorld's multi-agent runs: the supervisor and one agent per app, nested by indentation. */
export function appWorldLog(text: string, anchors: Anchor[]): Step[] | null {
  const entries = splitEntries(text, headerOf)
  if (!entries.some(({ head }) => head?.kind === 'response')) return null
  return entries.flatMap(({ head, body }) =>
    head === null ? furnitureStep('AppWorld', body, anchors) : stepsOf(head, dedent(body), anchors),
  )
}

function headerOf(line: string): Head | null {
  const trimmed = line.trim()
  for (const [kind, pattern] of HEADERS) {
    const found = pattern.exec(trimmed)
    if (found !== null) return { kind, who: found[1] ?? '', line: trimmed, indent: line.length - line.trimStart().length }
  }
  return null
}

function stepsOf(head: Head, body: string, anchors: Anchor[]): Step[] {
  switch (head.kind) {
    case 'task':
      return [
        ...furnitureStep('AppWorld', head.line, anchors),
        ...(body === '' ? [] : [draftStep({ actor: 'user', role: 'user', anchors, parts: [textPart(body)] })]),
      ]
    case 'response':
      return [speechStep(head.who, body, anchors)]
    case 'message':
      // Only the supervisor gives work to the app agents.
      return [
        draftStep({
          actor: 'Supervisor',
          role: 'agent',
          anchors,
          parts: [{ kind: 'handoff', visibility: 'main', to: head.who, text: body }],
        }),
      ]
    case 'output':
      return [draftStep({ actor: 'code', role: 'tool', anchors, parts: [resultPart(null, body)] })]
    default:
      return furnitureStep('AppWorld', body === '' ? head.line : `${head.line}\n${body}`, anchors)
  }
}

/** Takes away the indentation that all lines share. */
function dedent(text: string): string {
  const lines = text.split('\n')
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length)
  const shared = Math.min(...indents, 1000)
  return lines
    .map((line) => line.slice(shared))
    .join('\n')
    .trim()
}
