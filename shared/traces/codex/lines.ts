import type { SourceRecord } from '../importer.ts'
import { isObject, type JsonObject, member, objectAt, stringAt } from '../json/json.ts'
import type { Anchor } from '../model.ts'

/** A line of a session, whatever its generation: what it is, when it was written, and what it carries. */
export type CodexLine = {
  readonly kind: 'meta' | 'turn' | 'item' | 'event' | 'compacted' | 'other'
  readonly payload: JsonObject
  readonly at: string | null
  readonly anchor: Anchor
}

const KINDS = new Map<string, CodexLine['kind']>([
  ['session_meta', 'meta'],
  ['turn_context', 'turn'],
  ['response_item', 'item'],
  ['event_msg', 'event'],
  ['compacted', 'compacted'],
])

/** Lines as one kind of thing: the envelope opened, bare items and the events of `codex exec --json` put into the same words. */
export function* codexLines(records: Iterable<SourceRecord>): Generator<CodexLine> {
  for (const { value, anchor } of records) {
    if (!isObject(value)) continue
    const type = stringAt(value, 'type') ?? ''
    const at = isoTime(stringAt(value, 'timestamp'))
    const payload = objectAt(value, 'payload')
    if (payload !== null) {
      yield { kind: KINDS.get(type) ?? 'other', payload: withType(payload), at, anchor }
    } else if (type === '' && member(value, 'id') !== undefined && at !== null) {
      yield { kind: 'meta', payload: value, at, anchor }
    } else if (type === 'thread.started') {
      yield { kind: 'meta', payload: value, at, anchor }
    } else if (type === 'item.completed') {
      yield { kind: 'event', payload: { type: 'item_completed', item: member(value, 'item') ?? null }, at, anchor }
    } else if (type === 'turn.failed' || type === 'error') {
      yield { kind: 'event', payload: { ...value, type: 'error' }, at, anchor }
    } else if (/^(thread|turn|item)\./.test(type) || type === '') {
      yield { kind: 'other', payload: value, at, anchor }
    } else {
      yield { kind: 'item', payload: value, at, anchor }
    }
  }
}

/** Some writers leave the type of a message out of its payload. */
function withType(payload: JsonObject): JsonObject {
  return member(payload, 'type') === undefined && member(payload, 'role') !== undefined ? { ...payload, type: 'message' } : payload
}

/** The time when it is one; anything else that stands in its place is no time. */
export function isoTime(text: string | null): string | null {
  return text !== null && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(text) ? text : null
}
