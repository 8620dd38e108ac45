import { draftStep } from '../build-trace.ts'
import type { Anchor, Step } from '../model.ts'
import { textPart } from '../parts.ts'

/** A piece of a log: its header, as the reader understood it (null for what stands before the first), and the lines under it, as they stand. */
export type Entry<H> = { readonly head: H | null; readonly body: string }

/** Cuts a log at the lines that are headers. */
export function splitEntries<H>(text: string, headerOf: (line: string) => H | null): Entry<H>[] {
  const entries: { head: H | null; lines: string[] }[] = [{ head: null, lines: [] }]
  for (const line of text.split('\n')) {
    const head = headerOf(line)
    if (head === null) entries.at(-1)?.lines.push(line)
    else entries.push({ head, lines: [] })
  }
  return entries
    .map(({ head, lines }) => ({ head, body: lines.join('\n').trimEnd() }))
    .filter(({ head, body }) => head !== null || body.trim() !== '')
}

/** Without empty lines around, and without the space at its end; the indentation of the first line stays. */
export function trimLines(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, '').trimEnd()
}

/** What a log says about itself: visible one key away, no segment of its own. */
export function furnitureStep(actor: string, text: string, anchors: Anchor[], at: string | null = null): Step[] {
  const words = text.trim()
  return words === '' ? [] : [draftStep({ actor, role: 'environment', at, anchors, parts: [textPart(words, 'plain', 'folded')] })]
}

/** A step in which an agent says something. */
export function speechStep(actor: string, text: string, anchors: Anchor[], at: string | null = null): Step {
  const isUser = /^(user|human)$/i.test(actor)
  return draftStep({ actor, role: isUser ? 'user' : 'agent', at, anchors, parts: [textPart(text, isUser ? 'plain' : 'markdown')] })
}
