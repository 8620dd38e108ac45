import { buildTrace, draftStep } from './build-trace.ts'
import { firstWords } from './first-words.ts'
import { type Detection, type Imported, type Importer, NOT_MINE, type Sample, type Source } from './importer.ts'
import type { Anchor, Role, Step } from './model.ts'
import { resultPart, saidParts } from './parts.ts'
import { learnSpeakers, type SpeakerPattern } from './transcript/speakers.ts'

/** Plain text and Markdown in which people and agents take turns; the way in which speakers are marked is learnt from the text. */
export const transcript: Importer = { format: 'transcript', name: 'Text or Markdown transcript', detect, read }

function detect(sample: Sample): Detection {
  const text = sample.records[0]?.value
  if (sample.shape !== 'text' || typeof text !== 'string') return NOT_MINE
  const pattern = learnSpeakers(text)
  return pattern === null ? NOT_MINE : { score: pattern.score, why: pattern.why, formatVersion: pattern.kind }
}

function* read(source: Source): Iterable<Imported> {
  for (const { value, anchor, line } of source.records) {
    const pattern = typeof value === 'string' ? learnSpeakers(value) : null
    if (pattern === null || typeof value !== 'string') {
      yield { kind: 'refused', reason: 'No turns of speakers were found in the text.', line, anchor }
      continue
    }
    const steps = turnsOf(value, pattern, anchor)
    yield {
      kind: 'trace',
      trace: buildTrace({ format: 'transcript', formatVersion: pattern.kind, task: firstWords(steps), steps }),
      warnings: [],
      anchor,
    }
  }
}

function turnsOf(text: string, pattern: SpeakerPattern, anchor: Anchor): Step[] {
  return pattern.turns(text).map(({ speaker, body }) => {
    const role = roleOf(speaker)
    if (role === 'tool')
      return draftStep({
        actor: speaker.replace(/^tool:?\s*/i, '') || 'tool',
        role,
        rawRole: speaker,
        anchors: [anchor],
        parts: [resultPart(null, body)],
      })
    const said = saidParts(body, pattern.kind === 'markdown' ? 'markdown' : 'plain')
    // The text before the first speaker is nobody's turn.
    const isFolded = role === 'system' || role === 'environment'
    const named = /^(?:assistant|agent|ai|model) \((.+)\)$/i.exec(speaker)?.[1]
    return draftStep({
      actor: named ?? (speaker === '' ? 'text' : role === 'user' ? speaker.toLowerCase() : speaker),
      role,
      rawRole: speaker,
      anchors: [anchor],
      parts: isFolded ? said.map((part) => ({ ...part, visibility: 'folded' })) : said,
    })
  })
}

function roleOf(speaker: string): Role {
  const name = speaker.toLowerCase()
  if (name === '') return 'environment'
  if (/^(user|human|customer|q|client|me|you)$/.test(name)) return 'user'
  if (/^(system|developer|instructions?)$/.test(name)) return 'system'
  if (/^(tool|function|observation|result|output|terminal|console)\b/.test(name)) return 'tool'
  return 'agent'
}
