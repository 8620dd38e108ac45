import { argumentText } from '../chat-message.ts'
import { asText, idAt, isObject, type Json, type JsonObject, listAt, member, objectAt, stringAt } from '../json/json.ts'
import { tryJson } from '../json/read-json.ts'
import { looksLikeJson } from './span.ts'

/** Attributes under a dotted prefix as a tree: `a.0.b` becomes `{"0": {"b": ...}}`. */
export function treeUnder(attributes: ReadonlyMap<string, Json>, prefix: string): JsonObject {
  const root: JsonObject = {}
  for (const [key, value] of attributes) {
    if (!key.startsWith(`${prefix}.`)) continue
    const path = key.slice(prefix.length + 1).split('.')
    let node = root
    for (const part of path.slice(0, -1)) {
      const next = Object.hasOwn(node, part) ? node[part] : undefined
      node = isObject(next) ? next : define(node, part, {})
    }
    define(node, path.at(-1) ?? '', value)
  }
  return root
}

/** Keys come from the file: `__proto__` must become a member, not a prototype. */
function define<T extends Json>(node: JsonObject, key: string, value: T): T {
  Object.defineProperty(node, key, { value, enumerable: true, writable: true, configurable: true })
  return value
}

/** The members `0`, `1`, `2`, ..., `10` of a tree in the order of their numbers. */
export function numbered(tree: Json | undefined): Json[] {
  if (!isObject(tree)) return []
  return Object.entries(tree)
    .filter(([key]) => /^\d+$/.test(key))
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => value)
}

/** A message written over dotted attributes, by OpenInference (`message.`, `tool_call.`) and OpenLLMetry. */
export function flattenedMessage(tree: Json): JsonObject {
  const message = objectAt(tree, 'message') ?? tree
  const calls = numbered(member(message, 'tool_calls')).map((one) => {
    const call = objectAt(one, 'tool_call') ?? one
    const inner = objectAt(call, 'function') ?? call
    return {
      id: idAt(call, 'id'),
      function: { name: stringAt(inner, 'name') ?? 'tool', arguments: argumentText(member(inner, 'arguments')) },
    }
  })
  const blocks = numbered(member(message, 'contents')).map((one) => {
    const block = objectAt(one, 'message_content') ?? one
    const image = stringAt(objectAt(objectAt(block, 'image') ?? undefined, 'image') ?? undefined, 'url')
    return image === null ? { type: 'text', text: stringAt(block, 'text') ?? '' } : { type: 'image_url', image_url: { url: image } }
  })
  const content = member(message, 'content')
  return {
    role: stringAt(message, 'role') ?? 'user',
    name: stringAt(message, 'name'),
    content: content ?? (blocks.length > 0 ? blocks : null),
    tool_calls: calls,
    tool_call_id: idAt(message, 'tool_call_id'),
  }
}

/** Messages of the GenAI conventions: `{role, parts: [{type, content}]}`. A result in the parts becomes a message of its own. */
export function partsMessages(value: Json | undefined): JsonObject[] {
  const list = looksLikeJson(value) ? tryJson(value) : value
  if (!Array.isArray(list)) return []
  return list.filter(isObject).flatMap((message): JsonObject[] => {
    const parts = listAt(message, 'parts')
    if (parts.length === 0) return [message]
    const ofType = (type: RegExp): Json[] => parts.filter((part) => type.test(stringAt(part, 'type') ?? ''))
    const results = ofType(/^tool_call_response$/).map((part) => ({
      role: 'tool',
      tool_call_id: idAt(part, 'id'),
      content: asText(member(part, 'response') ?? member(part, 'result')),
    }))
    const words = parts.flatMap((part): JsonObject[] => {
      const type = stringAt(part, 'type')
      if (type === 'text') return [{ type: 'text', text: asText(member(part, 'content')) }]
      return type === 'reasoning' ? [{ type: 'reasoning', text: asText(member(part, 'content')) }] : []
    })
    const calls = ofType(/^tool_call$/).map((part) => ({
      id: idAt(part, 'id'),
      function: { name: stringAt(part, 'name') ?? 'tool', arguments: argumentText(member(part, 'arguments')) },
    }))
    const spoken: JsonObject = { role: stringAt(message, 'role') ?? 'user', content: words, tool_calls: calls }
    return words.length + calls.length === 0 ? results : [spoken, ...results]
  })
}

/** Messages in whatever a tracing tool logged as input or output: chats, Responses items, JSON as text, or plain text. */
export function loggedMessages(value: Json | undefined, speaker: 'user' | 'assistant'): JsonObject[] {
  const decoded = looksLikeJson(value) ? (tryJson(value) ?? value) : value
  if (typeof decoded === 'string') return decoded.trim() === '' ? [] : [{ role: speaker, content: decoded }]
  if (Array.isArray(decoded)) return decoded.flatMap((item) => loggedMessages(item, speaker))
  if (!isObject(decoded)) return []
  for (const key of ['messages', 'output', 'choices', 'input']) {
    const inner = listAt(decoded, key)
    if (inner.length > 0) return inner.flatMap((item) => loggedMessages(item, speaker))
  }
  const type = stringAt(decoded, 'type') ?? ''
  if (type === 'function_call')
    return [
      {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            id: idAt(decoded, 'call_id'),
            function: { name: stringAt(decoded, 'name') ?? 'tool', arguments: argumentText(member(decoded, 'arguments')) },
          },
        ],
      },
    ]
  if (type === 'function_call_output')
    return [{ role: 'tool', tool_call_id: idAt(decoded, 'call_id'), content: asText(member(decoded, 'output')) }]
  const message = objectAt(decoded, 'message')
  if (message !== null) return loggedMessages(message, speaker)
  if (member(decoded, 'role') === undefined && member(decoded, 'content') === undefined) {
    const asked = ['task', 'question', 'query', 'prompt', 'input', 'inputs']
      .map((key) => stringAt(decoded, key))
      .find((text) => text !== null)
    return asked === undefined || asked === null ? [] : [{ role: speaker, content: asked }]
  }
  // Langfuse lists the tools on offer among the messages.
  if (stringAt(decoded, 'role') === 'tool' && objectAt(objectAt(decoded, 'content') ?? undefined, 'function') !== null) return []
  const own = listAt(decoded, 'tool_calls')
  const calls = own.length > 0 ? own : listAt(objectAt(decoded, 'additional_kwargs') ?? undefined, 'tool_calls')
  return [{ ...decoded, role: stringAt(decoded, 'role') ?? speaker, tool_calls: calls }]
}
