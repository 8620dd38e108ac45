import { draftStep } from '../build-trace.ts'
import type { Anchor, Part, Step } from '../model.ts'
import { callPart, resultPart } from '../parts.ts'
import { furnitureStep, speechStep, splitEntries, trimLines } from './entries.ts'

const HEADER = /^-{10} (?:(\w+) \(([\w .-]+)\)|([\w .-]+?)) -{10}$/
const CALL = /FunctionCall\(id='([^']*)', arguments='((?:[^'\\]|\\.)*)', name='([^']*)'\)/g
const RESULT = /FunctionExecutionResult\(content=(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"),[^)]*?call_id='([^']*)'/g

/** What AutoGen's console (and agbench) prints: a line of dashes with the speaker before each message. */
export function autogenConsole(text: string, anchors: Anchor[]): Step[] | null {
  const entries = splitEntries(text, headerOf)
  if (!entries.some(({ head }) => head !== null && head.who !== 'Summary' && head.who !== 'user')) return null
  return entries.flatMap(({ head, body: lines }) => {
    const body = trimLines(lines)
    if (head === null || head.who === 'Summary') return furnitureStep('console', `${head?.who ?? ''}\n${body}`, anchors)
    const parts = toolParts(body)
    if (parts.length === 0) return body === '' ? [] : [speechStep(head.who, body, anchors)]
    const isResult = parts.every((part) => part.kind === 'tool_result')
    return [draftStep({ actor: head.who, role: isResult ? 'tool' : 'agent', anchors, parts })]
  })
}

function headerOf(line: string): { who: string } | null {
  const found = HEADER.exec(line)
  return found === null ? null : { who: found[2] ?? found[3] ?? '' }
}

/** Calls and results are printed as Python writes them. */
function toolParts(body: string): Part[] {
  if (!body.startsWith('[Function')) return []
  const calls = [...body.matchAll(CALL)].map(([, id = '', args = '', name = '']) => callPart(id, name, unescaped(args)))
  const results = [...body.matchAll(RESULT)].map(([, single, double, id = '']) => resultPart(id, unescaped(single ?? double ?? '')))
  return [...calls, ...results]
}

function unescaped(text: string): string {
  return text.replace(/\\(n|t|r|\\|'|")/g, (_, char: string) => ({ n: '\n', t: '\t', r: '\r' })[char] ?? char)
}
