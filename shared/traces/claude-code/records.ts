import type { SourceRecord } from '../importer.ts'
import { booleanAt, idAt, isObject, type JsonObject, member, objectAt, stringAt } from '../json/json.ts'
import type { Anchor } from '../model.ts'
import type { WarningList } from '../warnings.ts'

/** A line of a session with the fields that hang it together. */
export type ClaudeRecord = {
  readonly value: JsonObject
  readonly type: string
  readonly speaker: 'user' | 'assistant' | 'other'
  readonly uuid: string | null
  readonly parent: string | null
  readonly sessionId: string | null
  readonly agentId: string | null
  readonly isSide: boolean
  readonly anchor: Anchor
}

/**
 * The sessions of a file, each with its lines in order. A resumed session goes on under another id in the same file: lines whose parent
 * stands in another session belong to that one. Lines that are no objects are counted.
 */
export function claudeSessions(source: Iterable<SourceRecord>, warnings: WarningList): ClaudeRecord[][] {
  const groups: ClaudeRecord[][] = []
  const bySession = new Map<string, ClaudeRecord[]>()
  const byUuid = new Map<string, ClaudeRecord[]>()
  let waiting: ClaudeRecord[] = []
  let current: ClaudeRecord[] | undefined
  for (const { value, anchor, line } of source) {
    if (!isObject(value)) {
      warnings.add('odd-line', 'A line is no object, and was left out.', line)
      continue
    }
    const record = toRecord(value, anchor)
    const own = record.sessionId === null ? undefined : bySession.get(record.sessionId)
    const parents = record.parent === null ? undefined : byUuid.get(record.parent)
    // Lines that nobody speaks in open no session: they go with the one around them, at the top with the one that follows.
    let group = parents ?? own ?? (record.speaker === 'other' || record.sessionId === null ? current : undefined)
    if (group === undefined && record.speaker === 'other') {
      waiting.push(record)
      continue
    }
    if (group === undefined) {
      group = waiting
      waiting = []
      groups.push(group)
    }
    group.push(record)
    current = group
    if (record.sessionId !== null && own === undefined) bySession.set(record.sessionId, group)
    if (record.uuid !== null) byUuid.set(record.uuid, group)
  }
  return groups.length === 0 && waiting.length > 0 ? [waiting] : groups
}

function toRecord(value: JsonObject, anchor: Anchor): ClaudeRecord {
  const type = stringAt(value, 'type') ?? ''
  const hasMessage = member(value, 'message') !== undefined
  return {
    value,
    type,
    speaker: hasMessage && (type === 'user' || type === 'assistant') ? type : 'other',
    uuid: idAt(value, 'uuid'),
    parent: idAt(value, 'parentUuid') ?? idAt(value, 'logicalParentUuid'),
    sessionId: idAt(value, 'sessionId') ?? idAt(value, 'session_id'),
    agentId: idAt(value, 'agentId'),
    isSide: booleanAt(value, 'isSidechain') === true,
    anchor,
  }
}

/** Whether the line holds words that a user typed, not the results of tools or what the program wrote. */
export function isPrompt(record: ClaudeRecord): boolean {
  if (record.speaker !== 'user' || booleanAt(record.value, 'isMeta') === true || booleanAt(record.value, 'isCompactSummary') === true)
    return false
  const content = member(objectAt(record.value, 'message') ?? undefined, 'content')
  return typeof content === 'string' || (Array.isArray(content) && content.some((block) => stringAt(block, 'type') === 'text'))
}
