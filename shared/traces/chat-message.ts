import { asText, idAt, isObject, type Json, listAt, member, objectAt, stringAt } from './json/json.ts'
import { tryJson } from './json/read-json.ts'
import type { Part } from './model.ts'
import { addressPart, callPart, filePart, hiddenPart, opaquePart, reasoningPart, resultPart, saidParts } from './parts.ts'

/** The content of a chat message: a string, a list of lines, or a list of blocks (text, images, files, thinking). */
export function chatContent(content: Json | undefined, format: 'plain' | 'markdown' = 'plain'): Part[] {
  if (content === null || content === undefined) return []
  if (typeof content === 'string') return saidParts(content, format)
  if (!Array.isArray(content)) return isObject(content) ? blockParts(content, format) : saidParts(asText(content), format)
  // AG2's human-readable files write one string per line.
  if (content.every((line) => typeof line === 'string')) return saidParts(content.join('\n'), format)
  return content.flatMap((block) => (typeof block === 'string' ? saidParts(block, format) : blockParts(block, format)))
}

function blockParts(block: Json, format: 'plain' | 'markdown'): Part[] {
  const gemini = geminiParts(block)
  if (gemini !== null) return gemini
  const type = stringAt(block, 'type') ?? ''
  const value = stringAt(block, 'value')
  if (type.includes('thinking') || type === 'reasoning') return thoughtParts(block, type, value)
  if (type === 'tool_use' || type.endsWith('_tool_use'))
    return [callPart(idAt(block, 'id'), stringAt(block, 'name') ?? 'tool', argumentText(member(block, 'input')))]
  if (type.endsWith('tool_result')) return resultParts(block)
  if (type === 'tool_call' && value !== null) return [writtenCall(value)]
  if (type === 'toolCall') return [callPart(idAt(block, 'id'), stringAt(block, 'name') ?? 'tool', argumentText(member(block, 'arguments')))]
  const text = stringAt(block, 'text') ?? stringAt(block, 'refusal') ?? value
  if (text !== null) return saidParts(text, format)
  const url = stringAt(objectAt(block, 'image_url') ?? undefined, 'url') ?? stringAt(block, 'image_url') ?? stringAt(block, 'image')
  if (url !== null) return [addressPart(url)]
  const source = objectAt(block, 'source')
  if (source !== null) return [sourcePart(source, type)]
  if (type === 'file' || type === 'input_file') return [filePart(stringAt(objectAt(block, 'file') ?? block, 'filename') ?? 'file')]
  return isObject(block) && Object.keys(block).length === 0 ? [] : [unknown(type, block)]
}

/** Gemini's parts name what they are by their key. */
function geminiParts(block: Json): Part[] | null {
  const call = objectAt(block, 'functionCall')
  if (call !== null) return [callPart(idAt(call, 'id'), stringAt(call, 'name') ?? 'tool', argumentText(member(call, 'args')))]
  const response = objectAt(block, 'functionResponse')
  if (response !== null) {
    const inner = member(response, 'response')
    const error = member(inner, 'error')
    return [
      resultPart(idAt(response, 'id'), asText(error ?? member(inner, 'output') ?? inner), { isError: error === undefined ? null : true }),
    ]
  }
  const data = objectAt(block, 'inlineData')
  if (data !== null) return [addressPart(`data:${stringAt(data, 'mimeType') ?? ''};base64,${stringAt(data, 'data') ?? ''}`)]
  return member(block, 'thought') === true ? [reasoningPart(stringAt(block, 'text') ?? '')] : null
}

function thoughtParts(block: Json, type: string, value: string | null): Part[] {
  const thought = stringAt(block, 'thinking') ?? stringAt(block, 'reasoning') ?? stringAt(block, 'text') ?? value ?? ''
  const secret = stringAt(block, 'data')
  if (type === 'redacted_thinking') return [opaquePart('Redacted thinking', secret?.length ?? null, 'folded')]
  return thought === '' ? [hiddenPart(type, block)] : [reasoningPart(thought)]
}

/** An Anthropic result: its text, with pictures as parts of their own. */
function resultParts(block: Json): Part[] {
  const inner = chatContent(member(block, 'content'))
  const texts = inner.flatMap((part) => ('text' in part ? [part.text] : []))
  const isError = member(block, 'is_error')
  const result = resultPart(idAt(block, 'tool_use_id'), texts.join('\n'), { isError: typeof isError === 'boolean' ? isError : null })
  return [result, ...inner.filter((part) => part.kind === 'file')]
}

/** A call that a data set writes as text: `{"name": ..., "arguments": ...}`; any other text is shown as the arguments of `tool`. */
export function writtenCall(text: string): Part {
  const value = tryJson(text)
  const name = stringAt(value, 'name')
  return name === null
    ? callPart(null, 'tool', text)
    : callPart(null, name, argumentText(member(value, 'arguments') ?? member(value, 'parameters')))
}

function sourcePart(source: Json, type: string): Part {
  const data = stringAt(source, 'data')
  const mediaType = stringAt(source, 'media_type') ?? ''
  return data === null ? addressPart(stringAt(source, 'url') ?? '', type) : addressPart(`data:${mediaType};base64,${data}`, type)
}

/** A block the importers do not know is shown as its JSON text: better odd than lost. */
function unknown(type: string, block: Json): Part {
  return { kind: 'unknown', visibility: 'folded', what: type, text: asText(block) }
}

/** The calls of a chat message, in the shapes of OpenAI: `tool_calls` and the older `function_call`. */
export function chatCalls(message: Json): Part[] {
  const calls = listAt(message, 'tool_calls').map((call) => {
    const inner = objectAt(call, 'function') ?? call
    const name = stringAt(inner, 'name') ?? stringAt(inner, 'function') ?? 'tool'
    return callPart(idAt(call, 'id') ?? idAt(call, 'tool_call_id'), name, argumentText(member(inner, 'arguments') ?? member(inner, 'args')))
  })
  const single = objectAt(message, 'function_call')
  return single === null ? calls : [...calls, callPart(null, stringAt(single, 'name') ?? 'tool', argumentText(member(single, 'arguments')))]
}

/** Arguments as the model wrote them; where the file holds them decoded, as compact JSON. */
export function argumentText(args: Json | undefined): string {
  if (args === undefined || args === null) return ''
  return typeof args === 'string' ? args : JSON.stringify(args)
}
