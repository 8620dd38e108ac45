/** One turn: who speaks, and what. The text before the first speaker has the speaker ''. */
export type Turn = { readonly speaker: string; readonly body: string }

/** The way in which a text marks its speakers, how sure that is, and a cutter that follows it. */
export type SpeakerPattern = {
  readonly kind: 'markdown' | 'timed' | 'colon'
  readonly score: number
  readonly why: string
  readonly turns: (text: string) => Turn[]
}

const USER = /^(?:user|human|customer|client)(?: ?\d+)?(?: \([\w .-]+\))?$/i
const AGENT = /^(?:assistant|agent|ai|model|bot|gpt|chatgpt|claude|gemini)(?: ?\d+)?(?: \([\w .-]+\))?$/i
const OTHER = /^(?:system|developer|observation|(?:tool|function)(?: (?:call|result|output))?(?::? [\w.-]+| \([\w .-]+\))?)$/i
const LEVEL = /^(?:info|debug|warn|warning|error|trace|notice|critical|fatal)$/i
const MARKDOWN = /^#{1,4} +(?:\*\*)?(.+?)(?:\*\*)?:?\s*$/
const BOLD = /^\*\*([\w .()-]{1,40})(?::\*\*|\*\*:)\s*(.*)$/
const TIMED = /^\[(\d{4}-\d\d-\d\d[^\]]*)\] ([\w .()-]{1,40}): ?(.*)$/
const COLON = /^([A-Za-z][\w .()-]{0,39}): ?(.*)$/
/** How speakers are marked shows early; a log of 100 MB need not be read to learn it. */
const HEAD = 500_000
const FENCE = /^\s*(```|~~~)/

type Head = { readonly speaker: string; readonly rest: string }

/**
 * Learns how speakers are marked. Names that are known for speakers must hold a user and an agent; any names will do after a time,
 * when at least two of them take turns and they are not the levels of a log.
 */
export function learnSpeakers(text: string): SpeakerPattern | null {
  const lines = text.slice(0, HEAD).split('\n')
  const candidates: SpeakerPattern[] = []
  const add = (kind: SpeakerPattern['kind'], why: string, score: number, headOf: (line: string) => Head | null): void => {
    const speakers = headsOf(lines, headOf).map((head) => head.speaker)
    const isConversation =
      kind === 'timed' ? isTurnTaking(speakers) : speakers.some((one) => USER.test(one)) && speakers.some((one) => AGENT.test(one))
    if (isConversation) candidates.push({ kind, why, score, turns: (whole) => cut(whole, headOf) })
  }
  add('markdown', 'headings that name speakers', 0.75, (line) => known(MARKDOWN.exec(line)?.[1], ''))
  add('markdown', 'speakers in bold', 0.75, (line) => known(BOLD.exec(line)?.[1], BOLD.exec(line)?.[2]))
  add('timed', 'speakers after a time', 0.6, (line) => named(TIMED.exec(line)?.[2], TIMED.exec(line)?.[3]))
  // Any word may stand before a colon: only known speakers open a turn.
  add('colon', 'speakers before a colon', 0.7, (line) => known(COLON.exec(line)?.[1], COLON.exec(line)?.[2]))
  return candidates.sort((a, b) => b.score - a.score)[0] ?? null
}

function isTurnTaking(speakers: readonly string[]): boolean {
  const names = new Set(speakers)
  return names.size >= 2 && names.size <= 20 && ![...names].some((name) => LEVEL.test(name))
}

function isKnown(speaker: string): boolean {
  return USER.test(speaker) || AGENT.test(speaker) || OTHER.test(speaker)
}

function known(speaker: string | undefined, rest: string | undefined): Head | null {
  return speaker !== undefined && isKnown(speaker.trim()) ? { speaker: speaker.trim(), rest: rest ?? '' } : null
}

function named(speaker: string | undefined, rest: string | undefined): Head | null {
  return speaker === undefined ? null : { speaker: speaker.trim(), rest: rest ?? '' }
}

function headsOf(lines: readonly string[], headOf: (line: string) => Head | null): Head[] {
  const heads: Head[] = []
  walk(lines, (line, isCode) => {
    const head = isCode ? null : headOf(line)
    if (head !== null) heads.push(head)
  })
  return heads
}

function cut(text: string, headOf: (line: string) => Head | null): Turn[] {
  const turns: { speaker: string; lines: string[] }[] = [{ speaker: '', lines: [] }]
  walk(text.split('\n'), (line, isCode) => {
    const head = isCode ? null : headOf(line)
    if (head === null) turns.at(-1)?.lines.push(line)
    else turns.push({ speaker: head.speaker, lines: head.rest === '' ? [] : [head.rest] })
  })
  return turns
    .map(({ speaker, lines }) => ({
      speaker,
      body: lines
        .join('\n')
        .replace(/^(?:[ \t]*\n)+/, '')
        .trimEnd(),
    }))
    .filter(({ body }) => body !== '')
}

/** Goes through the lines and says which stand in a code block: there a speaker's mark is only text. */
function walk(lines: readonly string[], visit: (line: string, isCode: boolean) => void): void {
  let fence: string | null = null
  for (const line of lines) {
    const mark = FENCE.exec(line)?.[1] ?? null
    visit(line, fence !== null || mark !== null)
    if (mark !== null) fence = fence === null ? mark : mark === fence ? null : fence
  }
}
