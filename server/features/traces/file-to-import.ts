import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** A file of an import. What lies on disk or in an archive is opened when it is its turn, and let go of afterwards. */
export type FileToImport = { readonly name: string } & (
  | { readonly bytes: Uint8Array }
  | {
      readonly read: () => Uint8Array
      /** Where the size is known beforehand, and the first bytes can be had alone: large files are then read only once. */
      readonly peek?: { readonly size: number; readonly head: () => Uint8Array }
    }
  /** It is known beforehand that it will not be read. */
  | { readonly refusal: string }
)

/** A file that can be read. */
export type ReadableFile = Exclude<FileToImport, { readonly refusal: string }>

export function bytesOf(file: ReadableFile): Uint8Array {
  return 'bytes' in file ? file.bytes : file.read()
}

export function isReadable(file: FileToImport): file is ReadableFile {
  return !('refusal' in file)
}

/** As many first bytes as any signature has. */
const HEAD = 64

/** A file on disk, under the name that reports give it. */
export function fileOnDisk(name: string, path: string): FileToImport {
  return { name, read: () => readFileSync(path), peek: { size: statSync(path).size, head: () => headOf(path) } }
}

function headOf(path: string): Uint8Array {
  const file = openSync(path, 'r')
  try {
    const head = Buffer.alloc(HEAD)
    return head.subarray(0, readSync(file, head, 0, HEAD, 0))
  } finally {
    closeSync(file)
  }
}
