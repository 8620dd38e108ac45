import { draftStep } from '../build-trace.ts'
import type { Anchor, Step } from '../model.ts'
import { textPart } from '../parts.ts'

const COMMUNICATION = /^\[(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\] (?:FROM: (.+?) TO: \{(.*)\}|NEW MESSAGES:)\s*$/
const RULE = /^-{20,}\s*$/
const RUN = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)\.\d+ \| \w+\s*\| \S+ - (.*)$/
const ACTS = /^([\w .-]+?)\(([\w .-]+)\): /
const NAMED = /^([A-Z][\w .-]{0,60}?): ?(.*)$/

/** MetaGPT's communication log: blocks `FROM: X TO: {...}` and `NEW MESSAGES:`, each closed by a rule. */
export function communicationLog(text: string, anchors: Anchor[]): Step[] | null {
  const lines = text.split('\n')
  if (!lines.some((line) => COMMUNICATION.test(line))) return null
  const steps: Step[] = []
  const names = new Set<string>()
  let block: { at: string; sender: string | null; to: string; lines: string[] } | null = null
  let between: string[] = []
  const flush = (): void => {
    if (block !== null) steps.push(...messages(block, names, anchors))
    steps.push(...furniture(between, anchors))
    block = null
    between = []
  }
  for (const line of lines) {
    const header = COMMUNICATION.exec(line)
    if (header !== null) {
      flush()
      block = { at: isoTime(header[1] ?? ''), sender: header[2] ?? null, to: header[3] ?? '', lines: [] }
    } else if (RULE.test(line)) flush()
    else if (block !== null) block.lines.push(line)
    else between.push(line)
  }
  flush()
  return steps
}

type Block = { at: string; sender: string | null; to: string; lines: string[] }

function messages(block: Block, names: Set<string>, anchors: Anchor[]): Step[] {
  if (block.sender !== null) {
    const start = block.lines.findIndex((line) => line.startsWith('CONTENT:'))
    const head = [`TO: {${block.to}}`, ...block.lines.slice(0, Math.max(start, 0))].join('\n').trim()
    const content = start < 0 ? block.lines : [(block.lines[start] ?? '').slice('CONTENT:'.length), ...block.lines.slice(start + 1)]
    names.add(block.sender)
    return [speech(block.sender, content.join('\n').trim(), block.at, anchors, head)]
  }
  // One block may hold several messages; a name starts a new one only when that agent has already opened a block.
  const steps: Step[] = []
  let actor: string | null = null
  let said: string[] = []
  const flush = (): void => {
    const words = said.join('\n').trim()
    if (actor !== null || words !== '') steps.push(speech(actor ?? 'MetaGPT', words, block.at, anchors))
    said = []
  }
  for (const line of block.lines) {
    const named = NAMED.exec(line)
    const name = named?.[1]
    if (name !== undefined && (actor === null ? said.every((one) => one.trim() === '') : names.has(name))) {
      if (actor !== null) flush()
      actor = name
      names.add(name)
      said = [named?.[2] ?? '']
    } else said.push(line)
  }
  flush()
  return steps
}

function speech(actor: string, words: string, at: string, anchors: Anchor[], head = ''): Step {
  const isHuman = /^(human|user)$/i.test(actor)
  const parts = [...(head === '' ? [] : [textPart(head, 'plain', 'folded')]), textPart(words, isHuman ? 'plain' : 'markdown')]
  return draftStep({ actor, role: isHuman ? 'user' : 'agent', at, anchors, parts })
}

function furniture(lines: readonly string[], anchors: Anchor[]): Step[] {
  const words = lines.join('\n').trim()
  return words === '' ? [] : [draftStep({ actor: 'MetaGPT', role: 'environment', anchors, parts: [textPart(words, 'plain', 'folded')] })]
}

/** MetaGPT's run log: a dated line per act, followed by what the role wrote. */
export function runLog(text: string, anchors: Anchor[]): Step[] | null {
  const lines = text.split('\n')
  if (!lines.some((line) => ACTS.test(RUN.exec(line)?.[2] ?? ''))) return null
  const steps: Step[] = []
  let entry: { at: string | null; lines: string[] } = { at: null, lines: [] }
  const flush = (): void => {
    const words = entry.lines.join('\n').trim()
    if (words === '') return
    const acts = ACTS.exec(words)
    if (acts === null) steps.push(...furniture(entry.lines, anchors))
    else
      steps.push(
        draftStep({ actor: `${acts[1]} (${acts[2]})`, role: 'agent', at: entry.at, anchors, parts: [textPart(words, 'markdown')] }),
      )
  }
  for (const line of lines) {
    const header = RUN.exec(line)
    if (header === null) entry.lines.push(line)
    else {
      flush()
      entry = { at: isoTime(header[1] ?? ''), lines: [header[2] ?? ''] }
    }
  }
  flush()
  return steps
}

/** The log's clock has no zone; the time is kept as it was written. */
function isoTime(text: string): string {
  return text.replace(' ', 'T')
}
