import type { Part, Step } from '../traces/model.ts'
import { isVisible, partText } from './segment-text.ts'

const TITLE_LENGTH = 80
/** Only this much of a part is looked at: a first sentence further in is no title. */
const LOOK_AT = 2000

/** A short title for a segment: the first sentence that is read, else the first call, else the first thing that is there. */
export function segmentTitle(steps: readonly Step[]): string {
  const parts = steps.flatMap((step) => step.parts.filter(isVisible))
  const main = parts.filter((part) => part.visibility === 'main')
  const said = main.find((part) => isSaid(part) && partText(part).trim() !== '')
  const called = main.find((part) => part.kind === 'tool_call')
  const any = main.find((part) => partText(part).trim() !== '') ?? parts.find((part) => partText(part).trim() !== '')
  if (said !== undefined) return shorten(firstSentence(partText(said)))
  if (called !== undefined) return shorten(oneLine(partText(called)))
  return any === undefined ? '' : shorten(firstSentence(partText(any)))
}

function isSaid(part: Part): boolean {
  return part.kind === 'text' || part.kind === 'handoff' || part.kind === 'compaction'
}

/** The first sentence, or line, of a text; markdown's leading marks are left off. */
export function firstSentence(text: string): string {
  const line =
    text
      .slice(0, LOOK_AT)
      .split('\n')
      .map(stripMarks)
      .find((candidate) => candidate !== '') ?? ''
  const end = /[.!?](?=\s)|[。！？]/u.exec(line)
  return oneLine(end === null ? line : line.slice(0, end.index + 1))
}

function stripMarks(line: string): string {
  return line.replace(/^[\s#>*`_-]+/u, '').trim()
}

function oneLine(text: string): string {
  return text.slice(0, LOOK_AT).replace(/\s+/gu, ' ').trim()
}

function shorten(text: string): string {
  const points = [...text]
  return points.length <= TITLE_LENGTH
    ? text
    : `${points
        .slice(0, TITLE_LENGTH - 1)
        .join('')
        .trimEnd()}…`
}
