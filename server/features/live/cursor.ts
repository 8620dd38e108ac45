import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto'
import { Cursor } from '../../../shared/ids.ts'

export type Cursors = {
  readonly encode: (sequence: number, viewerId: string) => Cursor
  /** The sequence, or null for a cursor that is not this viewer's (or not of this installation). */
  readonly decode: (cursor: string, viewerId: string) => number | null
}

/** Fills the rest of the block, so that a foreign cursor is recognised. */
const MARK = 0x746f7563

/**
 * Cursors that tell their holder nothing: one AES block under a key of the viewer's own, so that neither the distance between two
 * cursors nor a comparison with somebody else's says how much happened that the viewer may not see. The same sequence always gives
 * the same cursor, so that hidden events leave no trace in it either.
 */
export function makeCursors(secret: string): Cursors {
  // As many as there are accounts; each is asked for with every delivery.
  const keys = new Map<string, Buffer>()
  const keyOf = (viewerId: string): Buffer => {
    const held = keys.get(viewerId) ?? createHmac('sha256', secret).update(viewerId).digest()
    keys.set(viewerId, held)
    return held
  }
  return {
    encode(sequence, viewerId) {
      const block = Buffer.alloc(16)
      block.writeBigUInt64BE(BigInt(sequence), 0)
      block.writeUInt32BE(MARK, 8)
      const cipher = createCipheriv('aes-256-ecb', keyOf(viewerId), null).setAutoPadding(false)
      return Cursor.parse(Buffer.concat([cipher.update(block), cipher.final()]).toString('base64url'))
    },
    decode(cursor, viewerId) {
      const block = Buffer.from(cursor, 'base64url')
      if (block.length !== 16) return null
      const decipher = createDecipheriv('aes-256-ecb', keyOf(viewerId), null).setAutoPadding(false)
      const plain = Buffer.concat([decipher.update(block), decipher.final()])
      return plain.readUInt32BE(8) === MARK && plain.readUInt32BE(12) === 0 ? Number(plain.readBigUInt64BE(0)) : null
    },
  }
}
