import { unreachable } from '../assert.ts'
import type { Part, Step } from '../traces/model.ts'

/** Between two visible parts of a segment stands one blank line. */
const SEPARATOR = '\n\n'

/**
 * The text of a part as annotators read it and evidence quotes it. A name (of a tool, a path, a receiver) stands on a line of its
 * own before the body, so that the screen can draw it as a heading without shifting an offset.
 */
export function partText(part: Part): string {
  switch (part.kind) {
    case 'text':
    case 'reasoning':
    case 'tool_result':
    case 'compaction':
      return part.text
    case 'tool_call':
      return headed(part.name, part.arguments)
    case 'terminal':
      return part.command === null ? part.text : headed(`$ ${part.command}`, part.text)
    case 'diff':
      return part.path === null ? part.text : headed(part.path, part.text)
    case 'file':
      return part.name
    case 'handoff':
      return headed(part.to, part.text)
    case 'opaque':
      return part.what
    case 'unknown':
      return headed(part.what, part.text)
    default:
      return unreachable(part)
  }
}

function headed(heading: string, body: string): string {
  if (heading === '') return body
  return body === '' ? heading : `${heading}\n${body}`
}

/** Whether annotators can see the part; folded ones are one key away and count. */
export function isVisible(part: Part): boolean {
  return part.visibility !== 'hidden'
}

/** Whether every part of the step is hidden (also when it has none). Such a step never makes a segment. */
export function isHiddenStep(step: Step): boolean {
  return !step.parts.some(isVisible)
}

/** Where a visible part stands in the text of its segment: half-open, in code points. An empty part has `start === end`. */
export type PlacedPart = { readonly step: Step; readonly part: Part; readonly start: number; readonly end: number }

/** The visible parts of a segment with their places in `segmentText(steps)`. */
export function segmentParts(steps: readonly Step[]): PlacedPart[] {
  const placed: PlacedPart[] = []
  let length = 0
  for (const { step, part, text } of visibleTexts(steps)) {
    // Nothing to read means nothing to set apart: an empty result must not leave a double blank line behind.
    const start = text !== '' && length > 0 ? length + SEPARATOR.length : length
    const end = start + codePointLength(text)
    placed.push({ step, part, start, end })
    length = end
  }
  return placed
}

/** The text of a segment: its visible parts in order, joined by one blank line. Offsets of evidence count code points in it. */
export function segmentText(steps: readonly Step[]): string {
  const texts: string[] = []
  for (const { text } of visibleTexts(steps)) if (text !== '') texts.push(text)
  return texts.join(SEPARATOR)
}

function* visibleTexts(steps: readonly Step[]): Generator<{ step: Step; part: Part; text: string }> {
  for (const step of steps) {
    for (const part of step.parts) {
      if (isVisible(part)) yield { step, part, text: partText(part) }
    }
  }
}

/** The number of code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length - 1; i++) {
    const unit = text.charCodeAt(i)
    if (unit >= 0xd800 && unit <= 0xdbff && isLowSurrogate(text.charCodeAt(i + 1))) {
      count--
      i++
    }
  }
  return count
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff
}
