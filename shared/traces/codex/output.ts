import { asText, isObject, type Json, member, numberAt, objectAt, stringAt } from '../json/json.ts'
import { tryJson } from '../json/read-json.ts'
import type { Part } from '../model.ts'
import { contentBlocks } from './content.ts'

/** What a tool answered, with the facts that stand around it. */
export type CodexOutput = { text: string; files: Part[]; isError: boolean | null; exitCode: number | null; durationMs: number | null }

const NOTHING_KNOWN = { files: [] as Part[], isError: null, exitCode: null, durationMs: null }
/** The header of a command's plain-text result ends well before this. */
const HEADER_LENGTH = 400

/**
 * Opens the wrappings of a result: `{output, metadata: {exit_code, duration_seconds}}` as text or object, `{content, success}`, lists of
 * content blocks as text or value, and plain text with an exit code in its header.
 */
export function codexOutput(output: Json): CodexOutput {
  if (typeof output !== 'string') return fromValue(output)
  const opening = output.trimStart()[0]
  const value = opening === '{' || opening === '[' ? tryJson(output) : undefined
  if (isObject(value) && typeof member(value, 'output') === 'string' && objectAt(value, 'metadata') !== null) return fromValue(value)
  if (isBlockList(value)) return fromBlocks(value)
  return fromText(output)
}

function fromValue(value: Json): CodexOutput {
  const metadata = objectAt(value, 'metadata')
  const inner = stringAt(value, 'output')
  if (metadata !== null && inner !== null) {
    const exitCode = wholeNumber(numberAt(metadata, 'exit_code'))
    const seconds = numberAt(metadata, 'duration_seconds')
    return {
      text: inner,
      files: [],
      exitCode,
      isError: exitCode === null ? null : exitCode !== 0,
      durationMs: seconds === null ? null : seconds * 1000,
    }
  }
  const success = member(value, 'success')
  const content = member(value, 'content')
  if (isObject(value) && content !== undefined && content !== null) {
    return { ...fromBlocks(content), isError: typeof success === 'boolean' ? !success : null }
  }
  if (isBlockList(value) || stringAt(value, 'text') !== null) return fromBlocks(value)
  return { ...NOTHING_KNOWN, text: asText(value) }
}

function fromBlocks(content: Json): CodexOutput {
  const blocks = contentBlocks(content)
  const text = blocks.map((block) => block.text).filter((one) => one !== '')
  return { ...NOTHING_KNOWN, text: text.join('\n'), files: blocks.flatMap((block) => block.files) }
}

function isBlockList(value: Json | undefined): value is Json[] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((block) => isObject(block) && /^(input_|output_)?(text|image)$/i.test(stringAt(block, 'type') ?? ''))
  )
}

function fromText(text: string): CodexOutput {
  const header = text.slice(0, HEADER_LENGTH)
  const code = /^(?:Exit code:|Process exited with code) (-?\d{1,9})$/m.exec(header)?.[1]
  const seconds = /^Wall time: (\d+(?:\.\d+)?) seconds$/m.exec(header)?.[1]
  const exitCode = code === undefined ? null : Number(code)
  return {
    text,
    files: [],
    exitCode,
    isError: exitCode === null ? null : exitCode !== 0,
    durationMs: seconds === undefined ? null : Number(seconds) * 1000,
  }
}

function wholeNumber(value: number | null): number | null {
  return value !== null && Number.isSafeInteger(value) ? value : null
}
