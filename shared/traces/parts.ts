import type { Part, Visibility } from './model.ts'

/** Words that somebody said; `<think>` blocks in them become folded reasoning. */
export function saidParts(text: string, format: 'plain' | 'markdown' = 'plain'): Part[] {
  if (!text.includes('<think>')) return text === '' ? [] : [textPart(text, format)]
  const parts: Part[] = []
  let rest = text
  for (let found = THINK.exec(rest); found !== null; found = THINK.exec(rest)) {
    parts.push(...saidParts(rest.slice(0, found.index).trim(), format), reasoningPart((found[1] ?? '').trim()))
    rest = rest.slice(found.index + found[0].length).trimStart()
  }
  // What remains may hold an opening tag that is never closed: shown as it is.
  return rest === '' ? parts : [...parts, textPart(rest, format)]
}

const THINK = /<think>([\s\S]*?)<\/think>/u

export function textPart(text: string, format: 'plain' | 'markdown' = 'plain', visibility: Visibility = 'main'): Part {
  return { kind: 'text', visibility, text, format }
}

export function reasoningPart(text: string, visibility: Visibility = 'folded'): Part {
  return { kind: 'reasoning', visibility, text }
}

export function callPart(callId: string | null, name: string, args: string): Part {
  return { kind: 'tool_call', visibility: 'main', callId, name, arguments: args }
}

/** What a tool answered; all that is not known is null. */
export function resultPart(
  callId: string | null,
  text: string,
  facts: { isError?: boolean | null; exitCode?: number | null; durationMs?: number | null } = {},
): Part {
  const { isError = null, exitCode = null, durationMs = null } = facts
  return { kind: 'tool_result', visibility: 'main', callId, text, isError, exitCode, durationMs }
}

/** A record that is kept but shown to nobody; long ones are left to the raw bytes that the step's anchor leads to. */
export function hiddenPart(what: string, value: unknown): Part {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return { kind: 'unknown', visibility: 'hidden', what, text: text.length > HIDDEN_TEXT ? '' : text }
}

const HIDDEN_TEXT = 4000

export function opaquePart(what: string, bytes: number | null, visibility: Visibility): Part {
  return { kind: 'opaque', visibility, what, bytes }
}

/** An image or file; of a data address only its type and size are kept. */
export function filePart(name: string, mediaType: string | null = null, bytes: number | null = null): Part {
  return { kind: 'file', visibility: 'main', name, mediaType, bytes, sha256: null }
}

/** A file part for an address: `data:` addresses are named by type and size, all others by themselves. */
export function addressPart(address: string, fallback = 'image'): Part {
  const data = /^data:([^;,]*)(;base64)?,/u.exec(address)
  if (data === null) return filePart(address === '' ? fallback : address)
  const bytes = data[2] === undefined ? address.length - data[0].length : Math.floor(((address.length - data[0].length) * 3) / 4)
  return filePart(`${data[1] || fallback}, ${bytes} bytes`, data[1] || null, bytes)
}
