import { draftStep } from '../build-trace.ts'
import type { JsonObject } from '../json/json.ts'
import { stringAt } from '../json/json.ts'
import type { Step } from '../model.ts'
import { hiddenPart } from '../parts.ts'
import type { CodexLine } from './lines.ts'

const PROGRAM = 'Codex CLI'
/** Long texts that every turn repeats and that stand once in the conversation itself. */
const REPEATED: ReadonlySet<string> = new Set([
  'instructions',
  'user_instructions',
  'developer_instructions',
  'base_instructions',
  'replacement_history',
])

/** The head of the session: kept, never shown. */
export function codexMetaStep(line: CodexLine): Step {
  return programStep(line, 'session_meta')
}

/** The settings of a turn: kept where the model changes. */
export function codexTurnStep(line: CodexLine): Step {
  return programStep(line, 'turn_context')
}

function programStep(line: CodexLine, what: string): Step {
  return draftStep({
    actor: PROGRAM,
    role: 'environment',
    at: line.at,
    anchors: [line.anchor],
    parts: [hiddenPart(what, withoutRepeated(line.payload))],
  })
}

/** The place where the history was summarised. The summary is shown; the history it replaces stands above already. */
export function codexCompactionStep(line: CodexLine): Step {
  const text = stringAt(line.payload, 'message') ?? ''
  const parts = [{ kind: 'compaction' as const, visibility: 'main' as const, text: text === '' ? 'The history was compacted here.' : text }]
  return draftStep({ actor: PROGRAM, role: 'environment', at: line.at, anchors: [line.anchor], parts })
}

function withoutRepeated(payload: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(payload).filter(([key]) => !REPEATED.has(key)))
}
