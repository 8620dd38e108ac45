import { deflateRawSync } from 'node:zlib'

export type ZipMember = { readonly name: string; readonly bytes: Uint8Array; readonly mode?: number; readonly isEncrypted?: boolean }

/** A zip archive with exactly these entries, also those that no honest program would write. */
export function zipOf(members: readonly ZipMember[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, bytes, mode = 0o100644, isEncrypted = false } of members) {
    const packed = deflateRawSync(bytes)
    const nameBytes = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    local.writeUInt32LE(packed.length, 18)
    local.writeUInt32LE(bytes.length, 22)
    local.writeUInt16LE(nameBytes.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt8(3, 5)
    entry.writeUInt16LE(isEncrypted ? 1 : 0, 8)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(bytes.length, 24)
    entry.writeUInt16LE(nameBytes.length, 28)
    entry.writeUInt32LE((mode << 16) >>> 0, 38)
    entry.writeUInt32LE(offset, 42)
    locals.push(local, nameBytes, packed)
    directory.push(entry, nameBytes)
    offset += 30 + nameBytes.length + packed.length
  }
  const size = directory.reduce((sum, piece) => sum + piece.length, 0)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(members.length, 8)
  end.writeUInt16LE(members.length, 10)
  end.writeUInt32LE(size, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, ...directory, end])
}
