/** What an agent says: plain text, with code in backticks set as code and strong words strong. No other markup is read, and none is ever run. */
import { codePointLength } from '../../shared/segments/segment-text.ts'
import type { Line, Run } from './runs.ts'
import { plainRuns } from './signs.ts'

export type Block = { readonly kind: 'text'; readonly runs: readonly Run[] } | { readonly kind: 'code'; readonly lines: readonly Line[] }

const FENCE = /^ {0,3}(`{3,}|~{3,})[^\n]*\n([\s\S]*?)(?:^ {0,3}\1[ \t]*$|$(?![\s\S]))/gm
const CODE = /(`+)([^`\n]+?)\1(?!`)/g
/** Strong words, where the source says that the text is Markdown. Code is stepped over: stars in it are its own. */
const STRONG = /`[^`\n]+`|\*\*(?=\S)((?:`[^`\n]+`|[^*`\n])+?)(?<=\S)\*\*/g

/** The text from `start` (code points) as blocks of prose and of fenced code. */
export function proseBlocks(text: string, start: number, isMarkdown = false): Block[] {
  const blocks: Block[] = []
  let at = start
  let from = 0
  const take = (until: number) => {
    const piece = text.slice(from, until)
    const begin = at
    at += codePointLength(piece)
    from = until
    return { piece, begin }
  }
  for (const match of text.matchAll(FENCE)) {
    const { piece, begin } = take(match.index)
    // The line ends around a fence are its own.
    if (piece.trim() !== '') blocks.push({ kind: 'text', runs: inlineRuns(piece.replace(/\n$/, ''), begin, isMarkdown) })
    take(match.index + match[0].indexOf('\n') + 1)
    const body = take(from + (match[2] ?? '').length)
    blocks.push({ kind: 'code', lines: codeLines(body.piece, body.begin) })
    const end = match.index + match[0].length
    take(text[end] === '\n' ? end + 1 : end)
  }
  const rest = take(text.length)
  if (rest.piece.trim() !== '' || blocks.length === 0) blocks.push({ kind: 'text', runs: inlineRuns(rest.piece, rest.begin, isMarkdown) })
  return blocks
}

function inlineRuns(text: string, start: number, isMarkdown: boolean): Run[] {
  if (!isMarkdown) return codeRuns(text, start)
  const runs: Run[] = []
  let at = start
  let from = 0
  const put = (until: number, tone?: string) => {
    const piece = text.slice(from, until)
    runs.push(...codeRuns(piece, at, tone))
    at += codePointLength(piece)
    from = until
  }
  for (const match of text.matchAll(STRONG)) {
    const words = match[1]
    if (words === undefined) continue
    put(match.index)
    // The stars are not drawn; their places stay empty.
    from += 2
    at += 2
    put(from + words.length, 'strong')
    from += 2
    at += 2
  }
  put(text.length)
  return runs
}

function codeRuns(text: string, start: number, tone?: string): Run[] {
  const runs: Run[] = []
  let at = start
  let from = 0
  const plain = (until: number) => {
    const piece = text.slice(from, until)
    runs.push(...plainRuns(piece, at, tone))
    at += codePointLength(piece)
    from = until
  }
  for (const match of text.matchAll(CODE)) {
    const [ticks, code] = [match[1] ?? '', match[2] ?? '']
    plain(match.index)
    // Nor are the backticks.
    at += ticks.length
    runs.push(...plainRuns(code, at, tone ? `code-in ${tone}` : 'code-in'))
    at += codePointLength(code) + ticks.length
    from = match.index + match[0].length
  }
  plain(text.length)
  return runs
}

function codeLines(text: string, start: number): Line[] {
  let at = start
  return text
    .replace(/\n$/, '')
    .split('\n')
    .map((line) => {
      const runs = plainRuns(line, at)
      at += codePointLength(line) + 1
      return { runs }
    })
}
