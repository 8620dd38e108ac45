import { type Json, stringAt } from '../json/json.ts'
import type { Part } from '../model.ts'
import { addressPart, hiddenPart, opaquePart } from '../parts.ts'

/** The texts and pictures of a content: a string, a block or a list of blocks, whatever the case of their types. */
export function contentBlocks(content: Json | undefined): { text: string; files: Part[] }[] {
  if (content === null || content === undefined) return []
  if (typeof content === 'string') return [{ text: content, files: [] }]
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.map((block) => {
    if (typeof block === 'string') return { text: block, files: [] }
    const text = stringAt(block, 'text')
    if (text !== null) return { text, files: [] }
    const type = stringAt(block, 'type') ?? 'unknown'
    if (type.toLowerCase().includes('image')) {
      const address = stringAt(block, 'image_url')
      return { text: '', files: address === null ? [] : [addressPart(address)] }
    }
    const secret = stringAt(block, 'encrypted_content')
    return { text: '', files: [secret === null ? hiddenPart(type, block) : opaquePart('encrypted content', secret.length, 'hidden')] }
  })
}
